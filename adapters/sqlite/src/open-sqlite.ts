import { existsSync } from "node:fs";
import {
  type Engine,
  entityManagers,
  type Failure,
  type Observers,
  type OpenDatabase,
  openModules,
  pendingMigrations,
  type Send,
  type SqlModule,
  statementSpans,
} from "@cartulary/sql";
import { MikroORM } from "@mikro-orm/sqlite";
import SqliteFile, { type Database } from "better-sqlite3";
import { CompiledQuery, Kysely, type Transaction } from "kysely";
import { checkpointsOf, openReader, openWriter } from "./connections.ts";
import { sqlite } from "./dialect.ts";
import { ImmediateSqliteDialect, retryWhileBusy } from "./immediate-dialect.ts";
import { migratingInThread } from "./migrating-thread.ts";
import { withPreparedStatements } from "./prepared-statements.ts";
import { closeReads, createReaders, type Readers, readsOf } from "./readers.ts";

export interface SqliteOptions<Modules extends readonly SqlModule[]> {
  /** A file, created if missing. `:memory:` exists until it is closed, and uses one connection for everything. */
  readonly path: string;
  readonly modules: Modules;
  /** `full` (the default): acknowledged writes survive a power failure. `off` is for tests. */
  readonly synchronous?: "full" | "off";
  /** The time that writes wait for another process before they fail with 503. Default 5000. */
  readonly busyTimeoutMs?: number;
  readonly observers?: Observers;
}

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a database file and migrates it to the schema of `modules`. Several processes may do so at once.
 *
 * One connection writes, in transactions that begin immediately. Others read, each from the snapshot at the beginning
 * of its transaction, and never wait for the writer.
 *
 * @example
 * ```ts
 * import { openSqlite } from "@cartulary/sqlite";
 * import { directoryModule } from "@cartulary/sql/directory";
 *
 * const database = await openSqlite({ path: "cartulary.db", modules: [directoryModule] });
 * await database.close();
 * ```
 */
export async function openSqlite<const Modules extends readonly SqlModule[]>(
  options: SqliteOptions<Modules>,
): Promise<OpenDatabase<Modules>> {
  return openModules(await engineOf(options), options.modules, options.observers);
}

/** Returns the names of the migrations that a file lacks, in order; all if there is no file. Changes nothing. */
export async function pendingSqliteMigrations({
  path,
  modules,
}: {
  readonly path: string;
  readonly modules: readonly Pick<SqlModule, "migrations">[];
}): Promise<readonly string[]> {
  const database = new SqliteFile(existsSync(path) ? path : ":memory:", { timeout: BUSY_TIMEOUT_MS });
  const statements = readsOf(withPreparedStatements(database));
  try {
    return await pendingMigrations(statements, modules);
  } finally {
    await closeReads(statements, database);
  }
}

async function engineOf({
  path,
  modules,
  synchronous = "full",
  busyTimeoutMs = BUSY_TIMEOUT_MS,
  observers = {},
}: SqliteOptions<readonly SqlModule[]>): Promise<Engine> {
  const spans = statementSpans(observers.tracer, "sqlite");
  const writing = await retryWhileBusy(busyTimeoutMs, () => openWriter(path, { synchronous }));
  const checkpoints = synchronous === "off" || path === ":memory:" ? null : checkpointsOf(writing);
  const dialect = new ImmediateSqliteDialect(writing, busyTimeoutMs, checkpoints?.afterCommit);
  const writes = new Kysely<unknown>({ dialect, ...spans });
  let em: Engine["em"] | undefined;
  const reading =
    path === ":memory:" ? onOneConnection(writes) : withReaders(() => openReader(path, busyTimeoutMs), spans);
  return {
    dialect: sqlite,
    get em() {
      em ??= managed(modules);
      return em;
    },
    statements: reading.statements,
    send: reading.send,
    atOnce: { reading: null, writing: { places: 1, waitMilliseconds: null } },
    transaction(kind, work) {
      if (kind === "read") return reading.readers.use((reads) => reads.transaction().execute(work));
      if (kind === "write" || synchronous === "off") return writes.transaction().execute(work);
      return withSetting(UNSYNCED, { writing, writes }, work);
    },
    migrate: (hasPending, work) =>
      hasPending && checkpoints !== null
        ? migratingInThread(path, work)
        : withSetting(SORTED_IN_FILES, { writing, writes }, work),
    connections() {
      const { open, used } = reading.readers.counts();
      const writers = Number(writing.inTransaction);
      // The connection for single statements is idle between them.
      return { used: used + writers, idle: open - used + 2 - writers };
    },
    failureOf,
    // Waiting for another process that writes is not a failure.
    requireWritable: async () => {},
    async close() {
      await writes.connection().execute(async () => {});
      await checkpoints?.close();
      await reading.close();
      await writes.destroy();
      // Kysely closes connections that it has used; unused ones are closed here.
      writing.close();
    },
  };
}

/** A setting of the connection that writes, during some transactions and otherwise. */
interface Setting {
  readonly during: string;
  readonly otherwise: string;
}

/** Commits without waiting for the disk; the next synchronous commit makes this one durable, too. */
const UNSYNCED: Setting = { during: "synchronous = normal", otherwise: "synchronous = full" };

/** Sorting for a new index may need more than the available memory. */
const SORTED_IN_FILES: Setting = { during: "temp_store = default", otherwise: "temp_store = memory" };

function withSetting<Result>(
  { during, otherwise }: Setting,
  { writing, writes }: { readonly writing: Database; readonly writes: Kysely<unknown> },
  work: (transaction: Transaction<unknown>) => Promise<Result>,
): Promise<Result> {
  return writes.connection().execute(async (alone) => {
    writing.pragma(during);
    try {
      return await alone.transaction().execute(work);
    } finally {
      writing.pragma(otherwise);
    }
  });
}

/** Read access to a database. */
interface Reading {
  /** For short single statements, which never wait for a transaction. */
  readonly statements: Kysely<unknown>;
  readonly send: Send;
  readonly readers: Pick<Readers, "use" | "counts">;
  close(): Promise<void>;
}

function withReaders(open: () => Database, spans: ReturnType<typeof statementSpans>): Reading {
  const database = open();
  const prepared = withPreparedStatements(database);
  const statements = readsOf(prepared, spans);
  const readers = createReaders(open, spans);
  return {
    statements,
    // Synchronous: a read statement completes before another begins.
    send: async <Row>(text: string, parameters: readonly unknown[]) => ({
      rows: prepared.prepare(text).all(parameters) as Row[],
    }),
    readers,
    close: async () => {
      await closeReads(statements, database);
      await readers.close();
    },
  };
}

/** A database in memory has only one connection. */
function onOneConnection(statements: Kysely<unknown>): Reading {
  const send: Send = <Row>(text: string, parameters: readonly unknown[]) =>
    statements.executeQuery(CompiledQuery.raw(text, [...parameters]) as CompiledQuery<Row>);
  return {
    statements,
    send,
    readers: { use: (work) => work(statements), counts: () => ({ open: 0, used: 0 }) },
    close: async () => {},
  };
}

const managed = entityManagers((options) => new MikroORM(options).em);

const FAILURES: readonly (readonly [code: RegExp, Failure])[] = [
  [/^SQLITE_BUSY_SNAPSHOT$/, "again"],
  [/^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|NOTADB|PROTOCOL|READONLY)/, "unreachable"],
  [/^SQLITE_FULL$/, "full"],
];

function failureOf({ code }: { readonly code?: unknown }): Failure | null {
  return FAILURES.find(([pattern]) => pattern.test(String(code)))?.[1] ?? null;
}
