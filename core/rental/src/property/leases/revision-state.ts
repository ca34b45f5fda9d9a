import { type Day, dayAfter } from "@cartulary/kernel";
import { covers } from "../../agency/time/interval.ts";
import { INDEX_CODES, type IndexCode, type IndexValue } from "../indexation/index-value.ts";
import type { EnergyClass } from "../units/unit.ts";
import type { CappingRule } from "./capping-rule.ts";
import type { Lease } from "./lease.ts";
import { isInForce } from "./lease-status.ts";
import type { LeaseUnit, LeaseUnitId } from "./lease-unit.ts";
import type { Revision } from "./revision.ts";
import { type LastRevision, type RevisionTerms, revisionOn, type UnitRevision } from "./revision-due.ts";
import { isFrozen } from "./revision-frozen.ts";
import { type IndexClause, indicesPublishedBy } from "./revision-quarters.ts";
import type { LeaseTerm, LeaseUnitTerm } from "./term.ts";
import { type TermWithUnits, termOn, unitTermsOf } from "./term-timeline.ts";

/** The records from which revisions are computed. */
export interface RevisableLease {
  readonly lease: Lease;
  /** Ordered by identifier. */
  readonly units: readonly RevisableUnit[];
  /** Ordered by first day, each with the rents it sets itself. */
  readonly terms: readonly RevisableTerm[];
  readonly cappingRules: readonly CappingRule[];
  /** Revisions applied so far. */
  readonly revisions: readonly Pick<Revision, "revisionDate" | "lines">[];
  /** Values of the units' indices, possibly of others too. */
  readonly indexValues: readonly Pick<IndexValue, "indexCode" | "period" | "value" | "publishedOn">[];
}

/** A unit of a lease with its identifier and energy class. */
export interface RevisableUnit extends LeaseUnit {
  readonly identifier: string;
  readonly energyClass: EnergyClass | null;
}

type RevisableTerm = Pick<LeaseTerm, "effectiveFrom" | "revisionMonth" | "revisionFrequencyYears"> &
  Pick<TermWithUnits, "units">;

/** State of one unit's revision. */
export interface UnitRevisionState {
  readonly unit: RevisableUnit;
  readonly clause: IndexClause;
  readonly last: LastRevision | null;
  readonly revision: UnitRevision;
}

/** State of a lease's revisions on a day. */
export interface RevisionState {
  /** Units with an index that are let on the day, by identifier. */
  readonly units: readonly UnitRevisionState[];
  readonly terms: RevisionTerms;
  readonly isFrozen: boolean;
}

/**
 * Returns the state of a lease's revisions on a day. They are `resting` if the lease is not in force or is never
 * revised.
 */
export function revisionStateOn(revisable: RevisableLease, today: Day): RevisionState {
  const { lease, units, revisions } = revisable;
  const terms = termsOn(revisable, today);
  const present = units.filter(({ entryDate: from, exitDate: to }) => covers({ from, to }, today));
  const isNeverRevised = lease.revisionMode === "none" || lease.leaseType === "mobility";
  const isResting = isNeverRevised || !isInForce(lease, today);
  const unitTerms = unitTermsOn(revisable.terms, today);
  return {
    terms,
    isFrozen: isFrozen(lease.leaseType, present),
    units: present.flatMap((unit) => {
      const clause = clauseOf(unit);
      if (!clause) return [];
      const last = lastOf(unit.id, clause.indexCode, revisions);
      const hasRent = (unitTerms.get(unit.id)?.annualAmountCents ?? 0) > 0;
      const revisedOn = lastDayOf(unit.id, revisions);
      const revision = isResting || !hasRent ? RESTING : revisionOn(clause, { last, revisedOn }, terms, today);
      return [{ unit, clause, last, revision }];
    }),
  };
}

const RESTING: UnitRevision = { state: "resting" };

/** Returns the rents of all units in the term of a day; empty before the first term. */
export function unitTermsOn(terms: readonly RevisableTerm[], day: Day): ReadonlyMap<LeaseUnitId, LeaseUnitTerm> {
  const started = terms.filter(({ effectiveFrom }) => effectiveFrom < dayAfter(day));
  return unitTermsOf(started);
}

function termsOn({ lease, terms, indexValues }: RevisableLease, today: Day): RevisionTerms {
  const term = termOn(terms, today);
  return {
    startDate: lease.startDate,
    revisionMonth: term?.revisionMonth ?? null,
    frequencyYears: term?.revisionFrequencyYears ?? 1,
    signedOn: lease.signatureDate ?? lease.startDate,
    published: indicesPublishedBy(indexValues, today),
  };
}

function clauseOf({ indexType, indexBaseDate, indexBaseValue }: LeaseUnit): IndexClause | null {
  const indexCode = INDEX_CODES.find((code) => code === indexType);
  return indexCode ? { indexCode, indexBaseDate, indexBaseValue } : null;
}

/** Returns the latest anniversary at which a unit's rent was revised. */
function lastDayOf(id: LeaseUnitId, revisions: RevisableLease["revisions"]): Day | null {
  const own = revisions.filter(({ lines }) => lines.some(({ leaseUnitId }) => leaseUnitId === id));
  return own.reduce<Day | null>((last, { revisionDate: day }) => (last !== null && last > day ? last : day), null);
}

/** Returns the latest revision of a unit by an index. */
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
