import type { CompositionStores, DocumentTemplate } from "@cartulary/composition";
import type { DirectoryStores } from "@cartulary/directory";
import { EPOCH, idOf } from "../harness/document-records.ts";
import type { TestDatabase } from "../harness/document-stores.ts";

/** The stores of composition, and the users that they refer to. */
type CompositionStoresUnderTest = Omit<CompositionStores, "jobs"> & DirectoryStores;

export interface CompositionHarness {
  /** A database with nothing in it. Called once per test. */
  openDatabase(): Promise<Pick<TestDatabase<CompositionStoresUnderTest>, "transact">>;
}

/** A whole template. */
export const template = (overrides: Partial<DocumentTemplate> = {}): DocumentTemplate => ({
  id: idOf(900),
  key: "letter",
  name: "Letter",
  description: null,
  category: null,
  locale: "fr",
  typstSource: "#set par(justify: true)",
  variablesSchema: { type: "object" },
  defaultParts: [{ title: "First", bsize: 6 }],
  pageSettings: { paper: "a4" },
  active: true,
  createdAt: EPOCH,
  updatedAt: EPOCH,
  ...overrides,
});
