import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, type EntryId, type LineId, ledgerLists, negated, sum } from "@cartulary/ledger";
import type { LeaseId } from "../leases/lease.ts";
import type { MandataireId } from "../mandataire.ts";
import type { TenantId } from "../people/tenant.ts";

export type PaymentId = Id<"Payment">;

/** How tenants pay. */
export const PAYMENT_METHODS = ["bank_transfer", "direct_debit", "check", "card", "cash", "caf", "other"] as const;
/** One of {@link PAYMENT_METHODS}. */
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Where a payment stands (rental.md §4). What comes from the bank is there: none of it is `pending` or `cancelled`. */
export const PAYMENT_STATUSES = [
  "pending",
  "received",
  "partially_allocated",
  "allocated",
  "rejected",
  "refunded",
  "cancelled",
] as const;
/** One of {@link PAYMENT_STATUSES}. */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** What a tenant paid, with the names of when it came in. */
export interface Payment {
  readonly mandataireId: MandataireId;
  readonly id: PaymentId;
  /** EN-2026-000001: without gap in a mandataire's year. */
  readonly reference: string;
  readonly bankTransactionId: Id<"BankTransaction">;
  readonly amountCents: Cents;
  /** What of it pays rent calls. */
  readonly allocatedCents: Cents;
  readonly refundedCents: Cents;
  /** What is left of the amount: the tenant's free credit, unless the payment is rejected. */
  readonly remainingCents: Cents;
  readonly currency: "EUR";
  /** When the bank booked it. */
  readonly paymentDate: Day;
  readonly paymentMethod: PaymentMethod;
  readonly direction: "inbound";
  readonly status: PaymentStatus;
  /** `null` where nobody is known to owe what it pays, or several do. */
  readonly tenantId: TenantId | null;
  readonly tenantName: string | null;
  /** Who paid, where that is known to be somebody else than the tenant: another party of his lease. */
  readonly payerId: TenantId | null;
  readonly payerName: string | null;
  /** `null` where it pays calls of several. */
  readonly leaseId: LeaseId | null;
  readonly leaseReference: string | null;
  readonly bankAccountId: Id<"BankAccount"> | null;
  /** The entry that credits the tenant's account. */
  readonly entryId: EntryId;
  /** How many entries it has made: the next one's sequence number. */
  readonly entriesCount: number;
  /** Its line on the tenant's account of what paid no call at first; `null` where nothing was left. */
  readonly creditLineId: LineId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What a payment comes to once so much of it is allocated and refunded. */
export function settledPayment(
  payment: Payment,
  { allocatedCents = payment.allocatedCents, refundedCents = payment.refundedCents }: PaymentUse,
  now: Instant,
): Payment {
  const remainingCents = remainingOf(payment.amountCents, { allocatedCents, refundedCents });
  const used = { ...payment, allocatedCents, refundedCents, remainingCents, updatedAt: now };
  return { ...used, status: paymentStatus(used) };
}

/** What became of a payment's amount. */
export type PaymentUse = Partial<Pick<Payment, "allocatedCents" | "refundedCents">>;

/** What is left of an amount. */
export function remainingOf(amount: Cents, { allocatedCents, refundedCents }: Required<PaymentUse>): Cents {
  return sum([amount, negated(allocatedCents), negated(refundedCents)]);
}

/** Where a payment stands that is not rejected. */
export function paymentStatus({
  allocatedCents,
  refundedCents,
  remainingCents,
}: Pick<Payment, "allocatedCents" | "refundedCents" | "remainingCents">): PaymentStatus {
  if (refundedCents > 0 && remainingCents === 0) return "refunded";
  if (allocatedCents === 0) return "received";
  return remainingCents === 0 ? "allocated" : "partially_allocated";
}

/** A payment that is undone: nothing of it pays anything. */
export function rejectedPayment(payment: Payment, now: Instant): Payment {
  return { ...settledPayment(payment, { allocatedCents: 0 as Cents }, now), status: "rejected" };
}

/** Whether the bank may still undo it. */
export const canBeRejected = ({ status }: Payment): boolean =>
  status === "received" || status === "partially_allocated" || status === "allocated";

/** A payment as lists answer it. */
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

/** The payment as lists answer it. */
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

/** A field that {@link paymentListing} knows. */
export type PaymentField = keyof typeof fields;

/** What lists of payments may be filtered and sorted by. */
export const paymentListing: Listing<PaymentField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as PaymentField[],
  sort: "createdAt",
  search: ["reference", "leaseReference", "tenantName"],
};
