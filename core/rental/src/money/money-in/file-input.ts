import type { Day } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { BankTransactionInput } from "./transaction-input.ts";

/** A transaction as read from a bank file. */
export interface FileTransactionInput extends BankTransactionInput {
  /** The index of its statement; `null` in a file without statements. */
  readonly statement: number | null;
  /** A second reference under which it may have been received before. */
  readonly formerReference: string | null;
  /** The bank's own reference (AcctSvcrRef). */
  readonly servicerReference: string | null;
  readonly endToEndId: string | null;
  /** The complete text for the recipient. */
  readonly remittance: string;
  /** The texts to search for references, in order. */
  readonly referenceTexts: readonly string[];
}

/** A statement as read from a bank file. */
export interface FileStatementInput {
  /** Without spaces, in capitals. */
  readonly account: string;
  readonly statementId: string;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly openingCents: Cents | null;
  readonly closingCents: Cents | null;
  /** The creation time as the bank writes it. */
  readonly madeAt: string;
  readonly entriesCount: number;
}

/** The content of a bank file. */
export interface BankFileInput {
  readonly transactions: readonly FileTransactionInput[];
  readonly statements: readonly FileStatementInput[];
}
