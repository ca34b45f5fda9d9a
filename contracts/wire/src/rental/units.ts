import { ENERGY_CLASSES, UNIT_TYPES, unitListing } from "@cartulary/rental";
import { z } from "zod";
import { day, decimal, flag, instant, integer, listOf, ratio, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, record } from "../record.ts";
import { familyOperations } from "../record-operations.ts";
import { input } from "./estate-fields.ts";

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

/** Where a unit is, and whose address that is. */
const UnitAddress = camelRecord("UnitAddress", {
  ...lines,
  origin: z.enum(["own", "entrance", "property"]),
  formatted: text().nullable(),
});

const listed = {
  id: uuid<"Unit">(),
  identifier: text(),
  unitType: z.enum(UNIT_TYPES),
  areaSqm: decimal().nullable(),
  floor: text().nullable(),
  lotNumber: text().nullable(),
  active: flag(),
  externalId: text().nullable(),
  dateReception: day().nullable(),
  description: text().nullable(),
  allocations: listOf(UnitAllocation),
  address: UnitAddress.nullable(),
  owners: listOf(camelRecord("UnitOwner", { id: uuid<"OwnerActor">(), name: text(), shareRatio: ratio() })),
  activeLease: camelRecord("UnitActiveLease", {
    id: uuid<"Lease">(),
    reference: text(),
    status: text(),
  }).nullable(),
  updatedAt: instant(),
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
  energyClass: z.enum(ENERGY_CLASSES).nullable(),
  entranceId: uuid<"Entrance">().nullable(),
  entranceName: text().nullable(),
  ownAddress: camelRecord("UnitOwnAddress", { ...lines, source: text().nullable() }).nullable(),
  propertyId: uuid<"Property">(),
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

const changeFields = {
  unitType: input.choice(UNIT_TYPES),
  areaSqm: input.emptyDecimal(),
  floor: input.emptyText(),
  description: input.emptyText(),
  lotNumber: input.emptyText(),
  active: input.flag(),
  externalId: input.emptyText(),
  dateReception: input.emptyDay(),
  energyClass: input.emptyChoice(ENERGY_CLASSES),
  entranceId: input.emptyId<"Entrance">(),
  ownAddress: UnitOwnAddressInput.nullable().exactOptional(),
  allocations: listOf(
    record("UnitAllocationInput", { shareKeyId: uuid<"ShareKey">(), shares: integer() }),
  ).exactOptional(),
};

/** What is said of a unit that is being made. */
export const UnitCreation = record("UnitCreate", {
  propertyId: uuid<"Property">(),
  identifier: text(),
  ...changeFields,
});

/** What may be said of a unit. */
export const UnitChange = record("UnitInput", { identifier: input.text(), ...changeFields });

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

/** What can be done with units. */
export const unitOperations = operations({
  listUnits: units.list("The units, with whose they are and who rents them today"),
  createUnit: units.create("Make a unit of a property"),
  getUnit: units.get("One unit, with its ownerships and leases"),
  updateUnit: units.update("Change what is given of a unit; an array replaces the present one"),
  deleteUnit: units.remove("Delete a unit that nobody owns or rents"),
});
