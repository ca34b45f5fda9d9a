import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, type EntryId, LEDGER_LIST_DIALECT, type LineId, negate, sum } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { TenantId } from "../../property/people/tenant.ts";

export type PaymentId = Id<"Payment">;

/** The methods of payment. */
export const PAYMENT_METHODS = ["bank_transfer", "direct_debit", "check", "card", "cash", "caf", "other"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The statuses of a payment (rental.md §4). Payments from the bank are never `pending` or `cancelled`. */
export const PAYMENT_STATUSES = [
  "pending",
  "received",
  "partially_allocated",
  "allocated",
  "rejected",
  "refunded",
  "cancelled",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** A payment by a tenant, with the names at its receipt. */
export interface Payment {
  readonly mandataireId: MandataireId;
  readonly id: PaymentId;
  /** EN-2026-000001: without gaps per mandataire and year. */
  readonly reference: string;
  /** `null` for the credit of an initial balance or a credit note, which no list of payments shows. */
  readonly bankTransactionId: Id<"BankTransaction"> | null;
  readonly amountCents: Cents;
  /** The amount allocated to rent calls. */
  readonly allocatedCents: Cents;
  readonly refundedCents: Cents;
  /** The remainder: the tenant's free credit, unless the payment is rejected. */
  readonly remainingCents: Cents;
  readonly currency: "EUR";
  /** The bank's booking day. */
  readonly paymentDate: Day;
  readonly paymentMethod: PaymentMethod;
  readonly direction: "inbound";
  readonly status: PaymentStatus;
  /** `null` for no known tenant, or several. */
  readonly tenantId: TenantId | null;
  readonly tenantName: string | null;
  /** The payer, if known to be another party of the lease than the tenant. */
  readonly payerId: TenantId | null;
  readonly payerName: string | null;
  /** The only tenant of the account that it came from; `null` if unknown. Decides which party's part it pays. */
  readonly payingTenantId: TenantId | null;
  /** `null` if it pays calls of several leases. */
  readonly leaseId: LeaseId | null;
  readonly leaseReference: string | null;
  readonly bankAccountId: Id<"BankAccount"> | null;
  /** The entry that credits the tenant. */
  readonly entryId: EntryId;
  /** The number of its entries, which is the sequence number of the next one. */
  readonly entriesCount: number;
  /** The line on the tenant's account for the amount first left without a call; `null` without one. */
  readonly creditLineId: LineId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Returns the payment with new allocated and refunded amounts. */
export function withAllocations(
  payment: Payment,
  { allocatedCents = payment.allocatedCents, refundedCents = payment.refundedCents }: PaymentUse,
  now: Instant,
): Payment {
  const remainingCents = remainingOf(payment.amountCents, { allocatedCents, refundedCents });
  const used = { ...payment, allocatedCents, refundedCents, remainingCents, updatedAt: now };
  return { ...used, status: paymentStatus(used) };
}

/** The use of a payment's amount. */
export type PaymentUse = Partial<Pick<Payment, "allocatedCents" | "refundedCents">>;

/** Returns the unused remainder of an amount. */
export function remainingOf(amount: Cents, { allocatedCents, refundedCents }: Required<PaymentUse>): Cents {
  return sum([amount, negate(allocatedCents), negate(refundedCents)]);
}

/** Returns the status of a payment that is not rejected. */
export function paymentStatus({
  allocatedCents,
  refundedCents,
  remainingCents,
}: Pick<Payment, "allocatedCents" | "refundedCents" | "remainingCents">): PaymentStatus {
  if (refundedCents > 0 && remainingCents === 0) return "refunded";
  if (allocatedCents === 0) return "received";
  return remainingCents === 0 ? "allocated" : "partially_allocated";
}

/** Returns the payment as rejected, without allocations. */
export function rejectedPayment(payment: Payment, now: Instant): Payment {
  return { ...withAllocations(payment, { allocatedCents: 0 as Cents }, now), status: "rejected" };
}

/** Returns true if the bank may still reject the payment. */
export const isRejectable = ({ status }: Payment): boolean =>
  status === "received" || status === "partially_allocated" || status === "allocated";

/** A payment as lists show it. */
export interface ListedPayment
  extends Pick<
    Payment,
    | "id"
    | "reference"
    | "amountCents"
    | "currency"
    | "paymentDate"
    | "paymentMethod"
    | "direction"
    | "status"
    | "leaseReference"
    | "leaseId"
    | "bankAccountId"
    | "tenantName"
    | "payerId"
    | "payerName"
    | "createdAt"
    | "updatedAt"
  > {
  readonly amount: Cents;
}

export function listedPayment(payment: Payment): ListedPayment {
  const { id, reference, amountCents, currency, paymentDate, paymentMethod, direction, status } = payment;
  const { leaseReference, leaseId, bankAccountId, tenantName, payerId, payerName, createdAt, updatedAt } = payment;
  return {
    ...{ id, reference, amountCents, currency, amount: amountCents, paymentDate, paymentMethod, direction, status },
    ...{ leaseReference, leaseId, bankAccountId, tenantName, payerId, payerName, createdAt, updatedAt },
  };
}

const fields = {
  id: "uuid",
  reference: "keyword",
  amountCents: "integer",
  currency: "keyword",
  paymentDate: "date",
  paymentMethod: "keyword",
  direction: "keyword",
  status: "keyword",
  leaseReference: "text",
  leaseId: "uuid",
  bankAccountId: "uuid",
  tenantName: "text",
  payerId: "uuid",
  payerName: "text",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type PaymentField = keyof typeof fields;

export const paymentListing: Listing<PaymentField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as PaymentField[],
  sort: "createdAt",
  search: ["reference", "leaseReference", "tenantName"],
};
