import { type Decimal, invalid } from "@cartulary/kernel";
import { rational, type Share } from "@cartulary/ledger";
import { fieldError } from "../../agency/field-rules.ts";
import type { ShareKey } from "../../property/properties/share-key.ts";
import type { UnitId, UnitType } from "../../property/units/unit.ts";

/** A unit, as far as it decides the division of charges. */
export interface ChargedUnit {
  readonly id: UnitId;
  readonly identifier: string;
  readonly unitType: UnitType;
  readonly areaSqm: Decimal | null;
  /** Units that the agency no longer manages bear nothing. */
  readonly active: boolean;
}

/** A share key with the shares of each unit. */
export interface AllocatedKey {
  readonly key: ShareKey;
  readonly shares: ReadonlyMap<UnitId, number>;
}

/** Returns the number of people who count for a unit; for keys of the strategy `headcount`. */
export type Headcount = (unitId: UnitId) => number;

/**
 * Returns the units that bear charges with their weights, as {@link AllocatedKey} says (effects.md 3 and 6). Without a
 * key: by area where all units that count have one, else equally; likewise for a key whose weights are all zero. A key
 * by shares needs {@link requireCompleteShares} before. Empty if no unit counts.
 */
export function unitWeights(
  units: readonly ChargedUnit[],
  allocated: AllocatedKey | null,
  headcount: Headcount,
): readonly Share[] {
  const counted = countedUnits(units, allocated);
  const weights = counted.map((unit) => ({ id: unit.id, weight: rational(weightOf(unit, allocated, headcount)) }));
  if (allocated && weights.some(({ weight }) => weight.numerator > 0n)) return weights;
  return weightsWithoutKey(counted);
}

/** The strategy of a key; `shares` if it names none. */
export const strategyOf = ({ key }: AllocatedKey): NonNullable<ShareKey["distributionStrategy"]> =>
  key.distributionStrategy ?? "shares";

/** Returns the units that bear charges: those that the agency manages, without the types that a key excludes. */
export function countedUnits(units: readonly ChargedUnit[], allocated: AllocatedKey | null): readonly ChargedUnit[] {
  const excluded = new Set<string>(allocated?.key.excludedUnitTypes);
  return units.filter(({ active, unitType }) => active && !excluded.has(unitType));
}

function weightOf(unit: ChargedUnit, allocated: AllocatedKey | null, headcount: Headcount): number {
  if (allocated === null) return 0;
  const strategy = strategyOf(allocated);
  if (strategy === "equal") return 1;
  if (strategy === "area") return unit.areaSqm ?? 0;
  return strategy === "headcount" ? headcount(unit.id) : (allocated.shares.get(unit.id) ?? 0);
}

function weightsWithoutKey(units: readonly ChargedUnit[]): readonly Share[] {
  const haveAreas = units.every(({ areaSqm }) => areaSqm !== null && areaSqm > 0);
  return units.map(({ id, areaSqm }) => ({ id, weight: rational(haveAreas ? (areaSqm ?? 0) : 1) }));
}

/**
 * Throws 422 `shares_incomplete` with the field in the details if the shares of a key by shares do not come to its total,
 * or if a unit of an excluded type has shares. Inactive units count here: their shares are the owner's.
 */
export function requireCompleteShares(field: string, allocated: AllocatedKey, units: readonly ChargedUnit[]): void {
  if (strategyOf(allocated) !== "shares") return;
  const excluded = new Set<string>(allocated.key.excludedUnitTypes);
  const sum = units.reduce((total, { id }) => total + (allocated.shares.get(id) ?? 0), 0);
  const isExcludedAllocated = units.some(
    ({ id, unitType }) => excluded.has(unitType) && (allocated.shares.get(id) ?? 0) > 0,
  );
  if (sum === allocated.key.total && !isExcludedAllocated) return;
  const message = isExcludedAllocated
    ? "gives shares to a unit of an excluded type"
    : `has shares of ${sum} in total instead of ${allocated.key.total}`;
  throw invalid(fieldError(field, "shares_incomplete", message));
}
