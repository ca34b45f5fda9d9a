import type { Day } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { BankTransactionInput } from "./transaction-input.ts";

/** A transaction as a bank's file says it. */
export interface FileTransactionInput extends BankTransactionInput {
  /** Which of the file's statements has it; `null` in a file that has none. */
  readonly statement: number | null;
  /** Another reference by which it may have come in before. */
  readonly formerReference: string | null;
  /** The bank's own reference (AcctSvcrRef). */
  readonly servicerReference: string | null;
  readonly endToEndId: string | null;
  /** What was written for the one who gets it, whole. */
  readonly remittance: string;
  /** Where references are looked for, in this order. */
  readonly referenceTexts: readonly string[];
}

/** A statement as a bank's file says it. */
export interface FileStatementInput {
  /** Without spaces, in capitals. */
  readonly account: string;
  readonly statementId: string;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly openingCents: Cents | null;
  readonly closingCents: Cents | null;
  /** When the bank made it, as it writes that. */
  readonly madeAt: string;
  readonly entriesCount: number;
}

/** What a bank's file says. */
export interface BankFileInput {
  readonly transactions: readonly FileTransactionInput[];
  readonly statements: readonly FileStatementInput[];
}
