import type { Day, ListQuery, Page } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { BankStatement, BankStatementField } from "./bank-statement.ts";
import type { Reconciliation } from "./reconciliation.ts";

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

export interface BankStatementStores {
  readonly bankStatements: BankStatementStore;
}
