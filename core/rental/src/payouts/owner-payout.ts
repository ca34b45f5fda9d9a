import type { Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, ledgerLists } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";
import type { MandateId } from "../mandates/mandate.ts";
import type { OwnerId } from "../people/owner.ts";

export type OwnerPayoutId = Id<"OwnerPayout">;
/** A file for the bank. */
export type PayoutExportId = Id<"PayoutExport">;

/**
 * Where a payout stands (rental.md §4, money.md 4): `blocked` while there is no account to pay it to, `transmitted` while
 * the bank has the file that orders it.
 */
export const PAYOUT_STATUSES = ["blocked", "ordered", "transmitted", "executed", "failed", "cancelled"] as const;
/** One of {@link PAYOUT_STATUSES}. */
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** What a run ordered to be paid to an owner under one mandate. */
export interface OwnerPayout {
  readonly mandataireId: MandataireId;
  readonly id: OwnerPayoutId;
  /** RV-2026-000001: without gap in a mandataire's year. */
  readonly reference: string;
  readonly ownerId: OwnerId;
  /** As he was called when it was ordered. */
  readonly ownerName: string;
  readonly mandateId: MandateId | null;
  readonly billingRunId: Id<"BillingRun">;
  /** Above zero. */
  readonly amountCents: Cents;
  readonly currency: "EUR";
  readonly status: PayoutStatus;
  readonly orderedAt: Instant;
  readonly executedAt: Instant | null;
  /** When it was put in a file for the bank; `null` while it is in none. */
  readonly transmittedAt: Instant | null;
  /** The last file that it was in: a payout that failed still names it; one that is ordered names none. */
  readonly exportId: PayoutExportId | null;
  /** The owner's default one when it was ordered, or the last one that was recorded; `null` without one. */
  readonly bankAccountId: Id<"BankAccount"> | null;
  /** By which the bank paid it; `null` while it did not. */
  readonly bankTransactionId: Id<"BankTransaction"> | null;
  /**
   * The bank transaction that paid it with more than the owner's own money, as long as that stands in suspense: the money
   * has left the bank, so that no other file may order it.
   */
  readonly refusedTransactionId: Id<"BankTransaction"> | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  reference: "keyword",
  ownerId: "uuid",
  ownerName: "text",
  billingRunId: "uuid",
  amountCents: "integer",
  currency: "keyword",
  status: "keyword",
  orderedAt: "instant",
  executedAt: "instant",
  transmittedAt: "instant",
  exportId: "uuid",
  bankAccountId: "uuid",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link ownerPayoutListing} knows. */
export type OwnerPayoutField = keyof typeof fields;

/** What lists of payouts may be filtered and sorted by. */
export const ownerPayoutListing: Listing<OwnerPayoutField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as OwnerPayoutField[],
  sort: "createdAt",
  search: ["reference", "ownerName"],
};
