import type { Day, Digests } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import { readCamt } from "./camt/camt-file.ts";
import { readCsv } from "./csv-file.ts";

/** One transaction of a bank file, as whatever takes bank transactions in wants it. */
export interface FileTransaction {
  /** Where it stands: `line 3`, `entry 2`, `entry 2, transaction 1`. */
  readonly place: string;
  /** By which the bank knows it, so that it is taken in once. */
  readonly bankReference: string;
  readonly bookedOn: Day;
  /** Above zero: the direction says which way. */
  readonly amountCents: Cents;
  readonly direction: "inbound" | "outbound";
  readonly label: string | null;
  readonly counterpartyName: string | null;
  readonly counterpartyIban: string | null;
  readonly method: BankFileMethod;
  /** The payout that it executes, or that comes back. */
  readonly payoutReference: string | null;
  /** Of a rejection whose first transaction stands earlier in the file: the bank reference of that one. */
  readonly reverses: string | null;
}

/** How money moved, as far as a bank's codes tell. */
export type BankFileMethod =
  | "bank_transfer"
  | "direct_debit"
  | "check"
  | "card"
  | "cash"
  | "caf"
  | "other"
  | "rejection";

/** What is wrong with a file, and where. */
export interface FileFault {
  readonly place: string;
  /** The column, or the path below the entry, that is wrong. */
  readonly field: string;
  readonly code: "blank" | "invalid" | "inclusion" | "taken" | "too_long";
}

/** What a file says. Where anything is wrong with it, nothing of it is to be taken in. */
export interface BankFile {
  readonly transactions: readonly FileTransaction[];
  /** A hundred at most. */
  readonly faults: readonly FileFault[];
}

/**
 * Reads a bank's file: CAMT.053 (ISO 20022, versions 02 and later) where it begins with `<`, else CSV under the header
 * `bank_reference,booked_on,amount_cents,label,counterparty_iban`, in which what is paid out is below zero. Whoever calls
 * has bounded its length; memory grows with that, whatever the file says. Throws nothing for any text.
 */
export function readBankFile(text: string, digests: Pick<Digests, "sha256">): BankFile {
  const written = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return /^\s*</.test(written) ? readCamt(written.trimStart(), digests) : readCsv(written);
}
