import type { Day } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";

/** One transaction of a bank file, as whatever takes bank transactions in wants it. */
export interface FileTransaction {
  /** Where it stands: `line 3`, `entry 2`, `entry 2, transaction 1`. */
  readonly place: string;
  /** Which of the file's statements has it; `null` in a file that has none. */
  readonly statement: number | null;
  /** What the bank calls it, else what is made of account, day and content. Several may have the same. */
  readonly bankReference: string;
  /** What it was called before the reference of an only detail was looked at; `null` where that is the same. */
  readonly formerReference: string | null;
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
  /** The bank's own reference (AcctSvcrRef), `null` where it gives none. */
  readonly servicerReference: string | null;
  /** The reference that goes with a payment from its payer to whoever gets it; `null` where none was given. */
  readonly endToEndId: string | null;
  /** What was written for the one who gets it, whole. */
  readonly remittance: string;
  /** Where references are looked for, in this order. */
  readonly referenceTexts: readonly string[];
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

/** What a bank says of an account from one day to another. */
export interface FileStatement {
  /** Where it stands: `statement 2`. */
  readonly place: string;
  /** Its IBAN, else however else the bank calls it. */
  readonly account: string;
  readonly statementId: string;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly openingCents: Cents | null;
  readonly closingCents: Cents | null;
  /** When the bank made it, as it writes that; "" where it does not. */
  readonly madeAt: string;
  /** Those that are booked. */
  readonly entriesCount: number;
}

/** What is wrong with a file, and where. */
export interface FileFault {
  readonly place: string;
  /** The column, or the path below the entry, that is wrong. */
  readonly field: string;
  readonly code: "blank" | "invalid" | "inclusion" | "too_long";
}

/** What a file says. Where anything is wrong with it, nothing of it is to be taken in. */
export interface BankFile {
  readonly transactions: readonly FileTransaction[];
  readonly statements: readonly FileStatement[];
  /** A hundred at most. */
  readonly faults: readonly FileFault[];
}
