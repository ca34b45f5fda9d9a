import type { Instant } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { BankAssignment, BankAssignmentId } from "../payments/bank-assignment.ts";
import type { BankTransactionId } from "../payments/bank-transaction.ts";

/** Port: the assignments of one mandataire's bank transactions. The number of statements of each method is constant. */
export interface BankAssignmentStore {
  /** Returns the effective assignments of these transactions, in order of creation. */
  ofTransactions(transactions: readonly BankTransactionId[]): Promise<readonly BankAssignment[]>;
  insert(assignment: BankAssignment): Promise<void>;
  /** Marks an assignment as reversed. */
  reverse(id: BankAssignmentId, at: Instant): Promise<void>;
  /** Returns the sum that effective assignments moved from the mandants' account to an account, net. */
  total(accountCode: string): Promise<Cents>;
}

export interface BankAssignmentStores {
  readonly bankAssignments: BankAssignmentStore;
}
