import { appendAll, type FieldError, requireSound } from "@cartulary/kernel";
import type { EstateFamily, EstateRecords } from "../estate/family.ts";
import { inputErrors, patchOf, unknownError } from "../estate/fields.ts";
import type { EstateStores } from "../ports.ts";
import { allocationErrors } from "./allocation.ts";
import {
  blankUnit,
  type ListedUnit,
  type NewUnitInput,
  type Unit,
  type UnitField,
  type UnitInput,
  unitRules,
} from "./unit.ts";
import type { UnitDetail } from "./unit-detail.ts";

/** Units. One with an ownership or a lease stays. */
export type Units = EstateRecords<Unit, UnitField, ListedUnit, UnitDetail, UnitInput, NewUnitInput>;

export const units: EstateFamily<EstateStores, Unit, UnitField, ListedUnit, UnitDetail, UnitInput, NewUnitInput> = {
  collection: "units",
  storeOf: ({ units }) => units,

  async make(stores, { propertyId, ...input }, id, { mandataireId, now }) {
    const isKnown = (await stores.properties.lock(propertyId)) !== null;
    const errors = await unitErrors(stores, input, propertyId);
    requireSound(isKnown ? errors : [unknownError("propertyId"), ...errors]);
    const { allocations: _, ...own } = input;
    const patch = patchOf(unitRules, own);
    return { ...blankUnit, ...patch, mandataireId, id, propertyId, createdAt: now, updatedAt: now };
  },

  async change(stores, unit, input, { now }) {
    if (input.entranceId || input.allocations) await stores.properties.lock(unit.propertyId);
    requireSound(await unitErrors(stores, input, unit.propertyId));
    const { allocations: _, ...own } = input;
    return { ...unit, ...patchOf(unitRules, own), updatedAt: now };
  },

  async writeBeside({ allocations }, { record: { id }, input }) {
    if (input.allocations) await allocations.replace(id, input.allocations);
    return [];
  },

  isKept: async ({ units }, { id }) => units.hasDependents(id),

  removeBeside: ({ allocations }, { id }) => allocations.replace(id, []),
};

/** The property is locked: what it has stays while somebody refers to it. */
async function unitErrors(
  { entrances, shareKeys }: EstateStores,
  { allocations, ...own }: UnitInput,
  propertyId: Unit["propertyId"],
): Promise<readonly FieldError[]> {
  const errors = [...inputErrors(unitRules, own)];
  if (own.entranceId && !(await entrances.of(propertyId)).some(({ id }) => id === own.entranceId))
    errors.push(unknownError("entranceId"));
  if (allocations) {
    const keys = await shareKeys.of(propertyId);
    appendAll(errors, allocationErrors(allocations, new Set(keys.map(({ id }) => id))));
  }
  return errors;
}
