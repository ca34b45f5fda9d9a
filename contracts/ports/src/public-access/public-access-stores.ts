import type { DirectoryStores } from "@cartulary/directory";
import type { PublicAccessStores } from "@cartulary/public-access";
import type { MeetingPlace } from "../harness/document-stores.ts";

/** The stores of public access, beside the users whose names they answer with. */
export type PublicAccessStoresUnderTest = PublicAccessStores & DirectoryStores;

/** A database in which transactions meet, and in which something may be broken. */
export interface PublicAccessPlace extends MeetingPlace<PublicAccessStoresUnderTest> {
  /** Runs statements past everything that would refuse them, foreign keys too. */
  damage(...statements: readonly string[]): Promise<void>;
}

export interface PublicAccessHarness {
  /** A database with nothing in it. Called once per test. */
  meet(): Promise<PublicAccessPlace>;
}
