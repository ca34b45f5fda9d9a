import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, type EntryId, type LineId, ledgerLists } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";
import type { PaymentId, PaymentMethod } from "./payment.ts";

export type BankTransactionId = Id<"BankTransaction">;

/** Into the mandants' account, or out of it. */
export const BANK_DIRECTIONS = ["inbound", "outbound"] as const;
/** One of {@link BANK_DIRECTIONS}. */
export type BankDirection = (typeof BANK_DIRECTIONS)[number];

/** Whether the accounting knows what a transaction is for; until then it stands in suspense (471000). */
export const BANK_TRANSACTION_STATUSES = ["matched", "unmatched"] as const;
/** One of {@link BANK_TRANSACTION_STATUSES}. */
export type BankTransactionStatus = (typeof BANK_TRANSACTION_STATUSES)[number];

/** How money moved: as payments are made, or back again (rental.md §4). */
export type BankMethod = PaymentMethod | "rejection" | "refund";

/** What moved on the mandants' account. What the bank says of it never changes. */
export interface BankTransaction {
  readonly mandataireId: MandataireId;
  readonly id: BankTransactionId;
  /** By which it is known again: once under a mandataire. */
  readonly bankReference: string;
  /** The day on which the bank booked it. */
  readonly bookedOn: Day;
  /** Above zero, in either direction. */
  readonly amountCents: Cents;
  readonly currency: "EUR";
  readonly direction: BankDirection;
  readonly label: string | null;
  readonly counterpartyName: string | null;
  /** Without spaces, in capitals; its check digits are the bank's business. */
  readonly counterpartyIban: string | null;
  readonly method: BankMethod | null;
  /** The bank reference of what it undoes. */
  readonly reverses: string | null;
  readonly status: BankTransactionStatus;
  /** What a tenant paid by it, or what it rejects or refunds. */
  readonly paymentId: PaymentId | null;
  /** The entry by which it came into the books; `null` of one that was in them already. */
  readonly entryId: EntryId | null;
  /** Of a refund: its line on the tenant's account. */
  readonly tenantLineId: LineId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  bankReference: "text",
  bookedOn: "date",
  amountCents: "integer",
  direction: "keyword",
  label: "text",
  counterpartyName: "text",
  counterpartyIban: "keyword",
  method: "keyword",
  status: "keyword",
  paymentId: "uuid",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link bankTransactionListing} knows. */
export type BankTransactionField = keyof typeof fields;

/** What lists of bank transactions may be filtered and sorted by. */
export const bankTransactionListing: Listing<BankTransactionField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as BankTransactionField[],
  sort: "createdAt",
  search: ["bankReference", "label", "counterpartyName"],
};
