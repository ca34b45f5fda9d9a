import type { BankTransaction } from "../payments/bank-transaction.ts";
import type { MatchingHints } from "./transaction-input.ts";

/** A received bank transaction with its sender's hints. */
export interface IncomingTransaction {
  readonly transaction: BankTransaction;
  readonly hints: MatchingHints;
  /** True if it is known and in suspense; false if it is new. */
  readonly isInSuspense: boolean;
}
