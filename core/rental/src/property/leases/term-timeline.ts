import { type Day, dayBefore, type Instant } from "@cartulary/kernel";
import { type Cents, minus, rational, round, sum, ZERO } from "@cartulary/ledger";
import { earlierEnd } from "../../agency/time/interval.ts";
import type { LeaseUnitId } from "./lease-unit.ts";
import type { LeaseTerm, LeaseUnitTerm } from "./term.ts";

/** The days of one term. */
type Span = Pick<LeaseTerm, "effectiveFrom" | "effectiveTo" | "effectiveToGiven">;

/** A term with the rents it sets itself. */
export interface TermWithUnits extends LeaseTerm {
  readonly units: readonly LeaseUnitTerm[];
}

/** Rents by unit. */
export type UnitTerms = ReadonlyMap<LeaseUnitId, LeaseUnitTerm>;

/**
 * Orders the terms of one lease by first day. Each ends on the day before the next, or earlier on its explicit last day
 * (estate.md 1.5). First days must be distinct.
 */
export function orderedTerms<Term extends Span>(terms: readonly Term[]): readonly Term[] {
  const sorted = terms.toSorted((one, other) => (one.effectiveFrom < other.effectiveFrom ? -1 : 1));
  return sorted.map((term, index) => {
    const next = sorted[index + 1];
    return { ...term, effectiveTo: earlierEnd(term.effectiveToGiven, next ? dayBefore(next.effectiveFrom) : null) };
  });
}

/**
 * Adds to each of {@link orderedTerms} the rents of all units: for units without a rent in the term, those of the
 * preceding term (estate.md 1.5). Terms without rents share one map.
 */
export function withUnitTerms<Term extends Pick<TermWithUnits, "units">>(
  terms: readonly Term[],
): readonly (Term & { readonly unitTerms: UnitTerms })[] {
  let unitTerms: UnitTerms = new Map();
  return terms.map((term) => {
    if (term.units.length > 0) unitTerms = new Map([...unitTerms, ...byUnit(term.units)]);
    return { ...term, unitTerms };
  });
}

export function byUnit(units: readonly LeaseUnitTerm[]): UnitTerms {
  return new Map(units.map((unit) => [unit.leaseUnitId, unit]));
}

/** Returns the rents of all units in the last of {@link orderedTerms}; empty without terms. */
export function unitTermsOf(terms: readonly Pick<TermWithUnits, "units">[]): UnitTerms {
  return byUnit(terms.flatMap(({ units }) => units));
}

/** Returns the rents of all units as set by the terms before a day. */
export function unitTermsBefore(terms: readonly TermWithUnits[], day: Day): UnitTerms {
  return unitTermsOf(orderedTerms(terms.filter(({ effectiveFrom }) => effectiveFrom < day)));
}

/** Returns the terms whose last day or rents differ from before, with a new `updatedAt`. New terms are left out. */
export function changedTerms(
  before: readonly TermWithUnits[],
  after: readonly TermWithUnits[],
  now: Instant,
): readonly TermWithUnits[] {
  const was = new Map(withUnitTerms(before).map((term) => [term.id, term]));
  return withUnitTerms(after).flatMap((term) => {
    const old = was.get(term.id);
    if (!old || (old.effectiveTo === term.effectiveTo && areEqual(old.unitTerms, term.unitTerms))) return [];
    const { unitTerms: _, ...changed } = term;
    return [{ ...changed, updatedAt: now }];
  });
}

/** Compares by identity: rents are never mutated. */
function areEqual(one: UnitTerms, other: UnitTerms): boolean {
  return one.size === other.size && [...one].every(([unit, element]) => other.get(unit) === element);
}

/**
 * Returns the term that represents a lease on a day: the current one, else the first to come, else the last (estate.md
 * 1.2).
 */
export function termOn<Term extends Pick<LeaseTerm, "effectiveFrom">>(terms: readonly Term[], day: Day): Term | null {
  return terms.findLast(({ effectiveFrom }) => effectiveFrom <= day) ?? terms[0] ?? null;
}

/** Returns the monthly rent, halves of a cent away from zero. */
export function monthlyCents(annualAmountCents: Cents): Cents {
  return round(rational(annualAmountCents, 12));
}

/** Monthly totals of units: base rent without VAT, charge provision, and their sum. */
export interface MonthlyAmounts {
  readonly baseRentCents: Cents;
  readonly chargeProvisionCents: Cents;
  readonly totalCents: Cents;
}

const NOTHING: MonthlyAmounts = { baseRentCents: ZERO, chargeProvisionCents: ZERO, totalCents: ZERO };

/**
 * Adds monthly totals to each of {@link orderedTerms}. Each unit is rounded separately, as in billing. Updates running
 * totals, so that the cost is proportional to the rents that terms set.
 */
export function withMonthlyAmounts<Term extends Pick<TermWithUnits, "units">>(
  terms: readonly Term[],
): readonly (Term & { readonly amounts: MonthlyAmounts })[] {
  const amountsByUnit = new Map<LeaseUnitId, MonthlyAmounts>();
  let amounts = NOTHING;
  return terms.map((term) => {
    for (const [id, unit] of byUnit(term.units)) {
      const own = amountsOfUnit(unit);
      amounts = replaceSummand(amounts, amountsByUnit.get(id) ?? NOTHING, own);
      amountsByUnit.set(id, own);
    }
    return { ...term, amounts };
  });
}

function amountsOfUnit({ annualAmountCents, chargeProvisionCents }: LeaseUnitTerm): MonthlyAmounts {
  const [baseRentCents, charges] = [monthlyCents(annualAmountCents), chargeProvisionCents ?? ZERO];
  return { baseRentCents, chargeProvisionCents: charges, totalCents: sum([baseRentCents, charges]) };
}

/** Returns the sum with one summand replaced. */
function replaceSummand(all: MonthlyAmounts, old: MonthlyAmounts, own: MonthlyAmounts): MonthlyAmounts {
  const within = (part: keyof MonthlyAmounts) => sum([minus(all[part], old[part]), own[part]]);
  return {
    baseRentCents: within("baseRentCents"),
    chargeProvisionCents: within("chargeProvisionCents"),
    totalCents: within("totalCents"),
  };
}
