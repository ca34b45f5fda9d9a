import type { Instant } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import { type BankTransaction, suspendedCents } from "../payments/bank-transaction.ts";
import type { Payment } from "../payments/payment.ts";
import type { NamedTenant } from "../payments/ports.ts";
import { allocateToCalls, type CallToPay, type Dues, type PaidCall, remainderOf } from "./amounts-due.ts";
import { callsNamedBy, type MatchTarget } from "./match-transaction.ts";
import { onlyTenantOf, otherPayer } from "./payers.ts";

/** A matched transaction with its allocations. */
export interface Receipt
  extends Pick<
    Payment,
    "tenantId" | "tenantName" | "leaseId" | "leaseReference" | "payerId" | "payerName" | "payingTenantId"
  > {
  readonly transaction: BankTransaction;
  readonly paid: readonly PaidCall[];
  /** The part without a call: the tenant's credit. */
  readonly remainderCents: Cents;
}

/** The amounts due and the tenants of the account, by which a receipt is allocated. */
interface ReceiptContext {
  readonly dues: Dues;
  readonly now: Instant;
  readonly accounts: readonly NamedTenant[];
}

/**
 * Allocates a receipt (rental.md §4, money.md 3): by its sender's hints; otherwise to the named call, then to the
 * tenant's other calls by due date; otherwise to the payer's calls. Returns `null`, without allocation, if the receipt
 * pays calls of several tenants and a remainder is remainder, whose owner would be unknown.
 */
export function receiptOf(
  transaction: BankTransaction,
  destination: MatchTarget,
  { dues, now, accounts }: ReceiptContext,
): Receipt | null {
  if (destination.kind === "allocated" && tenantsNamedBy(destination).length > 1) {
    if (!isUsedUp(transaction, destination.parts, dues)) return null;
  }
  const paid = allocateToCalls(dues, callsToPay(destination, dues), suspendedCents(transaction), now);
  const remainderCents = remainderOf(suspendedCents(transaction), paid);
  const tenant = tenantOf(destination, paid, remainderCents);
  const paidFor = [...new Set([...paid.map(({ call }) => call.tenantId), ...(tenant ? [tenant.tenantId] : [])])];
  const payer = otherPayer(
    accounts,
    paidFor.flatMap((id) => id ?? []),
  );
  const [only, other] = new Map(paid.map(({ call }) => [call.leaseId, call])).values();
  const lease = other ? null : (only ?? leaseOf(destination));
  return {
    ...{ transaction, paid, remainderCents },
    ...{ tenantId: tenant?.tenantId ?? null, tenantName: tenant?.tenantName ?? null },
    ...{ leaseId: lease?.leaseId ?? null, leaseReference: lease?.leaseReference ?? null },
    ...{ payerId: payer?.tenantId ?? null, payerName: payer?.tenantName ?? null },
    payingTenantId: onlyTenantOf(accounts),
  };
}

type PossibleTenant = Pick<Payment, "tenantId" | "tenantName">;

/** Returns the tenants of a target. */
function tenantsNamedBy(destination: MatchTarget): readonly PossibleTenant[] {
  if (destination.kind === "due") return [destination.creditor];
  const calls = destination.kind === "call" ? [destination.call] : destination.parts.map(({ call }) => call);
  return [...new Map(calls.map((call) => [call.tenantId, call])).values()];
}

/** Returns the tenant of the payment: of the paid calls, or of the remainder; `null` for several. */
function tenantOf(destination: MatchTarget, paid: readonly PaidCall[], remainderCents: Cents): PossibleTenant | null {
  const named = tenantsNamedBy(destination);
  const calls = paid.map(({ call }) => call);
  const tenants = destination.kind === "due" && remainderCents === 0 && calls.length > 0 ? calls : named;
  const [first = null] = tenants;
  return tenants.every(({ tenantId }) => tenantId === first?.tenantId) ? first : null;
}

type NamedParts = Extract<MatchTarget, { readonly kind: "allocated" }>["parts"];

/** Returns true if the named calls use up the amount. */
function isUsedUp(transaction: BankTransaction, named: NamedParts, { calls }: Dues): boolean {
  let remainder: number = suspendedCents(transaction);
  for (const [id, parts] of Map.groupBy(named, ({ call }) => call.id)) {
    const requestedCents = parts.reduce((all, part) => all + part.amountCents, 0);
    remainder -= Math.min(requestedCents, calls.get(id)?.remainingAmountCents ?? 0);
  }
  return remainder <= 0;
}

function callsToPay(destination: MatchTarget, dues: Dues): readonly CallToPay[] {
  if (destination.kind === "allocated")
    return destination.parts.map(({ call, amountCents }) => ({ callId: call.id, limitCents: amountCents }));
  if (destination.kind === "due") return destination.calls.map((callId) => ({ callId }));
  const { tenantId } = destination.call;
  const open = tenantId === null ? [] : (dues.inOrder.get(tenantId) ?? []);
  return [...new Set([...callsNamedBy(destination), ...open])].map((callId) => ({ callId }));
}

/** Returns the lease of a target, for a payment without paid calls. */
function leaseOf(destination: MatchTarget): Pick<Payment, "leaseId" | "leaseReference"> | null {
  if (destination.kind === "call") return destination.call;
  return destination.kind === "due" ? destination.lease : null;
}
