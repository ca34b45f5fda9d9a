import { type CreationOf, type FieldError, inputErrors, newRecord, patchOf, throwIfInvalid } from "@cartulary/kernel";
import { fieldError, unknownError } from "../../agency/field-rules.ts";
import type { EstateFamily, EstateRecords } from "../estate/estate-use-cases.ts";
import type { EstateStores } from "../ports.ts";
import type { Lease } from "./lease.ts";
import { leaseStatusOn } from "./lease-status.ts";
import {
  type LeaseTerm,
  type LeaseTermDetail,
  type LeaseTermField,
  leaseTermRecord,
  type TermFieldsInput,
} from "./term.ts";
import { type LeaseUnitTermInput, namedBy, type UnitPatches, unitTermErrors } from "./term-input.ts";
import { byUnit, type TermWithUnits, unitTermsBefore } from "./term-timeline.ts";
import { changedUnitIndexes } from "./unit-index.ts";
import { dayErrors, removeTerm, writeTerms } from "./write-terms.ts";

/** Fields of a term. On update an absent field keeps its value. */
export interface LeaseTermInput extends TermFieldsInput {
  /** A term cannot be moved to another lease. */
  readonly leaseId?: LeaseTerm["leaseId"];
  /** Replaces the rents that the term sets. For other units the rents of the preceding term apply. */
  readonly leaseUnitTerms?: readonly LeaseUnitTermInput[];
}

/** Terms of leases. The last term of a lease that is active or under notice cannot be removed. */
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
    const leaseExists = leaseId !== undefined && (await stores.leases.lock(leaseId)) !== null;
    throwIfInvalid([
      leaseId === undefined ? fieldError("leaseId", "blank", "can't be blank") : null,
      leaseId !== undefined && !leaseExists ? unknownError("leaseId") : null,
      input.effectiveFrom === undefined ? fieldError("effectiveFrom", "blank", "can't be blank") : null,
      ...inputErrors(leaseTermRecord, input),
    ]);
    const identity = { mandataireId, id, leaseId, createdAt: now, updatedAt: now };
    const own = newRecord(leaseTermRecord, input as CreationOf<typeof leaseTermRecord>);
    const term = { ...own, ...identity } as LeaseTerm;
    throwIfInvalid(await termErrors(stores, term, leaseUnitTerms));
    return term;
  },

  async change(stores, before, { leaseId = before.leaseId, leaseUnitTerms = [], ...input }, { now }) {
    throwIfInvalid([
      leaseId === before.leaseId ? null : fieldError("leaseId", "invalid", "can't be another lease"),
      ...inputErrors(leaseTermRecord, input),
    ]);
    const term = { ...before, ...patchOf(leaseTermRecord, input), reachesBack: true, updatedAt: now };
    throwIfInvalid(await termErrors(stores, term, leaseUnitTerms));
    return term;
  },

  async writeRelated(stores, { record: term, before, input: { leaseUnitTerms: sent } }, context) {
    const present = await stores.leaseTerms.of(term.leaseId);
    const units = sent && namedBy(sent, unitPatches(term, present), context.newId);
    await writeTerms(stores, { term, before, present, units }, context);
    if (!sent) return [];
    await saveIndices(stores, term, sent);
    return ["leases", "units", "security_deposits"];
  },

  async isUndeletable({ leases, leaseTerms }, { leaseId, id }, { today }) {
    const lease = await leases.find(leaseId);
    if (!lease || !requiresTerm(leaseStatusOn(lease, today))) return false;
    return (await leaseTerms.of(leaseId)).every((other) => other.id === id);
  },

  removeRelated: (stores, term, context) => removeTerm(stores, term, context),
};

const requiresTerm = ({ status }: Lease): boolean => status === "active" || status === "notice";

/** Returns the errors of a term against the other terms of its lease and against the units that it names. */
async function termErrors(
  { leaseTerms, leaseUnits }: EstateStores,
  term: LeaseTerm,
  sent: readonly LeaseUnitTermInput[],
): Promise<readonly FieldError[]> {
  const present = await leaseTerms.of(term.leaseId);
  const errors = dayErrors(term, present);
  if (sent.length === 0) return errors;
  const unitIds = new Set((await leaseUnits.of(term.leaseId)).map(({ id }) => id));
  return [...errors, ...unitTermErrors(sent, { ...unitPatches(term, present), unitIds })];
}

function unitPatches(term: LeaseTerm, present: readonly TermWithUnits[]): UnitPatches {
  return {
    current: byUnit(present.find(({ id }) => id === term.id)?.units ?? []),
    before: unitTermsBefore(
      present.filter(({ id }) => id !== term.id),
      term.effectiveFrom,
    ),
  };
}

/** Saves the units' indices, which apply to all terms. */
async function saveIndices(
  { leaseUnits }: EstateStores,
  { leaseId }: LeaseTerm,
  sent: readonly LeaseUnitTermInput[],
): Promise<void> {
  const changed = changedUnitIndexes(await leaseUnits.of(leaseId), sent);
  if (changed.length > 0) await leaseUnits.save(changed);
}
