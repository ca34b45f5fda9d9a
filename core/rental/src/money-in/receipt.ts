import type { Instant } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import { type BankTransaction, suspendedCents } from "../payments/bank-transaction.ts";
import type { Payment } from "../payments/payment.ts";
import type { NamedTenant } from "../payments/ports.ts";
import { type CallToPay, type Dues, leftOf, type PaidCall, pay } from "./dues.ts";
import { callsNamedBy, type Destination } from "./matching.ts";
import { otherPayer } from "./payers.ts";

/** What a transaction comes to once it is known what it is for. */
export interface Receipt
  extends Pick<Payment, "tenantId" | "tenantName" | "leaseId" | "leaseReference" | "payerId" | "payerName"> {
  readonly transaction: BankTransaction;
  readonly paid: readonly PaidCall[];
  /** What pays no call: the tenant's credit. */
  readonly leftCents: Cents;
}

/** What a receipt is judged by: what is due, and whose account the money is from. */
interface Occasion {
  readonly dues: Dues;
  readonly now: Instant;
  readonly accounts: readonly NamedTenant[];
}

/**
 * Allocates what came in (rental.md §4, money.md 3): as its sender says; else the call that it names, then whatever the tenant
 * owes, due first, first; else what is due of whoever paid. `null` where something would be left of what several tenants'
 * calls were paid with, since nobody can say whose it is: nothing is allocated then.
 */
export function receiptOf(
  transaction: BankTransaction,
  destination: Destination,
  { dues, now, accounts }: Occasion,
): Receipt | null {
  const tenants = tenantsNamedBy(destination);
  if (tenants.length > 1 && !isTakenUp(transaction, destination, dues)) return null;
  const paid = pay(dues, callsToPay(destination, dues), suspendedCents(transaction), now);
  const leftCents = leftOf(suspendedCents(transaction), paid);
  const tenant = tenantOf(destination, paid, leftCents);
  const paidFor = [...new Set([...paid.map(({ call }) => call.tenantId), ...(tenant ? [tenant.tenantId] : [])])];
  const payer = otherPayer(
    accounts,
    paidFor.flatMap((id) => id ?? []),
  );
  const leases = new Set(paid.map(({ call }) => call.leaseId));
  const [first] = paid;
  const lease = first !== undefined && leases.size === 1 ? first.call : leaseOf(destination);
  return {
    ...{ transaction, paid, leftCents },
    ...{ tenantId: tenant?.tenantId ?? null, tenantName: tenant?.tenantName ?? null },
    ...{ leaseId: lease?.leaseId ?? null, leaseReference: lease?.leaseReference ?? null },
    ...{ payerId: payer?.tenantId ?? null, payerName: payer?.tenantName ?? null },
  };
}

type PossibleTenant = Pick<Payment, "tenantId" | "tenantName">;

/** Whose calls a destination names. */
function tenantsNamedBy(destination: Destination): readonly PossibleTenant[] {
  if (destination.kind === "due") return [destination.creditor];
  const calls = destination.kind === "call" ? [destination.call] : destination.parts.map(({ call }) => call);
  return [...new Map(calls.map((call) => [call.tenantId, call])).values()];
}

/** Whose payment it is: the tenant's whose calls are paid, or whose the rest is; `null` of several. */
function tenantOf(destination: Destination, paid: readonly PaidCall[], leftCents: Cents): PossibleTenant | null {
  const named = tenantsNamedBy(destination);
  const calls = paid.map(({ call }) => call);
  const tenants = destination.kind === "due" && leftCents === 0 && calls.length > 0 ? calls : named;
  const [first = null] = tenants;
  return tenants.every(({ tenantId }) => tenantId === first?.tenantId) ? first : null;
}

/** Whether the named calls take up all that is to be matched. */
function isTakenUp(transaction: BankTransaction, destination: Destination, { calls }: Dues): boolean {
  if (destination.kind !== "allocated") return true;
  let left: number = suspendedCents(transaction);
  for (const [id, parts] of Map.groupBy(destination.parts, ({ call }) => call.id)) {
    const wanted = parts.reduce((all, part) => all + part.amountCents, 0);
    left -= Math.min(wanted, calls.get(id)?.remainingAmountCents ?? 0);
  }
  return left <= 0;
}

function callsToPay(destination: Destination, dues: Dues): readonly CallToPay[] {
  if (destination.kind === "allocated")
    return destination.parts.map(({ call, amountCents }) => ({ callId: call.id, limitCents: amountCents }));
  if (destination.kind === "due") return destination.calls.map((callId) => ({ callId }));
  const { tenantId } = destination.call;
  const open = tenantId === null ? [] : (dues.inOrder.get(tenantId) ?? []);
  return [...new Set([...callsNamedBy(destination), ...open])].map((callId) => ({ callId }));
}

/** The lease that a destination names, where nothing was to be paid of it. */
function leaseOf(destination: Destination): Pick<Payment, "leaseId" | "leaseReference"> | null {
  if (destination.kind === "call") return destination.call;
  return destination.kind === "due" ? destination.lease : null;
}
