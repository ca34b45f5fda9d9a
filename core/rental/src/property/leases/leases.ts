import { type CreationOf, newRecord, patchOf, throwIfInvalid } from "@cartulary/kernel";
import { fieldError, missingErrors } from "../../agency/field-rules.ts";
import type { EstateFamily, EstateRecords, WriteContext } from "../estate/estate-use-cases.ts";
import type { EstateStores } from "../ports.ts";
import { removeArrays, replaceArrays } from "./arrays.ts";
import { type Lease, type LeaseField, leaseRecord } from "./lease.ts";
import { activationErrors, bodyErrors, opensTerm, writeUnits } from "./lease-body.ts";
import type { LeaseCommands } from "./lease-commands.ts";
import type { LeaseDetail, ListedLease } from "./lease-detail.ts";
import { type LeaseInput, leaseErrors, type NewLeaseInput } from "./lease-input.ts";
import type { LeaseListener } from "./lease-listener.ts";
import { leaseStatusOn } from "./lease-status.ts";
import { invalidTransitionError, nextStatus } from "./lease-transitions.ts";
import { setTenant } from "./set-tenant.ts";

/** Leases and their status changes. The parts of a lease are removed with it. */
export interface Leases
  extends EstateRecords<Lease, LeaseField, ListedLease, LeaseDetail, LeaseInput, NewLeaseInput>,
    LeaseCommands {}

export const leases: EstateFamily<
  EstateStores,
  Lease,
  LeaseField,
  ListedLease,
  LeaseDetail,
  LeaseInput,
  NewLeaseInput
> = {
  collection: "leases",
  isUndeletable: ({ leases }, { id }) => leases.hasDependents(id),
  storeOf: ({ leases }) => leases,

  async make(stores, { status = "draft", ...input }, id, context) {
    const { mandataireId, now, today } = context;
    const errors = [
      ...missingErrors(leaseRecord, input),
      ...(await bodyErrors(stores, null, input, context)),
      ...(status === "active" ? activationErrors(input) : []),
    ];
    throwIfInvalid(errors);
    const own = newRecord(leaseRecord, input as CreationOf<typeof leaseRecord>);
    const lease: Lease = { ...own, status, mandataireId, id, createdAt: now, updatedAt: now };
    throwIfInvalid(leaseErrors(lease));
    return leaseStatusOn({ ...lease, endDateGiven: lease.endDate }, today);
  },

  async change(stores, before, { status, ...input }, context) {
    const { now, today } = context;
    const lease = leaseStatusOn(before, today);
    if (lease.status === "cancelled") throw invalidTransitionError("A cancelled lease cannot be changed");
    requireBalancesUnchanged(lease, input);
    const errors = await bodyErrors(stores, lease, input, context);
    throwIfInvalid(status === undefined || status === lease.status ? errors : [...errors, INVALID_STATUS]);
    const changed = applyEndDate({ ...lease, ...patchOf(leaseRecord, input), updatedAt: now }, input, today);
    throwIfInvalid(leaseErrors(changed));
    if (lease.status === "ended" && changed.status === "active") await requireTerm(stores, lease, input);
    return leaseStatusOn(changed, today);
  },

  async writeRelated(stores, { record: lease, input }, context) {
    await replaceArrays(stores, lease.id, input, context.newId);
    if (input.tenantId !== undefined) await setTenant(stores, { leaseId: lease.id, tenantId: input.tenantId }, context);
    return writeUnits(stores, lease, input, context);
  },

  async removeRelated(stores, { id }, { now }) {
    await removeArrays(stores, id);
    await stores.tombstones.insert("lease_parties", await stores.leaseParties.removeOf(id), now);
    await stores.tombstones.insert("lease_terms", await stores.leaseTerms.removeOf(id), now);
    await stores.leaseRevisions.removeOf(id);
    await stores.leaseUnits.removeOf(id);
  },
};

/** Throws if a change of a lease changes the balance that its activation called, or the deposit once it is called. */
function requireBalancesUnchanged(
  lease: Lease,
  { initialBalanceCents = lease.initialBalanceCents, securityDepositCents = lease.securityDepositCents }: LeaseInput,
): void {
  if (lease.depositCall === "called" && (securityDepositCents ?? 0) !== (lease.securityDepositCents ?? 0))
    throw invalidTransitionError("The deposit is called already; it cannot change");
  if (lease.status !== "draft" && (initialBalanceCents ?? 0) !== (lease.initialBalanceCents ?? 0))
    throw invalidTransitionError("The initial balance was called when the lease was activated; it cannot change");
}

/** Returns {@link leases} with listeners of activations at creation. */
export function notifyingLeases<Stores extends EstateStores>(
  listeners: readonly LeaseListener<Stores>[],
): EstateFamily<Stores, Lease, LeaseField, ListedLease, LeaseDetail, LeaseInput, NewLeaseInput> {
  return {
    ...leases,
    async writeRelated(stores, written, context) {
      const shown = (await leases.writeRelated?.(stores, written, context)) ?? [];
      if (written.before === null && written.input.status === "active")
        for (const listener of listeners) await listener.activated(stores, written.record, context);
      return shown;
    },
  };
}

const INVALID_STATUS = fieldError(
  "status",
  "invalid",
  "is changed by dates and by activate, give_notice, withdraw_notice and cancel only",
);

/**
 * Throws if a lease that is to resume has no term and its body opens none: an active lease has a term (estate.md 1.5),
 * and an ended one may have lost its last.
 */
async function requireTerm({ leaseTerms }: EstateStores, { id }: Lease, input: LeaseInput): Promise<void> {
  if (opensTerm(input) || (await leaseTerms.of(id)).length > 0) return;
  throw invalidTransitionError("A lease without a term cannot resume; add a term first, or include its rents");
}

/**
 * Applies an end date. A later one resumes an ended lease. Renewals are counted from it, except for one set under
 * notice: withdrawing the notice restores the former end and its count.
 */
function applyEndDate(lease: Lease, { endDate }: LeaseInput, today: WriteContext["today"]): Lease {
  if (endDate === undefined || lease.status === "notice") return lease;
  const withEnd = { ...lease, endDateGiven: endDate };
  if (lease.status !== "ended" || (endDate !== null && endDate < today)) return withEnd;
  return { ...withEnd, status: nextStatus("resume", lease.status), noticeDate: null, endDateBeforeNotice: null };
}
