import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, cents, LEDGER_LIST_DIALECT, ZERO } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { RentCallStatus } from "../../property/people/rent-call-status.ts";
import type { Contribution, ContributionView } from "./contribution.ts";
import { type PaymentOfCall, paidContributions } from "./paid-contributions.ts";

export type RentCallId = Id<"RentCall">;

/**
 * A credit note is a rent call with a negative total, credited to the tenant (rental.md 3.2). An initial balance is what
 * the tenant owed, or had paid too much, when the agency took the lease over (effects.md 1.1).
 */
export const RENT_CALL_KINDS = ["call", "credit_note", "initial_balance"] as const;
export type RentCallKind = (typeof RENT_CALL_KINDS)[number];

/** A payment request to a tenant (avis d'échéance), with the names at its issue. Its lines are those of its run. */
export interface RentCall {
  readonly mandataireId: MandataireId;
  readonly id: RentCallId;
  /** AP-2026-000001: without gaps per mandataire and year. */
  readonly reference: string;
  readonly billingRunId: Id<"BillingRun">;
  /** Selects its lines in the run. */
  readonly callKey: string;
  readonly kind: RentCallKind;
  readonly status: RentCallStatus;
  /** `null` for several leases. */
  readonly leaseId: Id<"Lease"> | null;
  readonly leaseReference: string | null;
  /** `null` without a known tenant. */
  readonly tenantId: Id<"TenantActor"> | null;
  readonly tenantName: string | null;
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly dueDate: Day;
  /** VAT included; negative for a credit note. */
  readonly totalAmountCents: Cents;
  readonly rentAmountCents: Cents;
  readonly chargesAmountCents: Cents;
  /** The rest of the total: deposit, initial balance. */
  readonly otherAmountCents: Cents;
  readonly paidAmountCents: Cents;
  /** The unpaid amount: 0 for a credit note or a cancelled call. Stored, so that lists can filter by it. */
  readonly remainingAmountCents: Cents;
  readonly fullyPaid: boolean;
  /** The parts of the parties; `null` for a credit note, a call of several leases, and one that no party contributes to. */
  readonly contributions: readonly Contribution[] | null;
  readonly sentAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A rent call as clients see it on a day. */
export interface RentCallView extends Omit<RentCall, "mandataireId" | "billingRunId" | "callKey" | "contributions"> {
  /** The run that issued it; `null` for an initial balance. */
  readonly billingRunId: RentCall["billingRunId"] | null;
  readonly overdue: boolean;
  /** The parts of the parties with what is paid of them; see {@link RentCall.contributions}. */
  readonly contributions: readonly ContributionView[] | null;
}

/** Returns the call with its derived fields. */
export function withRemaining(call: Omit<RentCall, "remainingAmountCents" | "fullyPaid">): RentCall {
  const isOwed = call.status !== "cancelled" && call.totalAmountCents > 0;
  const remaining = isOwed ? cents(Math.max(0, call.totalAmountCents - call.paidAmountCents)) : ZERO;
  return { ...call, remainingAmountCents: remaining, fullyPaid: call.status !== "cancelled" && remaining === 0 };
}

/** Returns the call with a new total of payments. */
export function withPaidAmount(call: RentCall, paidAmountCents: Cents, now: Instant): RentCall {
  const unpaid = call.sentAt === null ? "issued" : "sent";
  const partly = paidAmountCents < call.totalAmountCents ? "partially_paid" : "paid";
  const status = paidAmountCents === 0 ? unpaid : partly;
  return withRemaining({ ...call, paidAmountCents, status, updatedAt: now });
}

/** Returns the status of a call on a day, by the tolerance of the day's term (effects.md 1.4). */
export interface CallOnDay {
  /** `paid` once due, if something is paid and the rest is tolerated. */
  readonly status: RentCallStatus;
  /** True if it is past its due date and the tolerated days, and more is left than is tolerated. */
  readonly overdue: boolean;
}

/**
 * Returns the call as clients see it on a day. `payments` are those on this call, in order; a call with less than two
 * contributions needs none.
 */
export function rentCallOn(
  { mandataireId: _, callKey: __, billingRunId, contributions, ...call }: RentCall,
  day: CallOnDay,
  payments: readonly PaymentOfCall[] = [],
): RentCallView {
  const issuedBy = call.kind === "initial_balance" ? null : billingRunId;
  return { ...call, ...day, billingRunId: issuedBy, contributions: partsOn(call, contributions, payments) };
}

function partsOn(
  { paidAmountCents, status }: Pick<RentCall, "paidAmountCents" | "status">,
  contributions: RentCall["contributions"],
  payments: readonly PaymentOfCall[],
): RentCallView["contributions"] {
  if (contributions === null) return null;
  const whole = { amountCents: paidAmountCents, payingTenantId: null, counterpartyName: null };
  const parts = paidContributions(contributions, isDivided({ contributions }) ? payments : [whole]);
  return status === "cancelled" ? parts.map((part) => ({ ...part, remainingCents: ZERO })) : parts;
}

/** Returns true if several parties divide the call, so that its payments decide what is paid of each part. */
export const isDivided = ({ contributions }: Pick<RentCall, "contributions">): boolean =>
  contributions !== null && contributions.length > 1;

const fields = {
  id: "uuid",
  reference: "keyword",
  periodStart: "date",
  periodEnd: "date",
  totalAmountCents: "integer",
  rentAmountCents: "integer",
  chargesAmountCents: "integer",
  otherAmountCents: "integer",
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

export type RentCallField = keyof typeof fields;

export const rentCallListing: Listing<RentCallField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as RentCallField[],
  sort: "createdAt",
  search: ["reference", "leaseReference", "tenantName"],
};
