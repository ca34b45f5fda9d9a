import { ACQUISITION_TYPES, ownershipListing } from "@cartulary/rental";
import { z } from "zod";
import { day, instant, integer, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, needed, record } from "../record.ts";
import { familyOperations } from "../record-operations.ts";
import { input } from "./estate-fields.ts";

/** That somebody has a part of a unit, from a day to a day. */
export const OwnershipRecord = camelRecord("Ownership", {
  id: uuid<"Ownership">(),
  ownerId: uuid<"OwnerActor">(),
  unitId: uuid<"Unit">(),
  shareNumerator: integer(),
  shareDenominator: integer(),
  validFrom: day().nullable(),
  validTo: day().nullable(),
  acquisitionDate: day().nullable(),
  acquisitionType: z.enum(ACQUISITION_TYPES).nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  mandataireId: uuid<"Mandataire">(),
});

const dates = {
  validFrom: input.emptyDay(),
  validTo: input.emptyDay(),
  acquisitionDate: input.emptyDay(),
  acquisitionType: input.choice(ACQUISITION_TYPES),
};

/** What is said of an ownership that is being made. */
export const OwnershipCreation = record("OwnershipCreate", {
  ownerId: needed(input.id<"OwnerActor">()),
  unitId: needed(input.id<"Unit">()),
  shareNumerator: needed(input.integer()),
  shareDenominator: needed(input.integer()),
  ...dates,
});

/** What may be said of an ownership. */
export const OwnershipChange = record("OwnershipInput", {
  ownerId: input.id<"OwnerActor">(),
  unitId: input.id<"Unit">(),
  shareNumerator: input.integer(),
  shareDenominator: input.integer(),
  ...dates,
});

const ownerships = familyOperations({
  path: `${RENTAL_BASE}/ownerships`,
  tag: "ownerships",
  id: uuid<"Ownership">(),
  list: ownershipListing,
  listed: OwnershipRecord,
  output: OwnershipRecord,
  creation: OwnershipCreation,
  change: OwnershipChange,
  every: { mandataire: true },
  writing: {},
  bodied: { wrapper: "ownership" },
});

/** What can be done with ownerships. */
export const ownershipOperations = operations({
  listOwnerships: ownerships.list("The ownerships, past and to come"),
  createOwnership: ownerships.create("Record that somebody has a part of a unit"),
  getOwnership: ownerships.get("One ownership"),
  updateOwnership: ownerships.update("Change what is given of an ownership"),
  deleteOwnership: ownerships.remove("Delete an ownership"),
});
