import type { Day } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";

/** One transaction of a bank file. */
export interface FileTransaction {
  /** Position in the file: `line 3`, `entry 2`, `entry 2, transaction 1`. */
  readonly place: string;
  /** Index of its statement in the file; `null` for files without statements. */
  readonly statement: number | null;
  /** The bank's reference, otherwise a hash of account, day and content. Not unique within a file. */
  readonly bankReference: string;
  /** The hash that earlier versions used as reference; `null` if that is `bankReference`. */
  readonly formerReference: string | null;
  readonly bookedOn: Day;
  /** Always positive; `direction` has the sign. */
  readonly amountCents: Cents;
  readonly direction: "inbound" | "outbound";
  readonly label: string | null;
  readonly counterpartyName: string | null;
  readonly counterpartyIban: string | null;
  readonly method: BankFileMethod;
  /** The payout that the transaction executes or returns. */
  readonly payoutReference: string | null;
  /** The bank's own reference (AcctSvcrRef); `null` if there is none. */
  readonly servicerReference: string | null;
  /** The payer's reference (EndToEndId), which banks pass on to the recipient; `null` if there is none. */
  readonly endToEndId: string | null;
  /** The whole remittance text. */
  readonly remittance: string;
  /** Texts that are searched for references, in this order. */
  readonly referenceTexts: readonly string[];
}

/** The payment method, as far as bank codes tell. */
export type BankFileMethod =
  | "bank_transfer"
  | "direct_debit"
  | "check"
  | "card"
  | "cash"
  | "caf"
  | "other"
  | "rejection";

/** An account statement of a bank, for a range of days. */
export interface FileStatement {
  /** Position in the file: `statement 2`. */
  readonly place: string;
  /** The IBAN, otherwise the bank's own account number. */
  readonly account: string;
  readonly statementId: string;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly openingCents: Cents | null;
  readonly closingCents: Cents | null;
  /** Creation time as written by the bank; "" if there is none. */
  readonly madeAt: string;
  /** Number of booked entries. */
  readonly entriesCount: number;
}

/** An error of a file and its position. */
export interface BankFileError {
  readonly place: string;
  /** The column, or the path below the entry. */
  readonly field: string;
  readonly code: "blank" | "invalid" | "inclusion" | "too_long";
}

/** The content of a file. If there are errors, it has no transactions and no statements. */
export interface BankFile {
  readonly transactions: readonly FileTransaction[];
  readonly statements: readonly FileStatement[];
  /** At most 100. */
  readonly errors: readonly BankFileError[];
}
