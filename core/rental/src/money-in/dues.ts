import type { Instant } from "@cartulary/kernel";
import { type Cents, minus, sum, ZERO } from "@cartulary/ledger";
import { paidCall, type RentCall, type RentCallId } from "../calls/rent-call.ts";
import type { LeaseId } from "../leases/lease.ts";
import {
  type CollectedPart,
  type DueLine,
  type Instalment,
  instalments,
  lineAfter,
  type PaymentAllocation,
} from "../payments/allocation.ts";
import type { TenantId } from "../people/tenant.ts";

/** What some calls come to as payments are allocated to them, one after the other. */
export interface Dues {
  readonly calls: Map<RentCallId, RentCall>;
  readonly lines: Map<RentCallId, readonly DueLine[]>;
  /** Of each tenant, in the order in which what he pays without saying for what is allocated. */
  readonly inOrder: ReadonlyMap<TenantId, readonly RentCallId[]>;
  /** Of each lease, those of known tenants; likewise. */
  readonly ofLeases: ReadonlyMap<LeaseId, readonly RentCallId[]>;
  /** Those of known tenants, by what is still to be paid of them. */
  readonly owing: Map<Cents, Set<RentCallId>>;
}

/** What a payment pays of a call. */
export interface PaidCall {
  readonly call: RentCall;
  readonly amountCents: Cents;
  readonly instalments: readonly Instalment[];
}

/**
 * What calls come to, of their lines as they were billed, what counts of what was paid on them, and what of that is whose.
 * Calls come in the order in which debts are paid: due first, first, then by reference (art. 1342-10 of the Code civil).
 */
export function duesOf(
  calls: readonly RentCall[],
  billed: readonly DueLine[],
  allocations: readonly PaymentAllocation[],
  parts: readonly CollectedPart[],
): Dues {
  const paid = Map.groupBy(allocations, ({ rentCallId, lineId }) => `${rentCallId} ${lineId}`);
  const collected = Map.groupBy(parts, ({ allocationId }) => allocationId);
  const lines = billed.map((line) =>
    (paid.get(`${line.rentCallId} ${line.lineId}`) ?? []).reduce(
      (left, { id, htCents, vatCents }) => lineAfter(left, { htCents, vatCents, shares: collected.get(id) ?? [] }),
      line,
    ),
  );
  const ordered = calls.filter(({ tenantId }) => tenantId !== null).toSorted(inOrderOfDue);
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

/** The calls of known tenants of which exactly so much is still to be paid: due first, first; then by reference. */
export function callsOwing({ calls, owing }: Dues, cents: Cents): readonly RentCall[] {
  return [...(owing.get(cents) ?? [])].flatMap((id) => calls.get(id) ?? []).toSorted(inOrderOfDue);
}

/** The order in which debts are paid (art. 1342-10 of the Code civil): due first, first; then by reference. */
export function inOrderOfDue(one: RentCall, other: RentCall): number {
  const [mine, theirs] = [`${one.dueDate} ${one.reference}`, `${other.dueDate} ${other.reference}`];
  return mine < theirs ? -1 : mine > theirs ? 1 : 0;
}

/** Which call is paid, and how much of it at most; without a limit all that is left. */
export interface CallToPay {
  readonly callId: RentCallId;
  readonly limitCents?: Cents;
}

/** Pays calls in an order from an amount, as far as something is due; the dues are what they come to afterwards. */
export function pay(dues: Dues, wanted: readonly CallToPay[], amountCents: Cents, now: Instant): readonly PaidCall[] {
  let left = amountCents;
  const paid = new Map<RentCallId, PaidCall>();
  for (const { callId, limitCents = left } of wanted) {
    const share = payOne(dues, callId, (limitCents < left ? limitCents : left) as Cents, now);
    if (!share) continue;
    left = minus(left, share.amountCents);
    const before = paid.get(callId);
    paid.set(callId, before ? together(before, share) : share);
  }
  return [...paid.values()];
}

function payOne(dues: Dues, callId: RentCallId, limit: Cents, now: Instant): PaidCall | null {
  const { calls, lines } = dues;
  const call = calls.get(callId);
  if (!call || call.remainingAmountCents <= 0 || limit <= 0) return null;
  const own = lines.get(callId) ?? [];
  const made = instalments(own, limit);
  const amountCents = sum(made.flatMap(({ htCents, vatCents }) => [htCents, vatCents]));
  if (amountCents === 0) return null;
  const after = new Map(made.map((each) => [each.line.lineId, lineAfter(each.line, each)]));
  lines.set(
    callId,
    own.map((line) => after.get(line.lineId) ?? line),
  );
  owes(dues, call, paidCall(call, sum([call.paidAmountCents, amountCents]), now));
  return { call, amountCents, instalments: made };
}

function owes({ calls, owing }: Dues, before: RentCall, after: RentCall): void {
  calls.set(after.id, after);
  if (!owing.get(before.remainingAmountCents)?.delete(before.id)) return;
  const alike = owing.get(after.remainingAmountCents) ?? new Set();
  owing.set(after.remainingAmountCents, alike.add(after.id));
}

const together = (one: PaidCall, other: PaidCall): PaidCall => ({
  call: one.call,
  amountCents: sum([one.amountCents, other.amountCents]),
  instalments: [...one.instalments, ...other.instalments],
});

/** What of an amount is left once calls are paid. */
export const leftOf = (amountCents: Cents, paid: readonly PaidCall[]): Cents =>
  minus(
    amountCents,
    paid.reduce((all, each) => sum([all, each.amountCents]), ZERO),
  );
