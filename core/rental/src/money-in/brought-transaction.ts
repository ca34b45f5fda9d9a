import type { BankTransaction } from "../payments/bank-transaction.ts";
import type { MatchingHints } from "./transaction-input.ts";

/** A bank transaction as it was brought, with what its sender says that it is for. */
export interface Brought {
  readonly transaction: BankTransaction;
  readonly hints: MatchingHints;
  /** It was brought before, and stands in suspense; otherwise it is new. */
  readonly isInSuspense: boolean;
}
