import type { Day } from "@cartulary/kernel";
import {
  apportion,
  type Cents,
  minus,
  plus,
  type Rational,
  rational,
  round,
  sum,
  times,
  ZERO,
} from "@cartulary/ledger";
import { reduceFraction } from "../../property/ownerships/fraction.ts";
import type { UnitId } from "../../property/units/unit.ts";
import { type ChargeLine, daysThrough, type TenantCharges, type TenantShare } from "./charge-statement.ts";
import { type AllocatedKey, type ChargedUnit, countedUnits, strategyOf, unitWeights } from "./distribution.ts";
import type { CalledProvision, ChargedLetting, DaySpan, UnitOccupant } from "./ports.ts";

/** All that divides the lines of a statement. */
export interface StatementBasis {
  readonly period: DaySpan;
  readonly units: readonly ChargedUnit[];
  /** The lease units of the property that are let in the period. */
  readonly lettings: readonly ChargedLetting[];
  readonly keys: ReadonlyMap<string, AllocatedKey>;
  /** The tenants and occupants of the units in the period. */
  readonly occupants: readonly UnitOccupant[];
  readonly provisions: readonly CalledProvision[];
  /** Periods of other statements of the property, which have settled the provisions of their days. */
  readonly settled: readonly DaySpan[];
}

/** A line with the unit that bears it alone; `null` for the whole property. */
export interface LineToShare extends ChargeLine {
  readonly unitId: UnitId | null;
}

/** The accounts of the tenants, and what is left to the owners. */
export interface SharedCharges {
  readonly tenants: readonly TenantCharges[];
  readonly remainderCents: Cents;
}

/**
 * Divides the recoverable part of each line by the share of each unit and the days that it is let (effects.md 3.2). The
 * shares of a line and its remainder, of vacant units and of flat leases, come to its recoverable part. Provisions that
 * straddle the period count by days.
 */
export function shareCharges(lines: readonly LineToShare[], basis: StatementBasis): SharedCharges {
  const lettings = basis.lettings.filter(({ chargeType }) => chargeType === "provision");
  const parts = lines.map((line) => ({ line, ...dividedLine(line, lettings, basis) }));
  const tenants = lettings.map((letting, index): TenantCharges => {
    const shares = parts.map(({ line, amounts }): TenantShare => {
      const { shareKeyId, chargeNature, recoverableCents } = line;
      return { shareKeyId, chargeNature, recoverableCents, shareCents: amounts[index] ?? ZERO };
    });
    const shareCents = sum(shares.map((share) => share.shareCents));
    const provisionsCents = provisionsOf(letting, basis);
    const { leaseUnitId, leaseId, leaseReference, unitIdentifier } = letting;
    const { from, to } = clipped(letting, basis.period);
    return {
      ...{ leaseUnitId, leaseId, leaseReference, unitIdentifier, days: daysThrough(from, to), lastDay: to },
      ...{ shareCents, provisionsCents, balanceCents: minus(shareCents, provisionsCents), lines: shares },
    };
  });
  return { tenants, remainderCents: sum(parts.map(({ remainderCents }) => remainderCents)) };
}

/** The id of the remainder, which sorts after every lease unit. */
const REMAINDER = "~";

function dividedLine(line: LineToShare, lettings: readonly ChargedLetting[], basis: StatementBasis) {
  const weights = weightsOf(line, lettings, basis);
  const used = weights.reduce((all, weight) => reduceFraction(plus(all, weight)), rational(0));
  const left = reduceFraction({ numerator: used.denominator - used.numerator, denominator: used.denominator });
  const shares = lettings.map(({ leaseUnitId }, index) => ({ id: leaseUnitId, weight: weights[index] ?? rational(0) }));
  // More than the whole is let where leases overlap: then they bear all of it by their weights.
  const remainder = left.numerator > 0n ? left : rational(0);
  const amounts = apportion(line.recoverableCents, [...shares, { id: REMAINDER, weight: remainder }]);
  return { amounts, remainderCents: amounts.at(-1) ?? ZERO };
}

