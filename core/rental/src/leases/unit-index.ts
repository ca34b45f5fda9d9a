import type { Day, Decimal } from "@cartulary/kernel";
import { aDay, anything, decimalOf, type FieldRules, nullable, patchOf } from "../estate/fields.ts";
import type { IndexType, LeaseUnit, LeaseUnitId } from "./lease-unit.ts";

/** By which index the rent of a unit is revised. An absent field keeps its value. */
export interface UnitIndexInput {
  readonly indexType?: IndexType;
  /** Any day of the quarter that the rent is based on. */
  readonly indexBaseDate?: Day | null;
  readonly indexBaseValue?: Decimal | null;
}

/** A value of an index is above zero (estate.md 5.1). */
const INDEX_MAX = 999_999_999_999;

/** What each field of it has to be. */
export const unitIndexRules: FieldRules<UnitIndexInput> = {
  indexType: anything(),
  indexBaseDate: nullable(aDay),
  indexBaseValue: nullable(decimalOf(4, 1, INDEX_MAX)),
};

/** Those of some units of which something else is said than before, as it is said. */
export function changedIndices(
  units: readonly LeaseUnit[],
  sent: readonly (UnitIndexInput & { readonly leaseUnitId?: LeaseUnitId })[],
): readonly LeaseUnit[] {
  const unitTerms = new Map(sent.map(({ leaseUnitId, ...input }) => [leaseUnitId, patchOf(unitIndexRules, input)]));
  return units.flatMap((unit) => {
    const patch = unitTerms.get(unit.id) ?? {};
    return Object.keys(patch).length === 0 ? [] : [{ ...unit, ...patch }];
  });
}
