import { appendAll, type FieldError, inputErrors, newRecord, patchOf, throwIfInvalid } from "@cartulary/kernel";
import { unknownError } from "../../agency/field-rules.ts";
import type { EstateFamily, EstateRecords } from "../estate/estate-use-cases.ts";
import type { EstateStores } from "../ports.ts";
import { allocationErrors } from "./allocation.ts";
import {
  type ListedUnit,
  type NewUnitInput,
  ownAddressRule,
  type Unit,
  type UnitField,
  type UnitInput,
  unitRecord,
} from "./unit.ts";
import type { UnitDetail } from "./unit-detail.ts";

/** Units. A unit with an ownership or a lease cannot be removed. */
export type Units = EstateRecords<Unit, UnitField, ListedUnit, UnitDetail, UnitInput, NewUnitInput>;

export const units: EstateFamily<EstateStores, Unit, UnitField, ListedUnit, UnitDetail, UnitInput, NewUnitInput> = {
  collection: "units",
  storeOf: ({ units }) => units,

  async make(stores, input, id, { mandataireId, now }) {
    const { propertyId } = input;
    const propertyExists = (await stores.properties.lock(propertyId)) !== null;
    const errors = await unitErrors(stores, input, propertyId);
    throwIfInvalid(propertyExists ? errors : [unknownError("propertyId"), ...errors]);
    const own = { ...newRecord(unitRecord, input), ownAddress: null, ...addressIn(input) };
    return { ...own, mandataireId, id, createdAt: now, updatedAt: now };
  },

  async change(stores, unit, input, { now }) {
    if (input.entranceId || input.allocations) await stores.properties.lock(unit.propertyId);
    throwIfInvalid(await unitErrors(stores, input, unit.propertyId));
    return { ...unit, ...patchOf(unitRecord, input), ...addressIn(input), updatedAt: now };
  },

  async writeRelated({ allocations }, { record: { id }, input }) {
    if (input.allocations) await allocations.replace(id, input.allocations);
    return [];
  },

  isUndeletable: async ({ units }, { id }) => units.hasDependents(id),

  removeRelated: ({ allocations }, { id }) => allocations.replace(id, []),
};

/**
 * Returns the errors of an input. The caller has locked the property if the input refers to its parts, so that these
 * are not removed meanwhile.
 */
async function unitErrors(
  { entrances, shareKeys }: EstateStores,
  input: UnitInput,
  propertyId: Unit["propertyId"],
): Promise<readonly FieldError[]> {
  const { entranceId, ownAddress, allocations } = input;
  const addressError = ownAddress && ownAddressRule.errorOf("ownAddress", ownAddress);
  const errors = [...inputErrors(unitRecord, input), ...(addressError ? [addressError] : [])];
  if (entranceId && !(await entrances.of(propertyId)).some(({ id }) => id === entranceId))
    errors.push(unknownError("entranceId"));
  if (allocations) {
    const keys = await shareKeys.of(propertyId);
    appendAll(errors, allocationErrors(allocations, new Set(keys.map(({ id }) => id))));
  }
  return errors;
}

const addressIn = ({ ownAddress }: UnitInput): Partial<Pick<Unit, "ownAddress">> =>
  ownAddress === undefined ? {} : { ownAddress: ownAddressRule.normalize(ownAddress) };
