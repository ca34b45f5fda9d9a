import type { Reading } from "./faults.ts";
import type { FileTransaction } from "./transaction.ts";

/** What stands under each bank reference of a file. */
export type References = Map<string, string>;

/**
 * Takes a transaction over under its reference. The same one again is left out, as it would be in the next file; another one
 * under a reference that is used is a fault: one of the two would be lost without a word.
 */
export function claimReference(transaction: FileTransaction, field: string, reading: Reading, known: References): void {
  const { place, ...rest } = transaction;
  const content = JSON.stringify(rest);
  const before = known.get(transaction.bankReference);
  if (before === undefined) {
    known.set(transaction.bankReference, content);
    reading.transactions.push(transaction);
  } else if (before !== content) reading.faults.push({ place, field, code: "taken" });
}
