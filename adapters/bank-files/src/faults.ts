import type { BankFile, FileFault, FileStatement, FileTransaction } from "./transaction.ts";

/** Transactions of one file: as many as a large agency has in a year. */
const TRANSACTIONS_MAX = 100_000;
/** Statements of one file: more than ten years have days. */
const STATEMENTS_MAX = 5000;
/** Faults that are named: nobody reads more. */
const FAULTS_MAX = 100;

/** What was read of a file so far. */
export interface Reading {
  readonly transactions: FileTransaction[];
  readonly statements: FileStatement[];
  readonly faults: FileFault[];
}

/** What a file turned out to be; nothing of it where anything is wrong. */
export function bankFile({ transactions, statements, faults }: Reading): BankFile {
  return faults.length > 0 ? { transactions: [], statements: [], faults } : { transactions, statements, faults };
}

/** Whether there is no use in reading on. Adds the fault that a file of too many transactions has. */
export function isEnough({ transactions, statements, faults }: Reading): boolean {
  const isTooLong = transactions.length > TRANSACTIONS_MAX || statements.length > STATEMENTS_MAX;
  if (isTooLong) faults.push({ place: "file", field: "transactions", code: "too_long" });
  return faults.length >= FAULTS_MAX || isTooLong;
}
