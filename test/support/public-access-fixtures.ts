import { DatabaseSync } from "node:sqlite";
import type { Transact } from "@cartulary/kernel";
import { openPostgres } from "@cartulary/postgres";
import { createTestDatabases, TEST_TIMEOUTS } from "@cartulary/postgres/testkit";
import type { PublicAccessStores } from "@cartulary/public-access";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { publicAccessModule } from "@cartulary/sql/public-access";
import { replaysModule } from "@cartulary/sql/replays";
import { openTestSqlite } from "@cartulary/sqlite/testkit";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";

const modules = [blobsModule, directoryModule, documentsModule, replaysModule, publicAccessModule] as const;

/** A separate database for a test, with SQL access in addition to the stores. */
export interface PublicAccessGround {
  readonly transact: Transact<PublicAccessStores>;
  /** The same database over other connections. */
  readonly otherTransact: Transact<PublicAccessStores>;
  /** Runs statements past everything that would refuse them. */
  damage(...statements: readonly string[]): Promise<void>;
  /** One number that a statement selects as `value`. */
  number(statement: string): Promise<number>;
}

export interface PublicAccessGrounds {
  readonly name: "SQLite" | "Postgres";
  open(): Promise<PublicAccessGround>;
}

const onSqlite: PublicAccessGrounds = {
  name: "SQLite",
  async open() {
    const database = await openTestSqlite(modules);
    const file = new DatabaseSync(database.path);
    onTestFinished(async () => {
      file.close();
      await database.close();
    });
    return {
      transact: database.transact,
      otherTransact: database.transact,
      damage: database.damage,
      number: async (statement) => Number(file.prepare(statement).get()?.value),
    };
  },
};

function postgresAt(url: string): PublicAccessGrounds {
  const databases = createTestDatabases(url, modules, inject("postgresTemplate") ?? undefined);
  return {
    name: "Postgres",
    async open() {
      const database = await databases.open();
      const other = await openPostgres({ url: database.url, modules, ...TEST_TIMEOUTS });
      const client = new Client({ connectionString: database.url });
      await client.connect();
      onTestFinished(async () => {
        await client.end();
        await other.close();
        await database.close();
      });
      return {
        transact: database.transact,
        otherTransact: other.transact,
        damage: database.damage,
        number: async (statement) => Number((await client.query(statement)).rows[0]?.value),
      };
    },
  };
}

const url = inject("postgresUrl");

/** Every engine that this machine has: `describe.each(publicAccessGrounds)`. */
export const publicAccessGrounds: readonly PublicAccessGrounds[] =
  url === null ? [onSqlite] : [onSqlite, postgresAt(url)];
