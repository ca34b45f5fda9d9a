import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, type EntryId, LEDGER_LIST_DIALECT, type LineId, minus, sum, ZERO } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import { type ReferenceSeries, referencesIn } from "../../agency/reference.ts";
import type { PaymentId, PaymentMethod } from "./payment.ts";

export type BankTransactionId = Id<"BankTransaction">;

/** Into or out of the mandants' account. */
export const BANK_DIRECTIONS = ["inbound", "outbound"] as const;
export type BankDirection = (typeof BANK_DIRECTIONS)[number];

/** `unmatched` while an amount is in suspense (471000), its purpose unknown. */
export const BANK_TRANSACTION_STATUSES = ["matched", "unmatched"] as const;
export type BankTransactionStatus = (typeof BANK_TRANSACTION_STATUSES)[number];

/** A method of payment, or a reversal of one (rental.md §4). */
export type BankMethod = PaymentMethod | "rejection" | "refund";

/** A movement on the mandants' account. The bank's data never change. */
export interface BankTransaction {
  readonly mandataireId: MandataireId;
  readonly id: BankTransactionId;
  /** The bank's reference, or one derived from the content. Unique only among the portal's transactions. */
  readonly bankReference: string;
  /** True if the portal sent it; it is then recognized by its reference. */
  readonly isFromPortal: boolean;
  /** The content hash from a file and the ordinal among equal ones; `null` if no file contained it. */
  readonly contentKey: string | null;
  readonly contentOrdinal: number | null;
  /** True if a bank statement shows it. */
  readonly isOnStatement: boolean;
  /** The bank's own reference, unaltered; `null` without one. */
  readonly servicerReference: string | null;
  /** The reference that a payment carries from payer to recipient. */
  readonly endToEndId: string | null;
  /** The texts to search for references, one per line, in order; `null` if only the label. */
  readonly referenceLines: string | null;
  /** The bank's booking day. */
  readonly bookedOn: Day;
  /** Positive in both directions. */
  readonly amountCents: Cents;
  readonly currency: "EUR";
  readonly direction: BankDirection;
  readonly label: string | null;
  readonly counterpartyName: string | null;
  /** Without spaces, in capitals; check digits are not validated. */
  readonly counterpartyIban: string | null;
  readonly method: BankMethod | null;
  /** The bank reference of the transaction it reverses. */
  readonly reverses: string | null;
  /** `matched` if no amount is in suspense. */
  readonly status: BankTransactionStatus;
  /** The amount matched, or reversed by a return. */
  readonly settledCents: Cents;
  /** The amount assigned manually, without reversed assignments. */
  readonly assignedCents: Cents;
  /** The payment that it makes, rejects or refunds. */
  readonly paymentId: PaymentId | null;
  /** The entry that posted it; `null` if the book had it before. */
  readonly entryId: EntryId | null;
  /** For a refund: its line on the tenant's account. */
  readonly tenantLineId: LineId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Returns the amount in suspense (471000), neither matched nor assigned; for a new transaction, the whole amount. */
export const suspendedCents = ({
  amountCents,
  settledCents,
  assignedCents,
}: Pick<BankTransaction, "amountCents" | "settledCents" | "assignedCents">): Cents =>
  minus(amountCents, sum([settledCents, assignedCents]));

/** Returns the transaction with a further amount settled or assigned; negative to reverse. */
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
 * Returns true if matching may still find a target. Each transaction is matched once; an amount that returns to
 * suspense must be assigned. Only returns are matched again, since their original may not have been complete.
 */
export const mayBeMatched = (transaction: BankTransaction): boolean =>
  suspendedCents(transaction) > 0 && (transaction.settledCents === 0 || transaction.method === "rejection");

/** Returns the references of a series in a transaction, from the first text that has any (money.md 1.7). */
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
  suspenseCents: "integer",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type BankTransactionField = keyof typeof fields;

export const bankTransactionListing: Listing<BankTransactionField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as BankTransactionField[],
  sort: "createdAt",
  search: ["bankReference", "label", "counterpartyName"],
};
