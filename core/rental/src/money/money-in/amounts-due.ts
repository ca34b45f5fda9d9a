import type { Instant } from "@cartulary/kernel";
import { type Cents, minus, sum, ZERO } from "@cartulary/ledger";
import { type RentCall, type RentCallId, withPaidAmount } from "../../billing/rent-calls/rent-call.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import {
  type CollectedPart,
  type DueLine,
  type Instalment,
  instalments,
  lineAfter,
  type PaymentAllocation,
} from "../payments/allocation.ts";

/** The amounts due of some calls, updated while payments are allocated to them. */
export interface Dues {
  readonly calls: Map<RentCallId, RentCall>;
  readonly lines: Map<RentCallId, readonly DueLine[]>;
  /** The calls of each tenant, in the order in which a payment without reference is allocated. */
  readonly inOrder: ReadonlyMap<TenantId, readonly RentCallId[]>;
  /** The calls of known tenants for each lease, in the same order. */
  readonly ofLeases: ReadonlyMap<LeaseId, readonly RentCallId[]>;
  /** The calls of known tenants by their unpaid amount. */
  readonly owing: Map<Cents, Set<RentCallId>>;
}

/** The part of a payment allocated to a call. */
export interface PaidCall {
  readonly call: RentCall;
  readonly amountCents: Cents;
  readonly instalments: readonly Instalment[];
}

/**
 * Returns the amounts due of calls: their billed lines less the effective allocations, with the owners' parts. Calls
 * are in the order in which debts are paid: by due date, then by reference (art. 1342-10 of the Code civil).
 */
export function createDues(
  calls: readonly RentCall[],
  billed: readonly DueLine[],
  allocations: readonly PaymentAllocation[],
  parts: readonly CollectedPart[],
): Dues {
  const paid = Map.groupBy(allocations, ({ rentCallId, lineId }) => `${rentCallId} ${lineId}`);
  const collected = Map.groupBy(parts, ({ allocationId }) => allocationId);
  const lines = billed.map((line) =>
    (paid.get(`${line.rentCallId} ${line.lineId}`) ?? []).reduce(
      (remainder, { id, htCents, vatCents }) =>
        lineAfter(remainder, { htCents, vatCents, shares: collected.get(id) ?? [] }),
      line,
    ),
  );
  const ordered = calls.filter(({ tenantId }) => tenantId !== null).toSorted(byDueDate);
  return {
    calls: new Map(calls.map((call) => [call.id, call])),
    lines: Map.groupBy(lines, ({ rentCallId }) => rentCallId),
    inOrder: new Map(
      [...Map.groupBy(ordered, ({ tenantId }) => tenantId as TenantId)].map(([tenantId, own]) => [
        tenantId,
        own.map(({ id }) => id),
      ]),
    ),
    ofLeases: new Map(
      [...Map.groupBy(ordered, ({ leaseId }) => leaseId)].flatMap(([leaseId, own]) =>
        leaseId === null ? [] : [[leaseId, own.map(({ id }) => id)] as const],
      ),
    ),
    owing: new Map(
      [...Map.groupBy(ordered, ({ remainingAmountCents }) => remainingAmountCents)].map(([cents, own]) => [
        cents,
        new Set(own.map(({ id }) => id)),
      ]),
    ),
  };
}

/** Returns the calls of known tenants with exactly this unpaid amount, by due date, then by reference. */
export function callsDueExactly({ calls, owing }: Dues, cents: Cents): readonly RentCall[] {
  return [...(owing.get(cents) ?? [])].flatMap((id) => calls.get(id) ?? []).toSorted(byDueDate);
}

/** Compares calls in the order in which debts are paid (art. 1342-10 Code civil): due date, then reference. */
export function byDueDate(one: RentCall, other: RentCall): number {
  const [mine, theirs] = [`${one.dueDate} ${one.reference}`, `${other.dueDate} ${other.reference}`];
  return mine < theirs ? -1 : mine > theirs ? 1 : 0;
}

/** A call to pay, up to a limit; without a limit, all that is due. */
export interface CallToPay {
  readonly callId: RentCallId;
  readonly limitCents?: Cents;
}

/** Allocates an amount to calls in order, as far as they are due, and updates the dues. */
export function allocateToCalls(
  dues: Dues,
  callsToPay: readonly CallToPay[],
  amountCents: Cents,
  now: Instant,
): readonly PaidCall[] {
  let remainder = amountCents;
  const paid = new Map<RentCallId, PaidCall>();
  for (const { callId, limitCents = remainder } of callsToPay) {
    const share = payOne(dues, callId, (limitCents < remainder ? limitCents : remainder) as Cents, now);
    if (!share) continue;
    remainder = minus(remainder, share.amountCents);
    const before = paid.get(callId);
    paid.set(callId, before ? mergePaid(before, share) : share);
  }
  return [...paid.values()];
}

function payOne(dues: Dues, callId: RentCallId, limit: Cents, now: Instant): PaidCall | null {
  const { calls, lines } = dues;
  const call = calls.get(callId);
  if (!call || call.remainingAmountCents <= 0 || limit <= 0) return null;
  const own = lines.get(callId) ?? [];
  const paidInstalments = instalments(own, limit);
  const amountCents = sum(paidInstalments.flatMap(({ htCents, vatCents }) => [htCents, vatCents]));
  if (amountCents === 0) return null;
  const after = new Map(paidInstalments.map((each) => [each.line.lineId, lineAfter(each.line, each)]));
  lines.set(
    callId,
    own.map((line) => after.get(line.lineId) ?? line),
  );
  updateDue(dues, call, withPaidAmount(call, sum([call.paidAmountCents, amountCents]), now));
  return { call, amountCents, instalments: paidInstalments };
}

function updateDue({ calls, owing }: Dues, before: RentCall, after: RentCall): void {
  calls.set(after.id, after);
  if (!owing.get(before.remainingAmountCents)?.delete(before.id)) return;
  const sameAmount = owing.get(after.remainingAmountCents) ?? new Set();
  owing.set(after.remainingAmountCents, sameAmount.add(after.id));
}

const mergePaid = (one: PaidCall, other: PaidCall): PaidCall => ({
  call: one.call,
  amountCents: sum([one.amountCents, other.amountCents]),
  instalments: [...one.instalments, ...other.instalments],
});

/** Returns the part of an amount that is not allocated. */
export const remainderOf = (amountCents: Cents, paid: readonly PaidCall[]): Cents =>
  minus(
    amountCents,
    paid.reduce((all, each) => sum([all, each.amountCents]), ZERO),
  );
