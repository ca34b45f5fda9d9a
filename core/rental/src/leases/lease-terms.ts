import { type FieldError, requireSound } from "@cartulary/kernel";
import type { EstateFamily, EstateRecords } from "../estate/family.ts";
import { fault, inputErrors, unknownError } from "../estate/fields.ts";
import type { EstateStores } from "../ports.ts";
import type { Lease } from "./lease.ts";
import type { LeaseTerm, LeaseTermDetail, LeaseTermField } from "./term.ts";
import {
  type LeaseUnitTermInput,
  namedBy,
  type TermFieldsInput,
  termFieldsOf,
  termRules,
  type UnitPatches,
  unitTermErrors,
} from "./term-input.ts";
import { blankTerm, dayErrors, rearrange, rearrangeWithout } from "./term-writing.ts";
import { byUnit, type TermWithUnits, unitTermsBefore } from "./terms.ts";
import { leaseOn } from "./time.ts";
import { changedIndices } from "./unit-index.ts";

/** What may be said of a term. An absent field keeps its value. */
export interface LeaseTermInput extends TermFieldsInput {
  /** A term stays with its lease. */
  readonly leaseId?: LeaseTerm["leaseId"];
  /** Replaces what it names; of every other unit it says what the term before says. */
  readonly leaseUnitTerms?: readonly LeaseUnitTermInput[];
}

/** Terms of leases. The last one of a lease that is active or in notice stays. */
export type LeaseTerms = EstateRecords<
  LeaseTerm,
  LeaseTermField,
  LeaseTermDetail,
  LeaseTermDetail,
  LeaseTermInput,
  LeaseTermInput
>;

export const leaseTerms: EstateFamily<
  EstateStores,
  LeaseTerm,
  LeaseTermField,
  LeaseTermDetail,
  LeaseTermDetail,
  LeaseTermInput,
  LeaseTermInput
> = {
  collection: "lease_terms",
  storeOf: ({ leaseTerms }) => leaseTerms,

  async make(stores, { leaseId, leaseUnitTerms = [], ...input }, id, { mandataireId, now }) {
    const isKnown = leaseId !== undefined && (await stores.leases.lock(leaseId)) !== null;
    requireSound([
      leaseId === undefined ? fault("leaseId", "blank", "can't be blank") : null,
      leaseId !== undefined && !isKnown ? unknownError("leaseId") : null,
      input.effectiveFrom === undefined ? fault("effectiveFrom", "blank", "can't be blank") : null,
      ...inputErrors(termRules, input),
    ]);
    const identity = { mandataireId, id, leaseId, createdAt: now, updatedAt: now };
    const term = { ...blankTerm, ...termFieldsOf(input), ...identity } as LeaseTerm;
    requireSound(await termErrors(stores, term, leaseUnitTerms));
    return term;
  },

  async change(stores, before, { leaseId = before.leaseId, leaseUnitTerms = [], ...input }, { now }) {
    requireSound([
      leaseId === before.leaseId ? null : fault("leaseId", "invalid", "can't be another lease"),
      ...inputErrors(termRules, input),
    ]);
    const term = { ...before, ...termFieldsOf(input), updatedAt: now };
    requireSound(await termErrors(stores, term, leaseUnitTerms));
    return term;
  },

  async writeBeside(stores, { record: term, before, input: { leaseUnitTerms: sent } }, occasion) {
    const present = await stores.leaseTerms.of(term.leaseId);
    const units = sent && namedBy(sent, unitPatches(term, present), occasion.newId);
    await rearrange(stores, { term, before, present, units }, occasion);
    if (!sent) return [];
    await saveIndices(stores, term, sent);
    return ["leases", "units"];
  },

  async isKept({ leases, leaseTerms }, { leaseId, id }, { today }) {
    const lease = await leases.find(leaseId);
    if (!lease || !isSigned(leaseOn(lease, today))) return false;
    return (await leaseTerms.of(leaseId)).every((other) => other.id === id);
  },

  removeBeside: (stores, term, occasion) => rearrangeWithout(stores, term, occasion),
};

const isSigned = ({ status }: Lease): boolean => status === "active" || status === "notice";

/** What is wrong with a term beside the others of its lease, and with what it is to name. */
async function termErrors(
  { leaseTerms, leaseUnits }: EstateStores,
  term: LeaseTerm,
  sent: readonly LeaseUnitTermInput[],
): Promise<readonly FieldError[]> {
  const present = await leaseTerms.of(term.leaseId);
  const errors = dayErrors(term, present);
  if (sent.length === 0) return errors;
  const known = new Set((await leaseUnits.of(term.leaseId)).map(({ id }) => id));
  return [...errors, ...unitTermErrors(sent, { ...unitPatches(term, present), known })];
}

function unitPatches(term: LeaseTerm, present: readonly TermWithUnits[]): UnitPatches {
  return {
    named: byUnit(present.find(({ id }) => id === term.id)?.units ?? []),
    before: unitTermsBefore(
      present.filter(({ id }) => id !== term.id),
      term.effectiveFrom,
    ),
  };
}

/** By which index a unit's rent is revised is said once for all terms. */
async function saveIndices(
  { leaseUnits }: EstateStores,
  { leaseId }: LeaseTerm,
  sent: readonly LeaseUnitTermInput[],
): Promise<void> {
  const changed = changedIndices(await leaseUnits.of(leaseId), sent);
  if (changed.length > 0) await leaseUnits.save(changed);
}
