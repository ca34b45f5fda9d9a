import {
  type Caller,
  create,
  type Day,
  type DomainError,
  type FieldError,
  invalid,
  orNotFound,
  replayWhileVisible,
  throwIfInvalid,
  type UseCases,
  unprocessable,
  withoutNulls,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import { fieldError } from "../../agency/field-rules.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import { type EstateSettings, lockBookShared, type WriteContext } from "../estate/estate-use-cases.ts";
import { collectionsShowing } from "../estate/update-propagation.ts";
import { INDEX_CODES } from "../indexation/index-value.ts";
import type { IndexValueStores } from "../indexation/index-values.ts";
import type { EstateStores, OwnEstateStores } from "../ports.ts";
import { isHome } from "./home.ts";
import type { LeaseId } from "./lease.ts";
import { leaseStatusOn } from "./lease-status.ts";
import { type RevisedUnit, revisedUnit } from "./revised-unit.ts";
import { type NamedRevisionLine, type RevisionView, revisionView } from "./revision.ts";
import type { DueRevision } from "./revision-due.ts";
import { type RevisableLease, revisionStateOn, type UnitRevisionState, unitTermsOn } from "./revision-state.ts";
import type { LeaseTerm } from "./term.ts";
import type { TermWithUnits } from "./term-timeline.ts";
import { openTerm, type TermOpening } from "./write-terms.ts";

export interface RevisionInput {
  readonly id: LeaseId;
  /** First day of the new rent, on or after the anniversary. Default: today. */
  readonly effectiveFrom?: Day;
}

/** Revisions of the rents of one mandataire's leases. */
export interface LeaseRevisions {
  /**
   * Applies the revision that the lease's indicator reports as due: opens a term with the new rents of all units whose
   * index is published. Concurrent calls apply an anniversary once. Throws 422 `revision_frozen`, `index_missing`,
   * `revision_not_due`, or `retroactive` if the rent of a home would rise before the day of the request.
   */
  apply(caller: Caller, input: RevisionInput): Promise<RevisionView>;
}

export interface RevisionStores extends EstateStores, IndexValueStores {}

/** Creates the revisions of one mandataire. */
export function leaseRevisionUseCases<Stores extends RevisionStores>({
  clock,
  newId,
  mandataireId,
}: EstateSettings & { readonly mandataireId: MandataireId }): UseCases<LeaseRevisions, Stores> {
  return {
    apply: create(
      (stores, _caller, input) => {
        const now = clock.now();
        return applyRevision(stores, input, { mandataireId, now, today: dayInParis(now), newId });
      },
      replayWhileVisible(async (stores, _caller, _stored, { id }) => orNotFound(await stores.leases.find(id))),
    ),
  };
}

/**
 * Applies the revision of a lease that is due, without a request (effects.md 1.5): the rent of a home rises from today,
 * others from the anniversary, or from today if another term begins on that day or no due unit has a rent then. Does
 * nothing if none is due.
 */
export async function applyDueRevision(
  stores: OwnEstateStores,
  { id, indexValues }: { readonly id: LeaseId; readonly indexValues: RevisableLease["indexValues"] },
  context: WriteContext,
): Promise<void> {
  const revisable = await lockRevisable(stores, id, { today: context.today, indexValues });
  const { isFrozen, units } = revisionStateOn(revisable, context.today);
  const due = units.filter(isDue);
  const [first] = due;
  if (isFrozen || !first || revisable.lease.revisionMode !== "automatic") return;
  const { revisionDate } = first.revision;
  const days = isHome(revisable.lease.leaseType) ? [context.today] : [revisionDate, context.today];
  const effectiveFrom = days.find((day) => {
    const unitTerms = unitTermsOn(revisable.terms, day);
    return dayErrors(revisable, first.revision, day).length === 0 && due.some(({ unit }) => unitTerms.has(unit.id));
  });
  if (effectiveFrom === undefined) return;
  await writeRevision(stores, { revisable, due, effectiveFrom, revisionDate }, context);
}

async function applyRevision(
  stores: RevisionStores,
  { id, effectiveFrom: day }: RevisionInput,
  context: WriteContext,
): Promise<RevisionView> {
  await lockBookShared(stores);
  const indexValues = await stores.indexValues.of(INDEX_CODES);
  const revisable = await lockRevisable(stores, id, { today: context.today, indexValues });
  const { isFrozen, units } = revisionStateOn(revisable, context.today);
  if (isFrozen) throw unprocessable("revision_frozen", "The rent of a home of class F or G is frozen");
  const due = units.filter(isDue);
  const [first] = due;
  if (!first) throw notDueError(units);
  const effectiveFrom = day ?? context.today;
  throwIfInvalid(dayErrors(revisable, first.revision, effectiveFrom));
  if (isHome(revisable.lease.leaseType) && effectiveFrom < context.today)
    throw unprocessable("retroactive", "The rent of a home rises from the day of the request at the earliest");
  return writeRevision(stores, { revisable, due, effectiveFrom, revisionDate: first.revision.revisionDate }, context);
}

interface DueUnit extends UnitRevisionState {
  readonly revision: DueRevision;
}

const isDue = (unit: UnitRevisionState): unit is DueUnit => unit.revision.state === "due";

/** A revisable lease with its complete terms. */
interface LockedLease extends RevisableLease {
  readonly terms: readonly TermWithUnits[];
}

/** Locks the lease and reads the records for its revisions, in a fixed number of statements. */
async function lockRevisable(
  stores: Pick<RevisionStores, "leases" | "leaseRevisions" | "leaseTerms" | "cappingRules">,
  id: LeaseId,
  { today, indexValues }: Pick<RevisableLease, "indexValues"> & { readonly today: Day },
): Promise<LockedLease> {
  const lease = orNotFound(await stores.leases.lock(id));
  return {
    lease: leaseStatusOn(lease, today),
    units: await stores.leaseRevisions.unitsOf(id),
    terms: await stores.leaseTerms.of(id),
    cappingRules: await stores.cappingRules.of(id),
    revisions: await stores.leaseRevisions.of(id),
    indexValues,
  };
}

function notDueError(units: readonly UnitRevisionState[]): DomainError {
  const waiting = units.find(({ revision }) => revision.state === "unpublished");
  return waiting
    ? unprocessable(
        "index_missing",
        `A value of ${waiting.clause.indexCode} is missing; record it once it is published`,
      )
    : unprocessable("revision_not_due", "No revision can be applied today; see the lease's revision_indicator");
}

/** Returns the errors of the first day of the new rents. */
function dayErrors(
  { lease: { endDate }, terms }: LockedLease,
  { revisionDate }: DueRevision,
  day: Day,
): readonly FieldError[] {
  const isUsed = terms.some(({ effectiveFrom }) => effectiveFrom === day);
  return withoutNulls(
    day < revisionDate ? fieldError(FIELD, "greater_than_or_equal_to", `must be ${revisionDate} or later`) : null,
    isUsed ? fieldError(FIELD, "taken", "is the first day of another term of this lease") : null,
    endDate !== null && day > endDate
      ? fieldError(FIELD, "less_than_or_equal_to", `must be ${endDate} or earlier`)
      : null,
  );
}

const FIELD = "effectiveFrom";

/** The revision to write. */
interface RevisionToWrite {
  readonly revisable: LockedLease;
  readonly due: readonly DueUnit[];
  readonly revisionDate: Day;
  readonly effectiveFrom: Day;
}

async function writeRevision(
  stores: OwnEstateStores,
  { revisable: { lease, terms, cappingRules: rules }, due, revisionDate, effectiveFrom }: RevisionToWrite,
  context: WriteContext,
): Promise<RevisionView> {
  const { mandataireId, now, newId } = context;
  const unitTerms = unitTermsOn(terms, effectiveFrom);
  const lines = due.flatMap(({ unit, clause, revision }) => {
    const rent = unitTerms.get(unit.id);
    if (!rent) return [];
    const result = revisedUnit(rent, { ...revision, clause, rules }, effectiveFrom);
    return [
      { rent, result, line: { id: newId<"LeaseRevisionLine">(), ...lineOf({ unit, clause, revision }, result) } },
    ];
  });
  if (lines.length === 0) throw invalid(fieldError(FIELD, "greater_than_or_equal_to", "is before the first rent"));
  const units = lines.map(({ rent, result, line: { leaseUnitId } }): TermOpening["units"][number] =>
    rent.rentPeriod === "year"
      ? { leaseUnitId, annualAmountCents: result.annualAmountCents }
      : { leaseUnitId, baseRentCents: result.newCents },
  );
  const opening = {
    ...{ lease, effectiveFrom, effectiveTo: endAfter(terms, effectiveFrom), units },
    reachesBack: !isHome(lease.leaseType),
  };
  const term = await openTerm(stores, opening, context);
  const revision = { id: newId<"LeaseRevision">(), revisionDate, createdAt: now, lines: lines.map(({ line }) => line) };
  await stores.leaseRevisions.insert({ ...revision, effectiveFrom, termId: term.id, mandataireId, leaseId: lease.id });
  await stores.updatePropagation.bumpUpdatedAt("lease_terms", term.id, collectionsShowing("lease_terms", "all"), now);
  return revisionView(revision);
}

function lineOf(
  { unit, clause: { indexCode }, revision: { reference, revision } }: Pick<DueUnit, "unit" | "clause" | "revision">,
  { oldCents, newCents, maxIncreasePercent }: RevisedUnit,
): Omit<NamedRevisionLine, "id"> {
  return {
    leaseUnitId: unit.id,
    unitIdentifier: unit.identifier,
    indexCode,
    referencePeriod: reference.period,
    revisionPeriod: revision.period,
    referenceValue: reference.value,
    revisionValue: revision.value,
    oldCents,
    newCents,
    maxIncreasePercent,
  };
}

/** Returns the explicit last day of the preceding term if it is still ahead: the new rent ends then too. */
function endAfter(terms: readonly TermWithUnits[], day: Day): LeaseTerm["effectiveToGiven"] {
  const end = terms.findLast(({ effectiveFrom }) => effectiveFrom < day)?.effectiveToGiven ?? null;
  return end !== null && end >= day ? end : null;
}
