import type { DirectoryStores } from "@cartulary/directory";
import type { PublicAccessStores } from "@cartulary/public-access";
import type { TestDatabase } from "../harness/document-stores.ts";

/** The stores of public access, and the users that they refer to. */
export type PublicAccessStoresUnderTest = PublicAccessStores & DirectoryStores;

/** A database in which transactions meet, and in which something may be broken. */
export interface PublicAccessPlace extends TestDatabase<PublicAccessStoresUnderTest> {
  /** Runs statements past everything that would refuse them, foreign keys too. */
  damage(...statements: readonly string[]): Promise<void>;
}

export interface PublicAccessHarness {
  /** A database with nothing in it. Called once per test. */
  openDatabase(): Promise<PublicAccessPlace>;
}
