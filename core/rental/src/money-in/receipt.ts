import type { Instant } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import { type BankTransaction, suspendedCents } from "../payments/bank-transaction.ts";
import type { Payment } from "../payments/payment.ts";
import type { TenantId } from "../people/tenant.ts";
import { type CallToPay, type Dues, leftOf, type PaidCall, pay } from "./dues.ts";
import { callsNamedBy, type Destination, tenantsOf } from "./matching.ts";

/** What a transaction comes to once it is known what it is for. */
export interface Receipt extends Pick<Payment, "tenantId" | "tenantName" | "leaseId" | "leaseReference"> {
  readonly transaction: BankTransaction;
  readonly paid: readonly PaidCall[];
  /** What pays no call: the tenant's credit. */
  readonly leftCents: Cents;
}

/**
 * Allocates what came in (rental.md §4): as its sender says; else the call that it names, then whatever the tenant owes,
 * due first, first. `null` where something would be left of what several tenants' calls were paid with, since nobody can
 * say whose it is: nothing is allocated then.
 */
export function receiptOf(
  transaction: BankTransaction,
  destination: Destination,
  dues: Dues,
  now: Instant,
): Receipt | null {
  const tenants = tenantsOf(destination);
  const [tenantId = null, other] = tenants;
  if (other !== undefined && !isTakenUp(transaction, destination, dues)) return null;
  const paid = pay(dues, callsToPay(destination, dues), suspendedCents(transaction), now);
  const leases = new Set(paid.map(({ call }) => call.leaseId));
  const [first] = paid;
  const lease = first !== undefined && leases.size === 1 ? first.call : leaseOf(destination);
  return {
    transaction,
    paid,
    leftCents: leftOf(suspendedCents(transaction), paid),
    tenantId: other === undefined ? tenantId : null,
    tenantName: other === undefined ? nameOf(destination) : null,
    leaseId: lease?.leaseId ?? null,
    leaseReference: lease?.leaseReference ?? null,
  };
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
  const [tenantId] = tenantsOf(destination);
  const open = tenantId ? (dues.inOrder.get(tenantId as TenantId) ?? []) : [];
  const named = callsNamedBy(destination);
  const ofLease =
    destination.kind === "tenant" && destination.lease !== null
      ? open.filter((id) => dues.calls.get(id)?.leaseId === destination.lease?.leaseId)
      : [];
  return [...new Set([...named, ...ofLease, ...open])].map((callId) => ({ callId }));
}

const nameOf = (destination: Destination): string | null => {
  if (destination.kind === "tenant") return destination.tenant.tenantName;
  const call = destination.kind === "call" ? destination.call : destination.parts[0]?.call;
  return call?.tenantName ?? null;
};

/** The lease that a destination names, where nothing was to be paid of it. */
function leaseOf(destination: Destination): Pick<Payment, "leaseId" | "leaseReference"> | null {
  if (destination.kind === "call") return destination.call;
  return destination.kind === "tenant" ? destination.lease : null;
}
