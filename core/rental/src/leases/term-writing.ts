import type { FieldError } from "@cartulary/kernel";
import { presentErrors } from "@cartulary/kernel";
import type { Occasion } from "../estate/family.ts";
import { fault, orderError } from "../estate/fields.ts";
import type { EstateStores } from "../ports.ts";
import type { Lease } from "./lease.ts";
import type { LeaseUnitId } from "./lease-unit.ts";
import type { LeaseTerm, LeaseUnitTerm } from "./term.ts";
import { type RentInput, rentOf, type TermFieldsInput, termFieldsOf } from "./term-input.ts";
import { arranged, byUnit, retold, type TermWithUnits, unitTermsBefore } from "./terms.ts";

/** What a new term is until something is said of it. */
export const blankTerm: Omit<
  LeaseTerm,
  "mandataireId" | "id" | "leaseId" | "effectiveFrom" | "createdAt" | "updatedAt"
> = {
  effectiveTo: null,
  effectiveToGiven: null,
  revisionMonth: null,
  revisionFrequencyYears: null,
  paymentToleranceType: null,
  paymentToleranceValue: null,
};

/** What is wrong with the days of a term beside the others of its lease: it ends before it begins, or two begin at once. */
export function dayErrors(
  { id, effectiveFrom, effectiveToGiven }: Pick<LeaseTerm, "id" | "effectiveFrom" | "effectiveToGiven">,
  others: readonly LeaseTerm[],
): readonly FieldError[] {
  const isTaken = others.some((other) => other.id !== id && other.effectiveFrom === effectiveFrom);
  return presentErrors(
    isTaken ? fault("effectiveFrom", "taken", "is the first day of another term of this lease") : null,
    orderError("effectiveTo", effectiveFrom, effectiveToGiven),
  );
}

/** A term that was written, as it was before, and all terms of its lease as they stand: with that term as it is now. */
interface Written {
  readonly term: LeaseTerm;
  readonly before: LeaseTerm | null;
  readonly present: readonly TermWithUnits[];
  /** What it names from now on; absent where that stays. */
  readonly units: readonly LeaseUnitTerm[] | undefined;
}

/** Writes what a term names, and whatever else that or its days change of the terms of its locked lease. */
export async function rearrange(
  { leaseTerms }: EstateStores,
  { term, before, present, units }: Written,
  { now }: Pick<Occasion, "now">,
): Promise<void> {
  const as = (changes: Partial<TermWithUnits>) =>
    present.map((each) => (each.id === term.id ? { ...each, ...changes } : each));
  const was = before ? as(before) : present.filter(({ id }) => id !== term.id);
  const after = arranged(units ? as({ units }) : present);
  const own = after.filter(({ id }) => id === term.id);
  const others = retold(arranged(was), after, now).filter(({ id }) => id !== term.id);
  await leaseTerms.save([...own, ...others]);
  if (units) await leaseTerms.replaceUnits(term.id, units);
}

/** The same of a term that is about to go, with what it names. */
export async function rearrangeWithout(
  { leaseTerms }: EstateStores,
  { id, leaseId }: LeaseTerm,
  { now }: Pick<Occasion, "now">,
): Promise<void> {
  const present = await leaseTerms.of(leaseId);
  const left = arranged(present.filter((each) => each.id !== id));
  await leaseTerms.save(retold(arranged(present), left, now));
  await leaseTerms.replaceUnits(id, []);
}

/** A term that a lease opens on a day, with the rents that it names there. */
export interface TermOpening extends TermFieldsInput {
  readonly lease: Pick<Lease, "mandataireId" | "id">;
  readonly effectiveFrom: LeaseTerm["effectiveFrom"];
  readonly units: readonly (RentInput & { readonly leaseUnitId: LeaseUnitId })[];
}

/**
 * Opens a term of a locked lease, or says more of the one that begins on that day: what it names beside stays. A new one
 * goes on as the one before it, but for what is said; it is answered as it was before its last day was found. The fields were judged before, as {@link dayErrors} and `rentErrors`
 * do.
 */
export async function openTerm(
  stores: EstateStores,
  { lease, units: sent, ...fields }: TermOpening,
  occasion: Occasion,
): Promise<LeaseTerm> {
  const { now, newId } = occasion;
  const present = await stores.leaseTerms.of(lease.id);
  const same = present.find(({ effectiveFrom }) => effectiveFrom === fields.effectiveFrom);
  const { units: own = [], ...going } = same ?? { ...openedAfter(present, fields.effectiveFrom) };
  const identity = same ?? { mandataireId: lease.mandataireId, id: newId(), leaseId: lease.id, createdAt: now };
  const term = { ...going, ...identity, ...termFieldsOf(fields), updatedAt: now } as LeaseTerm;
  const [named, before] = [byUnit(own), unitTermsBefore(present, fields.effectiveFrom)];
  const unitTerms = sent.map(({ leaseUnitId, ...input }) => {
    const mine = named.get(leaseUnitId);
    return rentOf(input, { id: mine?.id ?? newId(), leaseUnitId }, mine ?? before.get(leaseUnitId));
  });
  await stores.leaseTerms[same ? "update" : "insert"](term);
  const units = [...byUnit([...own, ...unitTerms]).values()];
  const all = [...present.filter(({ id }) => id !== term.id), { ...term, units: own }];
  await rearrange(stores, { term, before: same ?? null, present: all, units }, occasion);
  return term;
}

/** What a new term goes on with: what the one before it says of revisions and of late payments. */
function openedAfter(present: readonly TermWithUnits[], day: LeaseTerm["effectiveFrom"]): Partial<TermWithUnits> {
  const last = present.findLast(({ effectiveFrom }) => effectiveFrom < day);
  if (!last) return blankTerm;
  const { revisionMonth, revisionFrequencyYears, paymentToleranceType, paymentToleranceValue } = last;
  return { ...blankTerm, revisionMonth, revisionFrequencyYears, paymentToleranceType, paymentToleranceValue };
}
