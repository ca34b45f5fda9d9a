import { createTestDatabases } from "@cartulary/postgres/testkit";
import { authModule, blobsModule, directoryModule, documentsModule } from "@cartulary/sql";
import { openTestSqlite, type TestSqlite } from "@cartulary/sqlite/testkit";
import { afterAll, inject } from "vitest";

const modules = [blobsModule, directoryModule, authModule, documentsModule] as const;

/** A database with all modules, of a test's own: new and empty, gone when it is closed. */
export type TestDatabase = Omit<TestSqlite<typeof modules>, "path">;

/** An engine to test on. */
export interface TestEngine {
  readonly name: "SQLite" | "Postgres";
  open(): Promise<TestDatabase>;
}

const sqlite: TestEngine = { name: "SQLite", open: () => openTestSqlite(modules) };

function postgresAt(url: string): TestEngine {
  const databases = createTestDatabases(url, modules);
  afterAll(() => databases.close());
  return { name: "Postgres", open: () => databases.open() };
}

const postgresUrl = inject("postgresUrl");

/** Every engine that this machine has: `describe.each(databases)`. */
export const databases: readonly TestEngine[] = postgresUrl === null ? [sqlite] : [sqlite, postgresAt(postgresUrl)];
