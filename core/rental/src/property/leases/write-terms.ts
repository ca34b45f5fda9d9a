import { defaultsOf, type FieldError, patchOf, withoutNulls } from "@cartulary/kernel";
import { fieldError, orderError } from "../../agency/field-rules.ts";
import type { WriteContext } from "../estate/estate-use-cases.ts";
import type { EstateStores } from "../ports.ts";
import type { Lease } from "./lease.ts";
import type { LeaseUnitId } from "./lease-unit.ts";
import { type LeaseTerm, type LeaseUnitTerm, leaseTermRecord, type TermFieldsInput } from "./term.ts";
import { type RentInput, rentOf } from "./term-input.ts";
import { byUnit, changedTerms, orderedTerms, type TermWithUnits, unitTermsBefore } from "./term-timeline.ts";

/** Returns the errors of a term's days: it ends before it begins, or another term begins on the same day. */
export function dayErrors(
  { id, effectiveFrom, effectiveToGiven }: Pick<LeaseTerm, "id" | "effectiveFrom" | "effectiveToGiven">,
  otherTerms: readonly LeaseTerm[],
): readonly FieldError[] {
  const isUsed = otherTerms.some((other) => other.id !== id && other.effectiveFrom === effectiveFrom);
  return withoutNulls(
    isUsed ? fieldError("effectiveFrom", "taken", "is the first day of another term of this lease") : null,
    orderError("effectiveTo", effectiveFrom, effectiveToGiven),
  );
}

/** A written term, its previous state, and all terms of its lease including the written one. */
interface WrittenTerm {
  readonly term: LeaseTerm;
  readonly before: LeaseTerm | null;
  readonly present: readonly TermWithUnits[];
  /** Rents that the term sets from now on; absent leaves them unchanged. */
  readonly units: readonly LeaseUnitTerm[] | undefined;
}

/** Stores the rents of a term, and the changes that these or its days cause in other terms of its locked lease. */
export async function writeTerms(
  { leaseTerms }: Pick<EstateStores, "leaseTerms">,
  { term, before, present, units }: WrittenTerm,
  { now }: Pick<WriteContext, "now">,
): Promise<void> {
  const withChanges = (changes: Partial<TermWithUnits>) =>
    present.map((each) => (each.id === term.id ? { ...each, ...changes } : each));
  const previous = before ? withChanges(before) : present.filter(({ id }) => id !== term.id);
  const after = orderedTerms(units ? withChanges({ units }) : present);
  const own = after.filter(({ id }) => id === term.id);
  const otherTerms = changedTerms(orderedTerms(previous), after, now).filter(({ id }) => id !== term.id);
  await leaseTerms.save([...own, ...otherTerms]);
  if (units) await leaseTerms.replaceUnits(term.id, units);
}

/**
 * Removes the rents of a term that is about to be removed, and stores the changes that this causes in other terms. A
 * revision that opened the term is taken back: it is due again, and the next one compares with the index before it.
 */
export async function removeTerm(
  { leaseTerms, leaseRevisions }: EstateStores,
  { id, leaseId }: LeaseTerm,
  { now }: Pick<WriteContext, "now">,
): Promise<void> {
  const present = await leaseTerms.of(leaseId);
  const remaining = orderedTerms(present.filter((each) => each.id !== id));
  await leaseTerms.save(changedTerms(orderedTerms(present), remaining, now));
  await leaseTerms.replaceUnits(id, []);
  await leaseRevisions.removeOf(leaseId, id);
}

/** A term to open on a day, with the rents that it sets. */
export interface TermOpening extends TermFieldsInput {
  readonly lease: Pick<Lease, "mandataireId" | "id">;
  readonly effectiveFrom: LeaseTerm["effectiveFrom"];
  /** False if billed days keep their amounts, as with the revision of a home's rent. Default: true. */
  readonly reachesBack?: boolean;
  readonly units: readonly (RentInput & { readonly leaseUnitId: LeaseUnitId })[];
}

/**
 * Opens a term of a locked lease, or changes the term that begins on that day, keeping its other rents. A new term
 * continues the preceding one apart from the input. The returned term has no computed last day yet. The caller has
 * validated the input with {@link dayErrors} and `rentErrors`.
 */
export async function openTerm(
  stores: Pick<EstateStores, "leaseTerms">,
  { lease, units: sent, reachesBack = true, ...fields }: TermOpening,
  context: WriteContext,
): Promise<LeaseTerm> {
  const { now, newId } = context;
  const present = await stores.leaseTerms.of(lease.id);
  const existing = present.find(({ effectiveFrom }) => effectiveFrom === fields.effectiveFrom);
  const { units: own = [], ...inherited } = existing ?? { ...inheritedFrom(present, fields.effectiveFrom) };
  const identity = existing ?? { mandataireId: lease.mandataireId, id: newId(), leaseId: lease.id, createdAt: now };
  const term = {
    ...inherited,
    ...identity,
    ...patchOf(leaseTermRecord, fields),
    reachesBack,
    updatedAt: now,
  } as LeaseTerm;
  const [currentRents, before] = [byUnit(own), unitTermsBefore(present, fields.effectiveFrom)];
  const unitTerms = sent.map(({ leaseUnitId, ...input }) => {
    const current = currentRents.get(leaseUnitId);
    return rentOf(input, { id: current?.id ?? newId(), leaseUnitId }, current ?? before.get(leaseUnitId));
  });
  await stores.leaseTerms[existing ? "update" : "insert"](term);
  const units = [...byUnit([...own, ...unitTerms]).values()];
  const all = [...present.filter(({ id }) => id !== term.id), { ...term, units: own }];
  await writeTerms(stores, { term, before: existing ?? null, present: all, units }, context);
  return term;
}

/** Returns the conditions that a new term inherits from the preceding one: revision and payment tolerance. */
function inheritedFrom(present: readonly TermWithUnits[], day: LeaseTerm["effectiveFrom"]): Partial<TermWithUnits> {
  const last = present.findLast(({ effectiveFrom }) => effectiveFrom < day);
  if (!last) return defaultsOf(leaseTermRecord);
  const { revisionMonth, revisionFrequencyYears, paymentToleranceType, paymentToleranceValue } = last;
  return {
    ...defaultsOf(leaseTermRecord),
    revisionMonth,
    revisionFrequencyYears,
    paymentToleranceType,
    paymentToleranceValue,
  };
}
