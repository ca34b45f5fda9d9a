import { entitiesOf, type Engine, type Failure, type Opened, openModules, type SqlModule, sqlite } from "@cartulary/sql";
import { MikroORM } from "@mikro-orm/sqlite";
import Database from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { BUSY_TIMEOUT_MS, ImmediateSqliteDialect } from "./immediate-dialect.ts";

/** Which database file to open, and what to serve from it. */
export interface SqliteOptions<Modules extends readonly SqlModule[]> {
  /** A file, made when it is missing; `:memory:` lives until it is closed and has one connection for all. */
  readonly path: string;
  readonly modules: Modules;
  /** `full` (the default): what was acknowledged survives a power cut. `off` is for tests that do not ask. */
  readonly synchronous?: "full" | "off";
}

/**
 * Opens a database file and brings it to the schema of `modules`. Several processes may do so at once.
 *
 * One connection writes, in transactions that begin immediately; another reads, from the snapshot that its transaction
 * began with, and never waits for the writer.
 */
export async function openSqlite<const Modules extends readonly SqlModule[]>({
  path,
  modules,
  synchronous = "full",
}: SqliteOptions<Modules>): Promise<Opened<Modules>> {
  return openModules(await engineOf(path, modules, synchronous), modules);
}

async function engineOf(path: string, modules: readonly SqlModule[], synchronous: "full" | "off"): Promise<Engine> {
  const dialect = new ImmediateSqliteDialect(connect(path, synchronous));
  const orm = new MikroORM({
    contextName: `sqlite:${path}`,
    dbName: path,
    driverOptions: dialect,
    entities: entitiesOf(modules),
  });
  // MikroORM connects at its first statement; inside a transaction that would wait for the transaction's own connection.
  await orm.connect();
  const writer = orm.em.getKysely<unknown>();
  const reader = path === ":memory:" ? writer : readerOf(path);
  return {
    dialect: sqlite,
    em: orm.em,
    statements: reader,
    transaction: (kind, work) => (kind === "read" ? reader : writer).transaction().execute(work),
    lockForMigration: async () => undefined,
    failureOf,
    async close() {
      if (reader !== writer) await reader.destroy();
      await orm.close(true);
    },
  };
}

function connect(path: string, synchronous: "full" | "off"): Database.Database {
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  database.pragma("journal_mode = wal");
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma("foreign_keys = on");
  return database;
}

function readerOf(path: string): Kysely<unknown> {
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  database.pragma("query_only = on");
  return new Kysely({ dialect: new SqliteDialect({ database }) });
}

const FAILURES: readonly (readonly [code: RegExp, Failure])[] = [
  [/^SQLITE_BUSY_SNAPSHOT$/, "again"],
  [/^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|NOTADB)/, "unreachable"],
  [/^SQLITE_FULL$/, "full"],
];

function failureOf({ code }: { readonly code?: unknown }): Failure | null {
  return FAILURES.find(([pattern]) => pattern.test(String(code)))?.[1] ?? null;
}
