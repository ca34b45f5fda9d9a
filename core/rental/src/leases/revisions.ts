import {
  type Caller,
  create,
  type Day,
  type DomainError,
  existing,
  type FieldError,
  invalid,
  presentErrors,
  refused,
  requireSound,
  type UseCases,
  whileFound,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import { type EstateSettings, holdBook, type Occasion } from "../estate/family.ts";
import { fault } from "../estate/fields.ts";
import { touchedBy } from "../estate/touches.ts";
import { INDEX_CODES } from "../indexation/index-value.ts";
import type { IndexValueStores } from "../indexation/index-values.ts";
import type { MandataireId } from "../mandataire.ts";
import type { EstateStores } from "../ports.ts";
import type { LeaseId } from "./lease.ts";
import { type RevisableLease, type StandingRevision, saidOn, standingOn } from "./revisable.ts";
import { type RevisedUnit, revisedUnit } from "./revised-unit.ts";
import { type NamedRevisionLine, type RevisionView, revisionView } from "./revision.ts";
import type { DueRevision } from "./revision-due.ts";
import type { LeaseTerm } from "./term.ts";
import { openTerm, type TermOpening } from "./term-writing.ts";
import type { TermWithUnits } from "./terms.ts";
import { leaseOn } from "./time.ts";

/** Which lease is to be revised. */
export interface RevisionInput {
  readonly id: LeaseId;
  /** The first day of the new rent, not before the anniversary; today when absent. */
  readonly effectiveFrom?: Day;
}

/** Revisions of the rents of one mandataire's leases. */
export interface LeaseRevisions {
  /**
   * Applies the revision that a lease's indicator says is due: a term with the new rents of every unit whose index is
   * published, from a day on. However many ask at once, an anniversary is applied once. 422: `revision_frozen`,
   * `index_missing`, `revision_not_due`.
   */
  apply(caller: Caller, input: RevisionInput): Promise<RevisionView>;
}

/** What a revision touches. */
export interface RevisionStores extends EstateStores, IndexValueStores {}

/** The revisions of one mandataire. */
export function leaseRevisionUseCases<Stores extends RevisionStores>({
  clock,
  newId,
  mandataireId,
}: EstateSettings & { readonly mandataireId: MandataireId }): UseCases<LeaseRevisions, Stores> {
  return {
    apply: create(
      (stores, _caller, input) => {
        const now = clock.now();
        return applied(stores, input, { mandataireId, now, today: dayInParis(now), newId });
      },
      whileFound(async (stores, _caller, _answered, { id }) => existing(await stores.leases.find(id))),
    ),
  };
}

async function applied(
  stores: RevisionStores,
  { id, effectiveFrom: day }: RevisionInput,
  occasion: Occasion,
): Promise<RevisionView> {
  await holdBook(stores);
  const revisable = await revisableOf(stores, id, occasion.today);
  const { isFrozen, units } = standingOn(revisable, occasion.today);
  if (isFrozen) throw refused("revision_frozen", "The rent of a home of class F or G stays as it is");
  const due = units.flatMap((unit) => (isDue(unit) ? [unit] : []));
  const [first] = due;
  if (!first) throw nothingDue(units);
  const effectiveFrom = day ?? occasion.today;
  requireSound(dayErrors(revisable, first.revision, effectiveFrom));
  return written(stores, { revisable, due, effectiveFrom, revisionDate: first.revision.revisionDate }, occasion);
}

/** A unit whose revision can be applied. */
interface DueUnit extends StandingRevision {
  readonly revision: DueRevision;
}

const isDue = (unit: StandingRevision): unit is DueUnit => unit.revision.state === "due";

/** The same with the terms whole. */
interface LockedLease extends RevisableLease {
  readonly terms: readonly TermWithUnits[];
}

/** The locked lease with what its revisions are told by: so many statements, however many units it has. */
async function revisableOf(stores: RevisionStores, id: LeaseId, today: Day): Promise<LockedLease> {
  const lease = existing(await stores.leases.lock(id));
  return {
    lease: leaseOn(lease, today),
    units: await stores.leaseRevisions.unitsOf(id),
    terms: await stores.leaseTerms.of(id),
    cappingRules: await stores.cappingRules.of(id),
    revisions: await stores.leaseRevisions.of(id),
    indexValues: await stores.indexValues.of(INDEX_CODES),
  };
}

function nothingDue(units: readonly StandingRevision[]): DomainError {
  const waiting = units.find(({ revision }) => revision.state === "unpublished");
  return waiting
    ? refused("index_missing", `A value of ${waiting.clause.indexCode} is missing: record it when it is published`)
    : refused("revision_not_due", "No revision can be applied today: the lease's revisionIndicator says why");
}

/** What is wrong with the first day of the new rents. */
function dayErrors(
  { lease: { endDate }, terms }: LockedLease,
  { revisionDate }: DueRevision,
  day: Day,
): readonly FieldError[] {
  const isTaken = terms.some(({ effectiveFrom }) => effectiveFrom === day);
  return presentErrors(
    day < revisionDate ? fault(FIELD, "greater_than_or_equal_to", `must be ${revisionDate} or later`) : null,
    isTaken ? fault(FIELD, "taken", "is the first day of another term of this lease") : null,
    endDate !== null && day > endDate ? fault(FIELD, "less_than_or_equal_to", `must be ${endDate} or earlier`) : null,
  );
}

const FIELD = "effectiveFrom";

/** What is applied, and from when. */
interface Applied {
  readonly revisable: LockedLease;
  readonly due: readonly DueUnit[];
  readonly revisionDate: Day;
  readonly effectiveFrom: Day;
}

async function written(
  stores: EstateStores,
  { revisable: { lease, terms, cappingRules: rules }, due, revisionDate, effectiveFrom }: Applied,
  occasion: Occasion,
): Promise<RevisionView> {
  const { mandataireId, now, newId } = occasion;
  const unitTerms = saidOn(terms, effectiveFrom);
  const lines = due.flatMap(({ unit, clause, revision }) => {
    const rent = unitTerms.get(unit.id);
    if (!rent) return [];
    const result = revisedUnit(rent, { ...revision, clause, rules }, effectiveFrom);
    return [
      { rent, result, line: { id: newId<"LeaseRevisionLine">(), ...lineOf({ unit, clause, revision }, result) } },
    ];
  });
  if (lines.length === 0) throw invalid(fault(FIELD, "greater_than_or_equal_to", "is before the first rent"));
  const units = lines.map(({ rent, result, line: { leaseUnitId } }): TermOpening["units"][number] =>
    rent.rentPeriod === "year"
      ? { leaseUnitId, annualAmountCents: result.annualAmountCents }
      : { leaseUnitId, baseRentCents: result.newCents },
  );
  const opening = { lease, effectiveFrom, effectiveTo: endAfter(terms, effectiveFrom), units };
  const term = await openTerm(stores, opening, occasion);
  const revision = { id: newId<"LeaseRevision">(), revisionDate, createdAt: now, lines: lines.map(({ line }) => line) };
  await stores.leaseRevisions.insert({ ...revision, mandataireId, leaseId: lease.id });
  await stores.touches.touch("lease_terms", term.id, touchedBy("lease_terms", "all"), now);
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

/** The last day that was asked for of the term before, where it is still to come: the new rent ends then too. */
function endAfter(terms: readonly TermWithUnits[], day: Day): LeaseTerm["effectiveToGiven"] {
  const end = terms.findLast(({ effectiveFrom }) => effectiveFrom < day)?.effectiveToGiven ?? null;
  return end !== null && end >= day ? end : null;
}
