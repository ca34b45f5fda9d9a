import type { Instant } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { BankAssignment, BankAssignmentId } from "../payments/bank-assignment.ts";
import type { BankTransactionId } from "../payments/bank-transaction.ts";

/** What people assigned of the bank transactions of one mandataire. A number of statements that does not grow. */
export interface BankAssignmentStore {
  /** Those of these transactions that count, in the order in which they were made. */
  ofTransactions(transactions: readonly BankTransactionId[]): Promise<readonly BankAssignment[]>;
  insert(assignment: BankAssignment): Promise<void>;
  /** Writes that one counts no more. */
  reverse(id: BankAssignmentId, at: Instant): Promise<void>;
  /** What those that count moved out of the mandants' account to an account, less what they brought in from there. */
  total(accountCode: string): Promise<Cents>;
}

/** What assignments are kept in, inside a transaction of one mandataire. */
export interface BankAssignmentStores {
  readonly bankAssignments: BankAssignmentStore;
}
