import type { Day, ListQuery, Page } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { BankDirection, BankTransactionId } from "../payments/bank-transaction.ts";
import type { BankStatement, BankStatementField } from "./bank-statement.ts";

/** Port: the bank statements of one mandataire. Each method is one SQL statement. */
export interface BankStatementStore {
  list(query: ListQuery<BankStatementField>): Promise<Page<BankStatement>>;
  /** Inserts the statements that do not exist. */
  insertMissing(statements: readonly BankStatement[]): Promise<void>;
  /** Returns the account's state before each statement, by key; statements without earlier data are left out. */
  before(statements: readonly BankStatement[]): Promise<readonly StatementBefore[]>;
  /** Compares bank and book at the end of a day. */
  reconciliation(accountIban: string | null, on: Day): Promise<Reconciliation>;
}

/** The state of the account before a statement. */
export interface StatementBefore {
  readonly statementKey: string;
  /** Of the last statement that ends on or before the first day of this one. */
  readonly closingBalance: Cents;
  readonly to: Day;
  /** The possible balances at the start of this statement's first day, derived from earlier data. */
  readonly expected: readonly Cents[];
}

/** The bank balance compared with account 512000 (état de rapprochement). */
export interface Reconciliation {
  readonly on: Day;
  /** The closing balance of the last statement that ends on or before the day; `null` without one. */
  readonly bankBalance: Cents | null;
  /** The bank's name of that statement. */
  readonly statementId: string | null;
  /** The balance of 512000 at the end of the day. */
  readonly bookBalance: Cents;
  /** The bank balance minus the book balance. */
  readonly difference: Cents | null;
  /** Posted transactions that no statement shows; at most 1,000. */
  readonly unexplained: readonly Unexplained[];
}

/** A posted bank transaction that no statement up to the day shows. */
export interface Unexplained {
  readonly bankTransactionId: BankTransactionId;
  readonly bankReference: string;
  readonly bookedOn: Day;
  readonly amountCents: Cents;
  readonly direction: BankDirection;
  readonly label: string | null;
}

export interface BankStatementStores {
  readonly bankStatements: BankStatementStore;
}
