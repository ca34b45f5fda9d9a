import type { BankFile, BankFileError, FileStatement, FileTransaction } from "./transaction.ts";

/** Maximum number of transactions in one file: a large agency's transactions of a year. */
const TRANSACTIONS_MAX = 100_000;
/** Maximum number of statements in one file: more than ten years of daily statements. */
const STATEMENTS_MAX = 5000;
/** Maximum number of errors that are reported for one file. */
const FAULTS_MAX = 100;

/** The transactions, statements and errors that were read so far. */
export interface ParseState {
  readonly transactions: FileTransaction[];
  readonly statements: FileStatement[];
  readonly faults: BankFileError[];
}

/** Returns the result of a file. A file with any error yields no transactions and no statements. */
export function bankFile({ transactions, statements, faults }: ParseState): BankFile {
  return faults.length > 0
    ? { transactions: [], statements: [], errors: faults }
    : { transactions, statements, errors: faults };
}

/** True if reading must stop. Adds an error for a file with too many transactions or statements. */
export function isLimitReached({ transactions, statements, faults }: ParseState): boolean {
  const isTooLong = transactions.length > TRANSACTIONS_MAX || statements.length > STATEMENTS_MAX;
  if (isTooLong) faults.push({ place: "file", field: "transactions", code: "too_long" });
  return faults.length >= FAULTS_MAX || isTooLong;
}
