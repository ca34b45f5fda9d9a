import { addMonths, addYears, type Day, type Quarter } from "@cartulary/kernel";
import { anniversaryOf, type RevisionDays, yearsAt, yearsUntil } from "./anniversaries.ts";
import {
  baseQuarterOf,
  type IndexClause,
  type PublishedIndices,
  type QuarterValue,
  referenceOf,
  valueIn,
} from "./revision-quarters.ts";

/** What revisions of a lease go by. */
export interface RevisionTerms extends RevisionDays {
  readonly frequencyYears: number;
  /** When the lease was signed, or began. */
  readonly signedOn: Day;
  readonly published: PublishedIndices;
}

/** What was done to a unit's rent before. */
export interface PastRevisions {
  /** The last by its present index, which the next one is compared with. */
  readonly last: LastRevision | null;
  /** The anniversary of the last by whatever index: a rent is revised once at each (estate.md 2.4). */
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
 * Where the revision of one unit's rent stands on a day: it can be applied; or it cannot since a value that it needs is not
 * published; or there is none, the next being another time.
 */
export type UnitRevision =
  | DueRevision
  | { readonly state: "unpublished"; readonly revisionDate: Day; readonly period: Quarter | null }
  | { readonly state: "resting" };

const RESTING: UnitRevision = { state: "resting" };

/**
 * The revision of one unit's rent on a day: of the latest anniversary on or before it that is less than a year old, where
 * that is one of revision and was not applied (rental.md 2.1, estate.md 2.1).
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
  const passed = years - yearsAt(terms, base);
  if (passed < 1 || passed % terms.frequencyYears !== 0) return RESTING;
  const period = addYears(base, passed);
  // Whoever moves the month of revision does not have the same quarter count twice.
  if (last && last.period >= period) return RESTING;
  return pricedAt({ clause, base, revisionPeriod: period, last }, revisionDate, terms);
}

interface Priced {
  readonly clause: IndexClause;
  readonly base: Quarter;
  readonly revisionPeriod: Quarter;
  readonly last: LastRevision | null;
}

function pricedAt(asked: Priced, revisionDate: Day, { frequencyYears, published }: RevisionTerms): UnitRevision {
  const { clause, base, revisionPeriod: period } = asked;
  const value = valueIn(period, clause, base, published);
  const reference = referenceOf({ ...asked, frequencyYears, published });
  if (value === null || reference === null) return { state: "unpublished", revisionDate, period };
  return { state: "due", revisionDate, reference, revision: { period, value } };
}

/** The quarter of the next revision of one unit's rent, after a day on which none can be applied; null without a base. */
export function nextPeriodAfter(clause: IndexClause, terms: RevisionTerms, today: Day): Quarter | null {
  const base = baseQuarterOf(clause, terms.signedOn, terms.published);
  if (base === null) return null;
  const { frequencyYears: every } = terms;
  const passed = Math.max(0, (yearsUntil(terms, today) ?? 0) - yearsAt(terms, base));
  return addYears(base, passed - (passed % every) + every);
}
