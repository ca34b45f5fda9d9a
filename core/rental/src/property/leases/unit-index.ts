import type { PatchOf } from "@cartulary/kernel";
import { patchOf } from "@cartulary/kernel";
import { type LeaseUnit, type LeaseUnitId, unitIndexRecord } from "./lease-unit.ts";

/** The index by which the rent of a unit is revised, in inputs. A field that it leaves out keeps its value. */
export type UnitIndexInput = PatchOf<typeof unitIndexRecord>;

/** Returns the units with an index in the input, with that applied. */
export function changedUnitIndexes(
  units: readonly LeaseUnit[],
  sent: readonly (UnitIndexInput & { readonly leaseUnitId?: LeaseUnitId })[],
): readonly LeaseUnit[] {
  const patches = new Map(sent.map(({ leaseUnitId, ...input }) => [leaseUnitId, patchOf(unitIndexRecord, input)]));
  return units.flatMap((unit) => {
    const patch = patches.get(unit.id) ?? {};
    return Object.keys(patch).length === 0 ? [] : [{ ...unit, ...patch }];
  });
}
