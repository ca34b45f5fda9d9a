import { unitListing, unitRecord } from "@cartulary/rental/property";
import { z } from "zod";
import { day, decimal, flag, integer, listOf, ratio, text, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";
import { familyOperations } from "../../record-operations.ts";
import { answerShape, creationShape, patchShape } from "../../record-shapes.ts";
import { input } from "../agency/input-fields.ts";

/** How many shares of a key a unit has. */
const UnitAllocation = camelRecord("UnitAllocation", {
  shareKeyId: uuid<"ShareKey">(),
  shareKeyName: text(),
  shares: integer(),
});

const lines = {
  line1: text().nullable(),
  line2: text().nullable(),
  line3: text().nullable(),
  postalCode: text().nullable(),
  city: text().nullable(),
};

/** The address of a unit, and its origin: the unit, its entrance or the property. */
const UnitAddress = camelRecord("UnitAddress", {
  ...lines,
  origin: z.enum(["own", "entrance", "property"]),
  formatted: text().nullable(),
});

const { mandataireId: _, propertyId, entranceId, energyClass, ...answered } = answerShape(unitRecord);
const { description, createdAt: __, updatedAt, ...stored } = answered;

const listed = {
  ...stored,
  description,
  allocations: listOf(UnitAllocation),
  address: UnitAddress.nullable(),
  owners: listOf(camelRecord("UnitOwner", { id: uuid<"OwnerActor">(), name: text(), shareRatio: ratio() })),
  activeLease: camelRecord("UnitActiveLease", {
    id: uuid<"Lease">(),
    reference: text(),
    status: text(),
  }).nullable(),
  updatedAt,
};

/** A unit as lists answer it. */
export const ListedUnit = camelRecord("ListedUnit", listed);

const ownership = {
  id: uuid<"Ownership">(),
  ownerId: uuid<"OwnerActor">(),
  ownerName: text(),
  shareNumerator: integer(),
  shareDenominator: integer(),
  shareRatio: ratio(),
  sharePercent: decimal(),
  validFrom: day().nullable(),
  acquisitionType: text().nullable(),
};

/** A lease of a unit, whenever it is or was. */
const UnitLease = camelRecord("UnitLease", {
  id: uuid<"Lease">(),
  leaseUnitId: uuid<"LeaseUnit">(),
  reference: text(),
  status: text(),
  startDate: day().nullable(),
  endDate: day().nullable(),
  exitDate: day().nullable(),
  baseRentCents: integer().nullable(),
  chargeProvisionCents: integer().nullable(),
});

/** A unit whole. */
export const UnitRecord = camelRecord("Unit", {
  ...listed,
  energyClass,
  entranceId,
  entranceName: text().nullable(),
  ownAddress: camelRecord("UnitOwnAddress", { ...lines, source: text().nullable() }).nullable(),
  propertyId,
  propertyName: text(),
  ownerships: listOf(camelRecord("UnitOwnership", ownership)),
  ownershipHistory: listOf(camelRecord("UnitOwnershipPast", { ...ownership, validTo: day().nullable() })),
  sharesComplete: flag(),
  totalSharePercent: decimal(),
  leases: listOf(UnitLease),
});

const UnitOwnAddressInput = record("UnitOwnAddressInput", {
  line1: input.emptyText(),
  line2: input.emptyText(),
  line3: input.emptyText(),
  postalCode: input.emptyText(),
  city: input.emptyText(),
});

const parts = {
  ownAddress: UnitOwnAddressInput.nullable().exactOptional(),
  allocations: listOf(
    record("UnitAllocationInput", { shareKeyId: uuid<"ShareKey">(), shares: integer() }),
  ).exactOptional(),
};

/** The body that creates a unit. */
export const UnitCreation = record("UnitCreate", { ...creationShape(unitRecord), ...parts });

/** The body that changes a unit. */
export const UnitChange = record("UnitInput", { ...patchShape(unitRecord), ...parts });

const units = familyOperations({
  path: `${RENTAL_BASE}/units`,
  tag: "units",
  id: uuid<"Unit">(),
  list: unitListing,
  listed: ListedUnit,
  output: UnitRecord,
  creation: UnitCreation,
  change: UnitChange,
  every: { mandataire: true },
  writing: {},
  bodied: {},
});

export const unitOperations = operations({
  listUnits: units.list("List units with current owners and tenants"),
  createUnit: units.create("Create a unit of a property"),
  getUnit: units.get("Get a unit with its ownerships and leases"),
  updateUnit: units.update("Update a unit; arrays are replaced"),
  deleteUnit: units.remove("Delete a unit without ownerships and leases"),
});
