import { type FieldError, requireSound } from "@cartulary/kernel";
import type { EstateFamily, EstateRecords } from "../estate/family.ts";
import { fault, inputErrors, patchOf, unknownError } from "../estate/fields.ts";
import type { EstateStores } from "../ports.ts";
import {
  OWNERSHIP_REQUIRED,
  type Ownership,
  type OwnershipField,
  type OwnershipInput,
  ownershipErrors,
  ownershipRules,
} from "./ownership.ts";

/**
 * Ownerships over time. Those of a day need not come to the whole: `sharesComplete` of the unit says whether they do. What
 * was sold in halves is two ownerships that end, and as many that begin.
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
    const missing = OWNERSHIP_REQUIRED.filter((name) => input[name] === undefined);
    requireSound([
      ...missing.map((name) => fault(name, "blank", "can't be blank")),
      ...inputErrors(ownershipRules, input),
      ...(await unknownErrors(stores, input)),
    ]);
    const ownership = {
      ...{ validFrom: null, validTo: null, acquisitionDate: null, acquisitionType: null },
      ...patchOf(ownershipRules, input),
      ...{ mandataireId, id, createdAt: now, updatedAt: now },
    } as Ownership;
    requireSound(ownershipErrors(ownership));
    return ownership;
  },

  async change(stores, ownership, input, { now }) {
    requireSound([...inputErrors(ownershipRules, input), ...(await unknownErrors(stores, input))]);
    const changed = { ...ownership, ...patchOf(ownershipRules, input), updatedAt: now };
    requireSound(ownershipErrors(changed));
    return changed;
  },
};

/** Unit and owner are locked, so that they stay. */
async function unknownErrors(
  { owners, units }: EstateStores,
  { ownerId, unitId }: OwnershipInput,
): Promise<readonly FieldError[]> {
  return [
    ...(unitId !== undefined && !(await units.lock(unitId)) ? [unknownError("unitId")] : []),
    ...(ownerId !== undefined && !(await owners.lock(ownerId)) ? [unknownError("ownerId")] : []),
  ];
}
