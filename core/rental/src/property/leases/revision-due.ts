import { addMonths, addYears, type Day, type Quarter } from "@cartulary/kernel";
import { anniversaryOf, anniversaryYearOf, type RevisionDays, yearsUntil } from "./anniversaries.ts";
import {
  baseQuarterOf,
  type IndexClause,
  type PublishedIndices,
  type QuarterValue,
  referenceOf,
  valueIn,
} from "./revision-quarters.ts";

/** Terms of a lease's revisions. */
export interface RevisionTerms extends RevisionDays {
  readonly frequencyYears: number;
  /** Signature date, or the lease's start. */
  readonly signedOn: Day;
  readonly published: PublishedIndices;
}

/** Earlier revisions of a unit's rent. */
export interface PastRevisions {
  /** The last one by the unit's present index, against which the next is compared. */
  readonly last: LastRevision | null;
  /** Anniversary of the last one by any index: a rent is revised once per anniversary (estate.md 2.4). */
  readonly revisedOn: Day | null;
}

/** The last revision of a unit's rent by its present index. */
export interface LastRevision extends QuarterValue {
  readonly revisionDate: Day;
}

/** A revision of one unit's rent that can be applied. */
export interface DueRevision {
  readonly state: "due";
  /** The anniversary. */
  readonly revisionDate: Day;
  readonly reference: QuarterValue;
  readonly revision: QuarterValue;
}

/**
 * State of a unit's revision on a day: `due` can be applied, `unpublished` lacks an index value, `resting` is not due.
 */
export type UnitRevision =
  | DueRevision
  | { readonly state: "unpublished"; readonly revisionDate: Day; readonly period: Quarter | null }
  | { readonly state: "resting" };

const RESTING: UnitRevision = { state: "resting" };

/**
 * Returns the state of one unit's revision on a day. It concerns the latest anniversary, if that is less than a year
 * old, is one of revision, and has not been used (rental.md 2.1, estate.md 2.1).
 */
export function revisionOn(
  clause: IndexClause,
  { last, revisedOn }: PastRevisions,
  terms: RevisionTerms,
  today: Day,
): UnitRevision {
  const years = yearsUntil(terms, today);
  if (years === null || years < 1) return RESTING;
  const revisionDate = anniversaryOf(terms, years);
  if (today >= addMonths(revisionDate, 12) || (revisedOn !== null && revisedOn >= revisionDate)) return RESTING;
  const base = baseQuarterOf(clause, terms.signedOn, terms.published);
  if (base === null) return { state: "unpublished", revisionDate, period: null };
  const yearsSinceBase = years - anniversaryYearOf(terms, base);
  if (yearsSinceBase < 1 || yearsSinceBase % terms.frequencyYears !== 0) return RESTING;
  const period = addYears(base, yearsSinceBase);
  // A change of the revision month must not use the same quarter twice.
  if (last && last.period >= period) return RESTING;
  return withValues({ clause, base, revisionPeriod: period, last }, revisionDate, terms);
}

interface DueQuarters {
  readonly clause: IndexClause;
  readonly base: Quarter;
  readonly revisionPeriod: Quarter;
  readonly last: LastRevision | null;
}

function withValues(
  quarters: DueQuarters,
  revisionDate: Day,
  { frequencyYears, published }: RevisionTerms,
): UnitRevision {
  const { clause, base, revisionPeriod: period } = quarters;
  const value = valueIn(period, clause, base, published);
  const reference = referenceOf({ ...quarters, frequencyYears, published });
  if (value === null || reference === null) return { state: "unpublished", revisionDate, period };
  return { state: "due", revisionDate, reference, revision: { period, value } };
}

/** Returns the quarter of the next revision after a day without a due one; null without a base quarter. */
export function nextPeriodAfter(clause: IndexClause, terms: RevisionTerms, today: Day): Quarter | null {
  const base = baseQuarterOf(clause, terms.signedOn, terms.published);
  if (base === null) return null;
  const { frequencyYears: frequency } = terms;
  const yearsSinceBase = Math.max(0, (yearsUntil(terms, today) ?? 0) - anniversaryYearOf(terms, base));
  return addYears(base, yearsSinceBase - (yearsSinceBase % frequency) + frequency);
}