/** Returns the weight of each letting, 1 being the whole line. */
function weightsOf(line: LineToShare, lettings: readonly ChargedLetting[], basis: StatementBasis): readonly Rational[] {
  const allocated = line.shareKeyId === null ? null : (basis.keys.get(line.shareKeyId) ?? null);
  if (line.unitId === null && allocated && strategyOf(allocated) === "headcount")
    return headcountWeights(lettings, allocated, basis);
  const all = daysThrough(basis.period.from, basis.period.to);
  const units = line.unitId === null ? unitParts(allocated, basis) : new Map([[line.unitId, rational(1)]]);
  return lettings.map((letting) => {
    const { from, to } = clipped(letting, basis.period);
    const days = { numerator: BigInt(daysThrough(from, to)), denominator: BigInt(all) };
    return reduceFraction(times(units.get(letting.unitId) ?? rational(0), days));
  });
}

/** Returns each unit's part of the property: its shares of the key's total, else its weight of all weights. */
function unitParts(allocated: AllocatedKey | null, { units }: StatementBasis): ReadonlyMap<UnitId, Rational> {
  if (allocated !== null && strategyOf(allocated) === "shares") {
    const { key, shares } = allocated;
    return new Map(countedUnits(units, allocated).map(({ id }) => [id, rational(shares.get(id) ?? 0, key.total)]));
  }
  const weights = unitWeights(units, allocated, () => 0);
  // Weights are whole numbers.
  const denominator = weights.reduce((all, { weight }) => all + weight.numerator, 0n);
  return new Map(weights.map(({ id, weight: { numerator } }) => [id as UnitId, { numerator, denominator }]));
}

/** Each day's part of the line is divided by the people of that day; a day without any is the owners'. */
function headcountWeights(
  lettings: readonly ChargedLetting[],
  { key }: AllocatedKey,
  { period, units, occupants }: StatementBasis,
): readonly Rational[] {
  const excluded = new Set<string>(key.excludedUnitTypes);
  const counted = new Set(units.filter((each) => each.active && !excluded.has(each.unitType)).map(({ id }) => id));
  const present = occupants.filter(({ unitId }) => counted.has(unitId));
  const totals = lettings.map(() => rational(0));
  const days = daysIn(period);
  for (const day of days) {
    const people = present.filter((each) => isOn(each, day));
    const ofUnits = Map.groupBy(people, ({ unitId }) => unitId);
    for (const [index, letting] of lettings.entries()) {
      const heads = isOn(letting, day) ? (ofUnits.get(letting.unitId)?.length ?? 0) : 0;
      if (heads === 0) continue;
      const part = { numerator: BigInt(heads), denominator: BigInt(people.length * days.length) };
      totals[index] = reduceFraction(plus(totals[index] ?? rational(0), part));
    }
  }
  return totals;
}

const isOn = ({ from, to }: { readonly from: Day | null; readonly to: Day | null }, day: Day): boolean =>
  (from === null || from <= day) && (to === null || day <= to);

function daysIn({ from, to }: DaySpan): readonly Day[] {
  const first = Date.parse(from);
  return Array.from(
    { length: daysThrough(from, to) },
    (_, index) => new Date(first + index * 86_400_000).toISOString().slice(0, "YYYY-MM-DD".length) as Day,
  );
}

/** Returns the days of a letting within a span. */
function clipped({ from, to }: ChargedLetting, span: DaySpan): DaySpan {
  return { from: from > span.from ? from : span.from, to: to === null || to > span.to ? span.to : to };
}

/** Returns the provisions called for the days of a period, less those that another statement has settled. */
function provisionsOf({ leaseUnitId }: ChargedLetting, { provisions, period, settled }: StatementBasis): Cents {
  const own = provisions.filter((provision) => provision.leaseUnitId === leaseUnitId);
  return sum(
    own.map((provision) => {
      const inside = overlapOf(provision, period);
      const days = inside === null ? 0 : daysThrough(inside.from, inside.to) - settledDays(inside, settled);
      const part = { numerator: BigInt(days), denominator: BigInt(daysThrough(provision.from, provision.to)) };
      return round(times(rational(provision.amountCents), part));
    }),
  );
}

/** Counts the days of a span in any of others, each once: statements of several keys may settle the same days. */
function settledDays(span: DaySpan, others: readonly DaySpan[]): number {
  const inside = others.flatMap((other) => overlapOf(span, other) ?? []);
  let [days, last] = [0, ""];
  for (const { from, to } of inside.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    if (to <= last) continue;
    days += daysThrough(from, to) - (from <= last ? daysThrough(from, last as Day) : 0);
    last = to;
  }
  return days;
}

function overlapOf(one: DaySpan, other: DaySpan): DaySpan | null {
  const from = one.from > other.from ? one.from : other.from;
  const to = one.to < other.to ? one.to : other.to;
  return from <= to ? { from, to } : null;
}
