import { type Day, dayBefore, type Instant } from "@cartulary/kernel";
import { type Cents, minus, rational, round, sum, ZERO } from "@cartulary/ledger";
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

/** What the last of {@link arranged} terms says of every unit; nothing where there is no term. */
export function unitTermsOf(terms: readonly Pick<TermWithUnits, "units">[]): UnitTerms {
  return byUnit(terms.flatMap(({ units }) => units));
}

/** What the terms before a day say of every unit. */
export function unitTermsBefore(terms: readonly TermWithUnits[], day: Day): UnitTerms {
  return unitTermsOf(arranged(terms.filter(({ effectiveFrom }) => effectiveFrom < day)));
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

const NOTHING: MonthlyAmounts = { baseRentCents: ZERO, chargeProvisionCents: ZERO, totalCents: ZERO };

/**
 * What each of {@link arranged} terms comes to, all units taken together. Each unit is rounded by itself, as it is billed;
 * the work is that of the elements that are named.
 */
export function withMonthlyAmounts<Term extends Pick<TermWithUnits, "units">>(
  terms: readonly Term[],
): readonly (Term & { readonly amounts: MonthlyAmounts })[] {
  const amountsByUnit = new Map<LeaseUnitId, MonthlyAmounts>();
  let amounts = NOTHING;
  return terms.map((term) => {
    for (const [id, unit] of byUnit(term.units)) {
      const own = amountsOfUnit(unit);
      amounts = replaced(amounts, amountsByUnit.get(id) ?? NOTHING, own);
      amountsByUnit.set(id, own);
    }
    return { ...term, amounts };
  });
}

function amountsOfUnit({ annualAmountCents, chargeProvisionCents }: LeaseUnitTerm): MonthlyAmounts {
  const [baseRentCents, charges] = [monthlyCents(annualAmountCents), chargeProvisionCents ?? ZERO];
  return { baseRentCents, chargeProvisionCents: charges, totalCents: sum([baseRentCents, charges]) };
}

/** A sum in which something stands for what was there. */
function replaced(all: MonthlyAmounts, old: MonthlyAmounts, own: MonthlyAmounts): MonthlyAmounts {
  const within = (part: keyof MonthlyAmounts) => sum([minus(all[part], old[part]), own[part]]);
  return {
    baseRentCents: within("baseRentCents"),
    chargeProvisionCents: within("chargeProvisionCents"),
    totalCents: within("totalCents"),
  };
}
