import type { DirectoryStores } from "@cartulary/directory";
import type { DocumentStores } from "@cartulary/documents";
import type { Transact } from "@cartulary/kernel";

/** The stores of documents, beside the users whose names they answer with. */
export type DocumentStoresUnderTest = DocumentStores & DirectoryStores;

export interface DocumentStoresHarness {
  /** Transactions on a database with nothing in it. Called once per test. */
  create(): Promise<Transact<DocumentStoresUnderTest>>;
}

/** One database in which transactions meet. */
export interface MeetingPlace<Stores = DocumentStoresUnderTest> {
  readonly transact: Transact<Stores>;
  /** Resolves when a transaction waits for another one's lock; at once where writers queue before they begin. */
  untilBlocked(): Promise<void>;
}

export interface MeetingHarness<Stores = DocumentStoresUnderTest> {
  /** Whether two transactions may write at the same time as long as they touch different things. */
  readonly writesAtOnce: boolean;
  /** A database with nothing in it. Called once per test. */
  meet(): Promise<MeetingPlace<Stores>>;
}

/** Databases for all the suites of documents. */
export interface DocumentDatabasesHarness extends MeetingHarness {
  /** A database with nothing in it that stays until the last test: for suites that fill it once and then only read. */
  stay(): Promise<MeetingPlace>;
}
