import type { Day, ListQuery, Page } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { BankDirection, BankTransactionId } from "../payments/bank-transaction.ts";
import type { BankStatement, BankStatementField } from "./bank-statement.ts";

/** The bank statements of the mandataire that the stores were handed out for. A statement of SQL each. */
export interface BankStatementStore {
  list(query: ListQuery<BankStatementField>): Promise<Page<BankStatement>>;
  /** Those that are there already are left as they are. */
  insertMissing(statements: readonly BankStatement[]): Promise<void>;
  /** What is known of the account before each of these statements, by their keys; those before which nothing is are left out. */
  before(statements: readonly BankStatement[]): Promise<readonly StatementBefore[]>;
  /** What bank and book say at the end of a day. */
  reconciliation(accountIban: string | null, on: Day): Promise<Reconciliation>;
}

/** What stands before a statement. */
export interface StatementBefore {
  readonly statementKey: string;
  /** The last statement that ends where this one begins, or before. */
  readonly closingBalance: Cents;
  readonly to: Day;
  /** What the account had at the beginning of this one's first day, by what is stored of the time before; each way that tells. */
  readonly expected: readonly Cents[];
}

/** What the bank says of the account, and what 512000 says (état de rapprochement). */
export interface Reconciliation {
  readonly on: Day;
  /** The closing balance of the last statement that ends on the day or before; `null` without one. */
  readonly bankBalance: Cents | null;
  /** What the bank calls that statement. */
  readonly statementId: string | null;
  /** What stands on 512000 at the end of the day. */
  readonly bookBalance: Cents;
  /** What the bank says less what the book says. */
  readonly difference: Cents | null;
  /** What the book has and no statement shows: a thousand at most. */
  readonly unexplained: readonly Unexplained[];
}

/** A bank transaction that is in the book, and on no statement up to the day. */
export interface Unexplained {
  readonly bankTransactionId: BankTransactionId;
  readonly bankReference: string;
  readonly bookedOn: Day;
  readonly amountCents: Cents;
  readonly direction: BankDirection;
  readonly label: string | null;
}

/** What statements are kept in, inside a transaction of one mandataire. */
export interface BankStatementStores {
  readonly bankStatements: BankStatementStore;
}
