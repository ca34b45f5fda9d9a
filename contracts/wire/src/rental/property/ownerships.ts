import { ownershipListing, ownershipRecord } from "@cartulary/rental/property";
import { uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";
import { familyOperations } from "../../record-operations.ts";
import { answerShape, lenientCreationShape, patchShape } from "../../record-shapes.ts";

/** The part of a unit that an owner has, for a time. */
export const OwnershipRecord = camelRecord("Ownership", answerShape(ownershipRecord));

/** The body that creates an ownership. */
export const OwnershipCreation = record("OwnershipCreate", lenientCreationShape(ownershipRecord));

/** The body that changes an ownership. */
export const OwnershipChange = record("OwnershipInput", patchShape(ownershipRecord));

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

export const ownershipOperations = operations({
  listOwnerships: ownerships.list("List ownerships, past and future included"),
  createOwnership: ownerships.create("Create an ownership of a unit"),
  getOwnership: ownerships.get("Get an ownership"),
  updateOwnership: ownerships.update("Update an ownership"),
  deleteOwnership: ownerships.remove("Delete an ownership"),
});
