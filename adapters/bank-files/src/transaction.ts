import type { Day } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";

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
