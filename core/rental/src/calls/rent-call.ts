import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, cents, ledgerLists, ZERO } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";

export type RentCallId = Id<"RentCall">;

/** Where a rent call stands; whether it is overdue a day decides. */
export const RENT_CALL_STATUSES = ["issued", "sent", "partially_paid", "paid", "cancelled"] as const;
/** One of {@link RENT_CALL_STATUSES}. */
export type RentCallStatus = (typeof RENT_CALL_STATUSES)[number];

/** A credit note is a call of less than nothing: what it is of stands to the tenant's credit (rental.md 3.2). */
export const RENT_CALL_KINDS = ["call", "credit_note"] as const;
/** One of {@link RENT_CALL_KINDS}. */
export type RentCallKind = (typeof RENT_CALL_KINDS)[number];

/** What a tenant is asked to pay (avis d'échéance), with the names of when it was issued. Its lines are those of its run. */
export interface RentCall {
  readonly mandataireId: MandataireId;
  readonly id: RentCallId;
  /** AP-2026-000001: without gap in a mandataire's year. */
  readonly reference: string;
  readonly billingRunId: Id<"BillingRun">;
  /** By which lines of the run are its own. */
  readonly callKey: string;
  readonly kind: RentCallKind;
  readonly status: RentCallStatus;
  /** `null` where it is of several. */
  readonly leaseId: Id<"Lease"> | null;
  readonly leaseReference: string | null;
  /** `null` where nobody is known to owe it. */
  readonly tenantId: Id<"TenantActor"> | null;
  readonly tenantName: string | null;
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly dueDate: Day;
  /** VAT included; below zero of a credit note. */
  readonly totalAmountCents: Cents;
  readonly rentAmountCents: Cents;
  readonly chargesAmountCents: Cents;
  readonly paidAmountCents: Cents;
  /** What is still to be paid: nothing of a credit note, or once it is cancelled. Kept, so that lists can be asked for it. */
  readonly remainingAmountCents: Cents;
  readonly fullyPaid: boolean;
  /** The last day on which nobody minds that it is not paid: the due date, and the days that the lease tolerates. */
  readonly toleratedUntil: Day;
  readonly sentAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A rent call as it is answered on a day. */
export interface RentCallView extends Omit<RentCall, "mandataireId" | "callKey" | "toleratedUntil"> {
  readonly overdue: boolean;
}

/** The call with what follows from the rest of it. */
export function withRemaining(call: Omit<RentCall, "remainingAmountCents" | "fullyPaid">): RentCall {
  const isOwed = call.status !== "cancelled" && call.totalAmountCents > 0;
  const remaining = isOwed ? cents(Math.max(0, call.totalAmountCents - call.paidAmountCents)) : ZERO;
  return { ...call, remainingAmountCents: remaining, fullyPaid: call.status !== "cancelled" && remaining === 0 };
}

/** The call once so much is paid on it in all, more than before or less. */
export function paidCall(call: RentCall, paidAmountCents: Cents, now: Instant): RentCall {
  const unpaid = call.sentAt === null ? "issued" : "sent";
  const partly = paidAmountCents < call.totalAmountCents ? "partially_paid" : "paid";
  const status = paidAmountCents === 0 ? unpaid : partly;
  return withRemaining({ ...call, paidAmountCents, status, updatedAt: now });
}

/** The call as it is answered on a day. */
export function rentCallOn(
  { mandataireId: _, callKey: __, toleratedUntil, ...call }: RentCall,
  today: Day,
): RentCallView {
  return { ...call, overdue: call.remainingAmountCents > 0 && toleratedUntil < today };
}

const fields = {
  id: "uuid",
  reference: "keyword",
  periodStart: "date",
  periodEnd: "date",
  totalAmountCents: "integer",
  rentAmountCents: "integer",
  chargesAmountCents: "integer",
  paidAmountCents: "integer",
  remainingAmountCents: "integer",
  fullyPaid: "boolean",
  overdue: "boolean",
  dueDate: "date",
  status: "keyword",
  sentAt: "instant",
  leaseId: "uuid",
  leaseReference: "text",
  tenantId: "uuid",
  tenantName: "text",
  billingRunId: "uuid",
  kind: "keyword",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link rentCallListing} knows. */
export type RentCallField = keyof typeof fields;

/** What lists of rent calls may be filtered and sorted by. */
export const rentCallListing: Listing<RentCallField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as RentCallField[],
  sort: "createdAt",
  search: ["reference", "leaseReference", "tenantName"],
};
