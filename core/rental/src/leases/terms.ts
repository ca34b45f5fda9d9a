import { type Day, dayBefore, type Instant } from "@cartulary/kernel";
import { type Cents, rational, round, sum } from "@cartulary/ledger";
import { earlierEnd } from "../time/interval.ts";
import type { LeaseUnitId } from "./lease-unit.ts";
import type { LeaseTerm, LeaseUnitTerm } from "./term.ts";

/** The days of one term. */
type Span = Pick<LeaseTerm, "effectiveFrom" | "effectiveTo" | "effectiveToGiven">;

/** A term and what it names. */
export interface TermWithUnits extends LeaseTerm {
  readonly units: readonly LeaseUnitTerm[];
}

/** What is said of some units, by unit. */
export type UnitTerms = ReadonlyMap<LeaseUnitId, LeaseUnitTerm>;

/**
 * The terms of one lease in their order, each until the day before the next one, or until the earlier day that was asked
 * for (estate.md 1.5). Their first days all differ.
 */
export function arranged<Term extends Span>(terms: readonly Term[]): readonly Term[] {
  const sorted = terms.toSorted((one, other) => (one.effectiveFrom < other.effectiveFrom ? -1 : 1));
  return sorted.map((term, index) => {
    const next = sorted[index + 1];
    return { ...term, effectiveTo: earlierEnd(term.effectiveToGiven, next ? dayBefore(next.effectiveFrom) : null) };
  });
}

/**
 * What each of {@link arranged} terms says of every unit: of one that it does not name, what the term before said
 * (estate.md 1.5). The work is that of the elements that are named, and of the answer.
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

/** Elements by their unit. */
export function byUnit(units: readonly LeaseUnitTerm[]): UnitTerms {
  return new Map(units.map((unit) => [unit.leaseUnitId, unit]));
}

/** What the terms before a day say of every unit. */
export function unitTermsBefore(terms: readonly TermWithUnits[], day: Day): UnitTerms {
  return (
    withUnitTerms(arranged(terms.filter(({ effectiveFrom }) => effectiveFrom < day))).at(-1)?.unitTerms ?? new Map()
  );
}

/** Those of the terms after a change that are told otherwise than before: by their last day, or by what they say. */
export function retold(
  before: readonly TermWithUnits[],
  after: readonly TermWithUnits[],
  now: Instant,
): readonly TermWithUnits[] {
  const was = new Map(withUnitTerms(before).map((term) => [term.id, term]));
  return withUnitTerms(after).flatMap((term) => {
    const old = was.get(term.id);
    if (!old || (old.effectiveTo === term.effectiveTo && areSame(old.unitTerms, term.unitTerms))) return [];
    const { unitTerms: _, ...changed } = term;
    return [{ ...changed, updatedAt: now }];
  });
}

/** Elements are never changed in place: those that are the same say the same. */
function areSame(one: UnitTerms, other: UnitTerms): boolean {
  return one.size === other.size && [...one].every(([unit, element]) => other.get(unit) === element);
}

/** The term that a lease is told by on a day: the one of then, else the first to come, else the last (estate.md 1.2). */
export function termOn<Term extends Pick<LeaseTerm, "effectiveFrom">>(terms: readonly Term[], day: Day): Term | null {
  return terms.findLast(({ effectiveFrom }) => effectiveFrom <= day) ?? terms[0] ?? null;
}

/** The rent of a month, halves of a cent away from zero. */
export function monthlyCents(annualAmountCents: Cents): Cents {
  return round(rational(annualAmountCents, 12));
}

/** What some units come to by the month: base rent without VAT, charge provision, and both. */
export interface MonthlyAmounts {
  readonly baseRentCents: Cents;
  readonly chargeProvisionCents: Cents;
  readonly totalCents: Cents;
}

/** The sum of what is said of some units. Each unit is rounded by itself, as it is billed. */
export function monthlyAmounts(units: Iterable<LeaseUnitTerm>): MonthlyAmounts {
  const all = [...units];
  const baseRentCents = sum(all.map(({ annualAmountCents }) => monthlyCents(annualAmountCents)));
  const chargeProvisionCents = sum(all.map((unit) => unit.chargeProvisionCents ?? (0 as Cents)));
  return { baseRentCents, chargeProvisionCents, totalCents: sum([baseRentCents, chargeProvisionCents]) };
}
