import { addMonths, addQuarters, type Day, type Decimal, monthNumberOf, type Quarter } from "@cartulary/kernel";
import type { IndexCode } from "../indexation/index-value.ts";
import { increasePercent } from "./revised-rent.ts";
import { revisedUnit } from "./revised-unit.ts";
import { nextPeriodAfter, type RevisionTerms } from "./revision-due.ts";
import { latestOf, type PublishedIndices } from "./revision-quarters.ts";
import { type RevisableLease, revisionStateOn, type UnitRevisionState, unitTermsOn } from "./revision-state.ts";

/**
 * Summary of a lease's next revision. It concerns the first due unit by identifier, else the first unit with an index.
 */
export interface RevisionIndicator {
  readonly indexCode: IndexCode | null;
  readonly revisionDue: boolean;
  readonly lastRevisionDate: Day | null;
  /** Increase of the unit's rent in percent; null if no revision can be applied. */
  readonly estimatedIncrease: Decimal | null;
  readonly revisionMonth: number | null;
  /** True if the index value for the next revision is published. */
  readonly indexAvailable: boolean;
  readonly latestPeriod: Quarter | null;
  readonly nextPublicationInfo: NextPublication | null;
}

/** Expected publication of the next index value: three months after the last (estate.md 1.2). */
interface NextPublication {
  readonly period: Quarter;
  readonly expectedDate: Day;
}

/** Computes the revision indicator of a lease for a day. */
export function indicatorOn(revisable: RevisableLease, today: Day): RevisionIndicator {
  const { units, terms, isFrozen } = revisionStateOn(revisable, today);
  const due = isFrozen ? undefined : units.find(({ revision }) => revision.state === "due");
  const representative = due ?? units[0];
  const code = representative?.clause.indexCode;
  return {
    indexCode: code ?? null,
    revisionDue: due !== undefined,
    lastRevisionDate: representative?.last?.revisionDate ?? null,
    estimatedIncrease: due ? increaseOn(revisable, due, today) : null,
    revisionMonth: terms.revisionMonth ?? monthNumberOf(terms.startDate),
    indexAvailable: representative !== undefined && isAvailable(representative, terms, today),
    ...(code ? publicationsOf(code, terms.published) : NO_PUBLICATIONS),
  };
}

function increaseOn(
  revisable: RevisableLease,
  { unit, clause, revision }: UnitRevisionState,
  today: Day,
): Decimal | null {
  const rent = unitTermsOn(revisable.terms, today).get(unit.id);
  if (!rent || revision.state !== "due") return null;
  const { oldCents, newCents } = revisedUnit(rent, { ...revision, clause, rules: revisable.cappingRules }, today);
  return increasePercent(oldCents, newCents);
}

/** True if the index value of the pending revision, else of the next one, is published. */
function isAvailable({ clause, revision }: UnitRevisionState, terms: RevisionTerms, today: Day): boolean {
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
