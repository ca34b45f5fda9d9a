import type { DirectoryStores } from "@cartulary/directory";
import type { DocumentStores } from "@cartulary/documents";
import type { Transact } from "@cartulary/kernel";

/** The stores of documents, and the users that they refer to. */
export type DocumentStoresUnderTest = DocumentStores & DirectoryStores;

export interface DocumentStoresHarness {
  /** Transactions on a database with nothing in it. Called once per test. */
  create(): Promise<Transact<DocumentStoresUnderTest>>;
}

/** One database in which transactions meet. */
export interface TestDatabase<Stores = DocumentStoresUnderTest> {
  readonly transact: Transact<Stores>;
  /** Resolves when a transaction waits for another one's lock; at once where writers queue before they begin. */
  untilBlocked(): Promise<void>;
}

export interface DatabaseHarness<Stores = DocumentStoresUnderTest> {
  /** True if two transactions may write different records at the same time. */
  readonly writesAtOnce: boolean;
  /** A database with nothing in it. Called once per test. */
  openDatabase(): Promise<TestDatabase<Stores>>;
}

/** Databases for all the suites of documents. */
export interface DocumentDatabasesHarness extends DatabaseHarness {
  /** A database with nothing in it that stays until the last test: for suites that fill it once and then only read. */
  openSharedDatabase(): Promise<TestDatabase>;
}
