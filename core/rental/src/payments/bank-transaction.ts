import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, type EntryId, type LineId, ledgerLists, minus, sum, ZERO } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";
import { type ReferenceSeries, referencesIn } from "../references/reference.ts";
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
  /** What the bank calls it, or what is made of what it is. Only of those of the portal one alone has it. */
  readonly bankReference: string;
  /** Whether the portal brought it, by which its reference is known again. */
  readonly isFromPortal: boolean;
  /** What a file says that it is, and which of the like ones it is; `null` where no file has brought it. */
  readonly contentKey: string | null;
  readonly contentOrdinal: number | null;
  /** Whether a statement of the bank shows it, rather than somebody's word alone. */
  readonly isOnStatement: boolean;
  /** The bank's own reference without anything that is added to it; `null` where it gives none. */
  readonly servicerReference: string | null;
  /** The reference that goes with a payment from its payer to whoever gets it. */
  readonly endToEndId: string | null;
  /** Where references are looked for, a line each, in their order; `null` where that is the label alone. */
  readonly referenceLines: string | null;
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
  /** `matched` as soon as nothing of it is in suspense any more. */
  readonly status: BankTransactionStatus;
  /** What of it matching found the purpose of, or a return undid. */
  readonly settledCents: Cents;
  /** What of it people assigned to accounts by hand, as far as that was not taken back. */
  readonly assignedCents: Cents;
  /** What a tenant paid by it, or what it rejects or refunds. */
  readonly paymentId: PaymentId | null;
  /** The entry by which it came into the books; `null` of one that was in them already. */
  readonly entryId: EntryId | null;
  /** Of a refund: its line on the tenant's account. */
  readonly tenantLineId: LineId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What of a transaction is in suspense (471000): what was neither matched nor assigned; of a new one, all of it. */
export const suspendedCents = ({
  amountCents,
  settledCents,
  assignedCents,
}: Pick<BankTransaction, "amountCents" | "settledCents" | "assignedCents">): Cents =>
  minus(amountCents, sum([settledCents, assignedCents]));

/** The transaction once so much more of it is settled, or assigned; what is taken back is below zero. */
export function movedOn(
  transaction: BankTransaction,
  { settled = ZERO, assigned = ZERO }: { readonly settled?: Cents; readonly assigned?: Cents },
): BankTransaction {
  const moved = {
    ...transaction,
    settledCents: sum([transaction.settledCents, settled]),
    assignedCents: sum([transaction.assignedCents, assigned]),
  };
  return { ...moved, status: suspendedCents(moved) === 0 ? "matched" : "unmatched" };
}

/**
 * Whether matching may still find what a transaction is for. It does so once: what comes back to suspense afterwards is
 * assigned. Only a return is looked at again, since what it undoes may not have been there as a whole.
 */
export const mayBeMatched = (transaction: BankTransaction): boolean =>
  suspendedCents(transaction) > 0 && (transaction.settledCents === 0 || transaction.method === "rejection");

/**
 * The references of a series that a bank names in a transaction: those of the first place that has any (money.md 1.7).
 */
export function firstReferences(
  { label, referenceLines }: Pick<BankTransaction, "label" | "referenceLines">,
  series: ReferenceSeries,
): readonly string[] {
  for (const text of referenceLines?.split("\n") ?? [label ?? ""]) {
    const found = referencesIn(text, series);
    if (found.length > 0) return found;
  }
  return [];
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
