import { addMonths, addQuarters, type Day, type Decimal, monthNumberOf, type Quarter } from "@cartulary/kernel";
import type { IndexCode } from "../indexation/index-value.ts";
import { type RevisableLease, type StandingRevision, saidOn, standingOn } from "./revisable.ts";
import { increasePercent } from "./revised-rent.ts";
import { revisedUnit } from "./revised-unit.ts";
import { nextPeriodAfter, type RevisionTerms } from "./revision-due.ts";
import { latestOf, type PublishedIndices } from "./revision-quarters.ts";

/** What a lease tells of its next revision: of the first unit by identifier that is due, else of the first with an index. */
export interface RevisionIndicator {
  readonly indexCode: IndexCode | null;
  readonly revisionDue: boolean;
  readonly lastRevisionDate: Day | null;
  /** By how many percent the unit's rent would rise; null where nothing can be applied. */
  readonly estimatedIncrease: Decimal | null;
  readonly revisionMonth: number | null;
  /** Whether the value that the next revision needs is published. */
  readonly indexAvailable: boolean;
  readonly latestPeriod: Quarter | null;
  readonly nextPublicationInfo: NextPublication | null;
}

/** When the next value of an index is to be expected: three months after the last (estate.md 1.2). */
interface NextPublication {
  readonly period: Quarter;
  readonly expectedDate: Day;
}

/** What a lease tells of its next revision on a day. */
export function indicatorOn(revisable: RevisableLease, today: Day): RevisionIndicator {
  const { units, terms, isFrozen } = standingOn(revisable, today);
  const due = isFrozen ? undefined : units.find(({ revision }) => revision.state === "due");
  const ofDay = due ?? units[0];
  const code = ofDay?.clause.indexCode;
  return {
    indexCode: code ?? null,
    revisionDue: due !== undefined,
    lastRevisionDate: ofDay?.last?.revisionDate ?? null,
    estimatedIncrease: due ? increaseOn(revisable, due, today) : null,
    revisionMonth: terms.revisionMonth ?? monthNumberOf(terms.startDate),
    indexAvailable: ofDay !== undefined && isAvailable(ofDay, terms, today),
    ...(code ? publicationsOf(code, terms.published) : NO_PUBLICATIONS),
  };
}

function increaseOn(
  revisable: RevisableLease,
  { unit, clause, revision }: StandingRevision,
  today: Day,
): Decimal | null {
  const rent = saidOn(revisable.terms, today).get(unit.id);
  if (!rent || revision.state !== "due") return null;
  const { oldCents, newCents } = revisedUnit(rent, { ...revision, clause, rules: revisable.cappingRules }, today);
  return increasePercent(oldCents, newCents);
}

/** Whether the value that a unit's revision needs is published: of the one that stands, else of the next. */
function isAvailable({ clause, revision }: StandingRevision, terms: RevisionTerms, today: Day): boolean {
  if (revision.state !== "resting") return revision.state === "due";
  const next = nextPeriodAfter(clause, terms, today);
  return next !== null && (terms.published.get(clause.indexCode)?.has(next) ?? false);
}

const NO_PUBLICATIONS = { latestPeriod: null, nextPublicationInfo: null };

function publicationsOf(
  code: IndexCode,
  published: PublishedIndices,
): Pick<RevisionIndicator, "latestPeriod" | "nextPublicationInfo"> {
  const ofIndex = published.get(code);
  const latestPeriod = latestOf(ofIndex?.keys() ?? []);
  const last = latestPeriod && ofIndex?.get(latestPeriod);
  if (!latestPeriod || !last) return NO_PUBLICATIONS;
  const expectedDate = addMonths(last.publishedOn, 3);
  return { latestPeriod, nextPublicationInfo: { period: addQuarters(latestPeriod, 1), expectedDate } };
}
