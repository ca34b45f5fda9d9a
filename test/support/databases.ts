import { newId, systemClock } from "@cartulary/crypto";
import { openPostgres } from "@cartulary/postgres";
import { createReusableDatabases, createTestDatabases, TEST_TIMEOUTS } from "@cartulary/postgres/testkit";
import { jobQueues } from "@cartulary/server";
import { sqlModules } from "@cartulary/sql/modules";
import { jobsModule } from "@cartulary/sqlite/jobs";
import { openTestSqlite, type TestSqlite } from "@cartulary/sqlite/testkit";
import Sqlite from "better-sqlite3";
import { Client } from "pg";
import { afterAll, inject } from "vitest";
import { modulesOnPostgres } from "./modules-on-postgres.ts";

/** A database with all modules, of a test's own: new and empty, gone when it is closed. */
export type TestDatabase = Omit<TestSqlite<ReturnType<typeof modulesOnSqlite>>, "path"> & {
  /** Every row of every table as the database itself holds it, one a line; bytes as hexadecimal. */
  dump(): Promise<string>;
};

/** An engine to test on. */
export interface TestEngine {
  readonly name: "SQLite" | "Postgres";
  open(): Promise<TestDatabase>;
  /**
   * For a `describe` whose tests open a database each, and change rows alone: where a new one takes long, each gets one that
   * was emptied after the one before.
   */
  emptied(): Pick<TestEngine, "open">;
}

/** All modules of a database on SQLite. */
export const modulesOnSqlite = () => [...sqlModules, jobsOnSqlite()] as const;

function jobsOnSqlite() {
  return jobsModule({ clock: systemClock, newId, queues: jobQueues });
}

const sqlite: TestEngine = {
  name: "SQLite",
  async open() {
    const database = await openTestSqlite(modulesOnSqlite());
    return { ...database, dump: async () => dumpSqlite(database.path) };
  },
  emptied: () => sqlite,
};

function postgresAt(url: string): TestEngine {
  const dumped = ({ open }: Pick<ReturnType<typeof testDatabasesAt>, "open">) => ({
    async open() {
      return withDump(await open());
    },
  });
  return {
    name: "Postgres",
    ...dumped(testDatabasesAt(url)),
    emptied() {
      const databases = createReusableDatabases(testDatabasesAt(url));
      afterAll(() => databases.close());
      return dumped(databases);
    },
  };
}

/** A database on Postgres and the connections of another host to it; the first is to be closed last. */
export async function openTwice(url: string): Promise<readonly [TestDatabase, TestDatabase]> {
  const database = await testDatabasesAt(url).open();
  const secondConnection = await openPostgres({
    url: database.url,
    modules: modulesOnPostgres(database.url),
    ...TEST_TIMEOUTS,
  });
  const dumped = withDump(database);
  return [dumped, { ...database, ...secondConnection, dump: dumped.dump }];
}

function withDump(database: Omit<TestDatabase, "dump"> & { readonly url: string }): TestDatabase {
  const { lines, close } = postgresDump(database.url);
  return {
    ...database,
    dump: lines,
    async close() {
      await close();
      await database.close();
    },
  };
}

/** Two hosts' ways to one new database of an engine: on SQLite they share the connections. */
export async function waysTo({ name, open }: TestEngine): Promise<readonly [TestDatabase, TestDatabase]> {
  if (name === "Postgres") return openTwice(inject("postgresUrl") ?? "");
  const database = await open();
  return [database, { ...database, close: async () => {} }];
}

const testDatabasesAt = (url: string) =>
  createTestDatabases(url, modulesOnPostgres, inject("postgresTemplate") ?? undefined);

const postgresUrl = inject("postgresUrl");

/** Every engine that this machine has: `describe.each(databases)`. */
export const databases: readonly TestEngine[] = postgresUrl === null ? [sqlite] : [sqlite, postgresAt(postgresUrl)];

/**
 * For what cannot differ by engine while the contracts of the stores hold on each, and while every operation answers alike
 * on each (operations, access-matrix, parity): SQLite, and in a long run every engine.
 */
export const usualDatabases: readonly TestEngine[] = process.env.CARTULARY_TEST_LONG ? databases : [sqlite];

/** With the driver that has the file open: closing it through another one would let go of that one's locks. */
function dumpSqlite(path: string): string {
  const file = new Sqlite(path, { readonly: true });
  try {
    const tables = file.prepare<[], { name: string }>("select name from sqlite_master where type = 'table'").all();
    return tables.flatMap(({ name }) => file.prepare(`select * from "${name}"`).all().map(linesOf(name))).join("\n");
  } finally {
    file.close();
  }
}

const linesOf = (table: string) => (row: unknown) =>
  `${table} ${JSON.stringify(row, (_, value) => (value instanceof Uint8Array ? hexOf(value) : value))}`;

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** The query of {@link TestDatabase.dump} of a database on Postgres, on a connection of its own. */
interface PostgresDump {
  lines(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Every row by one statement, from a function of its session, which keeps its plans: planning to read each of two hundred
 * tables takes ten times as long as reading them.
 */
function postgresDump(url: string): PostgresDump {
  let connected: Promise<Client> | null = null;
  const connect = async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const reads = tables.map(
      ({ name }) => `return query select ${client.escapeLiteral(`${name} `)} || each::text from ${name} as each;`,
    );
    await client.query(
      `create function pg_temp.dumped() returns setof text language plpgsql as $$ begin ${reads.join(" ")} end $$`,
    );
    return client;
  };
  return {
    async lines() {
      connected ??= connect();
      const { rows } = await (await connected).query<{ line: string }>("select pg_temp.dumped() as line");
      return rows.map(({ line }) => line).join("\n");
    },
    async close() {
      await (await connected)?.end();
      connected = null;
    },
  };
}
