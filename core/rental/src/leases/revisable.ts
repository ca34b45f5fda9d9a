import { type Day, dayAfter } from "@cartulary/kernel";
import { INDEX_CODES, type IndexCode, type IndexValue } from "../indexation/index-value.ts";
import { covers } from "../time/interval.ts";
import type { EnergyClass } from "../units/unit.ts";
import type { CappingRule } from "./capping-rule.ts";
import type { Lease } from "./lease.ts";
import type { LeaseUnit, LeaseUnitId } from "./lease-unit.ts";
import type { Revision } from "./revision.ts";
import { type LastRevision, type RevisionTerms, revisionOn, type UnitRevision } from "./revision-due.ts";
import { isFrozen } from "./revision-frozen.ts";
import { type IndexClause, publishedOn } from "./revision-quarters.ts";
import type { LeaseTerm, LeaseUnitTerm } from "./term.ts";
import { type TermWithUnits, termOn, unitTermsOf } from "./terms.ts";
import { isInForce } from "./time.ts";

/** What revisions of a lease are told by. */
export interface RevisableLease {
  readonly lease: Lease;
  /** By identifier. */
  readonly units: readonly RevisableUnit[];
  /** In their order, with what they name. */
  readonly terms: readonly RevisableTerm[];
  readonly cappingRules: readonly CappingRule[];
  /** Those that were applied. */
  readonly revisions: readonly Pick<Revision, "revisionDate" | "lines">[];
  /** Of the indices of the units, at least. */
  readonly indexValues: readonly Pick<IndexValue, "indexCode" | "period" | "value" | "publishedOn">[];
}

/** A unit of a lease with what it is called, and how much energy it takes. */
export interface RevisableUnit extends LeaseUnit {
  readonly identifier: string;
  readonly energyClass: EnergyClass | null;
}

type RevisableTerm = Pick<LeaseTerm, "effectiveFrom" | "revisionMonth" | "revisionFrequencyYears"> &
  Pick<TermWithUnits, "units">;

/** Where the revision of one unit stands. */
export interface StandingRevision {
  readonly unit: RevisableUnit;
  readonly clause: IndexClause;
  readonly last: LastRevision | null;
  readonly revision: UnitRevision;
}

/** Where the revisions of a lease stand on a day. */
export interface StandingRevisions {
  /** Of the units that go by an index and are let on the day, by identifier. */
  readonly units: readonly StandingRevision[];
  readonly terms: RevisionTerms;
  readonly isFrozen: boolean;
}

/** Where the revisions of a lease stand on a day. What is not in force, and what is never revised, rests. */
export function standingOn(revisable: RevisableLease, today: Day): StandingRevisions {
  const { lease, units, revisions } = revisable;
  const terms = termsOn(revisable, today);
  const present = units.filter(({ entryDate: from, exitDate: to }) => covers({ from, to }, today));
  const rests = lease.revisionMode === "none" || !isInForce(lease, today);
  const unitTerms = saidOn(revisable.terms, today);
  return {
    terms,
    isFrozen: isFrozen(lease.leaseType, present),
    units: present.flatMap((unit) => {
      const clause = clauseOf(unit);
      if (!clause) return [];
      const last = lastOf(unit.id, clause.indexCode, revisions);
      const hasRent = (unitTerms.get(unit.id)?.annualAmountCents ?? 0) > 0;
      const revisedOn = lastDayOf(unit.id, revisions);
      const revision = rests || !hasRent ? RESTING : revisionOn(clause, { last, revisedOn }, terms, today);
      return [{ unit, clause, last, revision }];
    }),
  };
}

const RESTING: UnitRevision = { state: "resting" };

/** What the term of a day says of every unit; nothing before the first one begins. */
export function saidOn(terms: readonly RevisableTerm[], day: Day): ReadonlyMap<LeaseUnitId, LeaseUnitTerm> {
  const begun = terms.filter(({ effectiveFrom }) => effectiveFrom < dayAfter(day));
  return unitTermsOf(begun);
}

function termsOn({ lease, terms, indexValues }: RevisableLease, today: Day): RevisionTerms {
  const term = termOn(terms, today);
  return {
    startDate: lease.startDate,
    revisionMonth: term?.revisionMonth ?? null,
    frequencyYears: term?.revisionFrequencyYears ?? 1,
    signedOn: lease.signatureDate ?? lease.startDate,
    published: publishedOn(indexValues, today),
  };
}

function clauseOf({ indexType, indexBaseDate, indexBaseValue }: LeaseUnit): IndexClause | null {
  const indexCode = INDEX_CODES.find((code) => code === indexType);
  return indexCode ? { indexCode, indexBaseDate, indexBaseValue } : null;
}

/** The latest anniversary at which a unit's rent was revised. */
function lastDayOf(id: LeaseUnitId, revisions: RevisableLease["revisions"]): Day | null {
  const own = revisions.filter(({ lines }) => lines.some(({ leaseUnitId }) => leaseUnitId === id));
  return own.reduce<Day | null>((last, { revisionDate: day }) => (last !== null && last > day ? last : day), null);
}

/** The latest that was applied to a unit by an index. */
function lastOf(id: LeaseUnitId, code: IndexCode, revisions: RevisableLease["revisions"]): LastRevision | null {
  const applied = revisions.flatMap(({ revisionDate, lines }) =>
    lines
      .filter(({ leaseUnitId, indexCode }) => leaseUnitId === id && indexCode === code)
      .map(({ revisionPeriod: period, revisionValue: value }) => ({ revisionDate, period, value })),
  );
  return applied.reduce<LastRevision | null>(
    (last, each) => (last && last.revisionDate > each.revisionDate ? last : each),
    null,
  );
}
