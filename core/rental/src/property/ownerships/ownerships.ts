import { type CreationOf, type FieldError, inputErrors, newRecord, patchOf, throwIfInvalid } from "@cartulary/kernel";
import { missingErrors, unknownError } from "../../agency/field-rules.ts";
import type { EstateFamily, EstateRecords } from "../estate/estate-use-cases.ts";
import type { EstateStores } from "../ports.ts";
import {
  type Ownership,
  type OwnershipField,
  type OwnershipInput,
  ownershipErrors,
  ownershipRecord,
} from "./ownership.ts";

/**
 * Ownerships over time. The shares of a day need not add up to one: `sharesComplete` of the unit tells. A sale ends the
 * ownerships of the sellers and begins those of the buyers.
 */
export type Ownerships = EstateRecords<Ownership, OwnershipField, Ownership, Ownership, OwnershipInput, OwnershipInput>;

export const ownerships: EstateFamily<
  EstateStores,
  Ownership,
  OwnershipField,
  Ownership,
  Ownership,
  OwnershipInput,
  OwnershipInput
> = {
  collection: "ownerships",
  storeOf: ({ ownerships }) => ownerships,
  links: ["unitId"],

  async make(stores, input, id, { mandataireId, now }) {
    throwIfInvalid([
      ...missingErrors(ownershipRecord, input),
      ...inputErrors(ownershipRecord, input),
      ...(await unknownErrors(stores, input)),
    ]);
    const whole = input as CreationOf<typeof ownershipRecord>;
    const ownership = { ...newRecord(ownershipRecord, whole), mandataireId, id, createdAt: now, updatedAt: now };
    throwIfInvalid(ownershipErrors(ownership));
    return ownership;
  },

  async change(stores, ownership, input, { now }) {
    throwIfInvalid([...inputErrors(ownershipRecord, input), ...(await unknownErrors(stores, input))]);
    const changed = { ...ownership, ...patchOf(ownershipRecord, input), updatedAt: now };
    throwIfInvalid(ownershipErrors(changed));
    return changed;
  },
};

/** Returns errors for a unit or owner that does not exist. Locks both, so that they are not removed meanwhile. */
async function unknownErrors(
  { owners, units }: EstateStores,
  { ownerId, unitId }: OwnershipInput,
): Promise<readonly FieldError[]> {
  return [
    ...(unitId !== undefined && !(await units.lock(unitId)) ? [unknownError("unitId")] : []),
    ...(ownerId !== undefined && !(await owners.lock(ownerId)) ? [unknownError("ownerId")] : []),
  ];
}
