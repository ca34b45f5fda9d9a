import type { BankFile, FileFault, FileTransaction } from "./transaction.ts";

/** Transactions of one file: as many as a large agency has in a year. */
const TRANSACTIONS_MAX = 100_000;
/** Faults that are named: nobody reads more. */
const FAULTS_MAX = 100;

/** What was read of a file so far. */
export interface Reading {
  readonly transactions: FileTransaction[];
  readonly faults: FileFault[];
}

/** What a file turned out to be; nothing of it where anything is wrong. */
export function bankFile({ transactions, faults }: Reading): BankFile {
  return { transactions: faults.length > 0 ? [] : transactions, faults };
}

/** Whether there is no use in reading on. Adds the fault that a file of too many transactions has. */
export function isEnough({ transactions, faults }: Reading): boolean {
  if (transactions.length > TRANSACTIONS_MAX) faults.push({ place: "file", field: "transactions", code: "too_long" });
  return faults.length >= FAULTS_MAX || transactions.length > TRANSACTIONS_MAX;
}
