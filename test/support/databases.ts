import { newId, systemClock } from "@cartulary/crypto";
import { jobsModule as postgresJobs } from "@cartulary/postgres";
import { createTestDatabases } from "@cartulary/postgres/testkit";
import { jobQueues } from "@cartulary/server";
import { auditModule, authModule, blobsModule, directoryModule, documentsModule } from "@cartulary/sql";
import { jobsModule as sqliteJobs } from "@cartulary/sqlite";
import { openTestSqlite, type TestSqlite } from "@cartulary/sqlite/testkit";
import { afterAll, inject } from "vitest";

const queues = jobQueues;
const modules = [blobsModule, auditModule, directoryModule, authModule, documentsModule] as const;

/** A database with all modules, of a test's own: new and empty, gone when it is closed. */
export type TestDatabase = Omit<TestSqlite<readonly [...typeof modules, ReturnType<typeof jobsOnSqlite>]>, "path">;

/** An engine to test on. */
export interface TestEngine {
  readonly name: "SQLite" | "Postgres";
  open(): Promise<TestDatabase>;
}

const sqlite: TestEngine = { name: "SQLite", open: () => openTestSqlite([...modules, jobsOnSqlite()]) };

function jobsOnSqlite() {
  return sqliteJobs({ clock: systemClock, newId, queues });
}

function postgresAt(url: string): TestEngine {
  const databases = createTestDatabases(url, (own) => [
    ...modules,
    postgresJobs({ url: own, queues, supervise: false }),
  ]);
  afterAll(() => databases.close());
  return { name: "Postgres", open: () => databases.open() };
}

const postgresUrl = inject("postgresUrl");

/** Every engine that this machine has: `describe.each(databases)`. */
export const databases: readonly TestEngine[] = postgresUrl === null ? [sqlite] : [sqlite, postgresAt(postgresUrl)];
