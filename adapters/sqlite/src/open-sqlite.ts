import {
  type Engine,
  entityManagers,
  type Failure,
  type Opened,
  openModules,
  type Send,
  type SqlModule,
  sqlite,
} from "@cartulary/sql";
import { MikroORM } from "@mikro-orm/sqlite";
import type { Database } from "better-sqlite3";
import { CompiledQuery, Kysely, type Transaction } from "kysely";
import { checkpointsOf, reader, writer } from "./connections.ts";
import { ImmediateSqliteDialect, whenFree } from "./immediate-dialect.ts";
import { withPreparedStatements } from "./prepared-statements.ts";
import { closeReads, createReaders, type Readers, readsOf } from "./readers.ts";

/** Which database file to open, and what to serve from it. */
export interface SqliteOptions<Modules extends readonly SqlModule[]> {
  /** A file, made when it is missing; `:memory:` lives until it is closed and has one connection for all. */
  readonly path: string;
  readonly modules: Modules;
  /** `full` (the default): what was acknowledged survives a power cut. `off` is for tests that do not ask. */
  readonly synchronous?: "full" | "off";
  /** How long what writes waits for another process that is writing, before it gives up with a 503. Default 5000. */
  readonly busyTimeoutMs?: number;
}

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a database file and brings it to the schema of `modules`. Several processes may do so at once.
 *
 * One connection writes, in transactions that begin immediately; others read, each from the snapshot that its transaction
 * began with, and never wait for the writer.
 */
export async function openSqlite<const Modules extends readonly SqlModule[]>(
  options: SqliteOptions<Modules>,
): Promise<Opened<Modules>> {
  return openModules(await engineOf(options), options.modules);
}

async function engineOf({
  path,
  modules,
  synchronous = "full",
  busyTimeoutMs = BUSY_TIMEOUT_MS,
}: SqliteOptions<readonly SqlModule[]>): Promise<Engine> {
  const writing = await whenFree(busyTimeoutMs, () => writer(path, { synchronous }));
  const checkpoints = synchronous === "off" || path === ":memory:" ? null : checkpointsOf(writing);
  const dialect = new ImmediateSqliteDialect(writing, busyTimeoutMs, checkpoints?.committed);
  const writes = new Kysely<unknown>({ dialect });
  let em: Engine["em"] | undefined;
  const reading = path === ":memory:" ? onlyOne(writes) : beside(() => reader(path, busyTimeoutMs));
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
    migrate: (work) => withSetting(SORTED_IN_FILES, { writing, writes }, work),
    failureOf,
    // One that waits for another process that writes is no sign of anything.
    requireWritable: async () => {},
    async close() {
      await writes.connection().execute(async () => {});
      await checkpoints?.close();
      await reading.close();
      await writes.destroy();
      // Kysely closes what it has used; a connection that nobody asked anything is left to us.
      writing.close();
    },
  };
}

/** A setting of the connection that writes during some transactions, and otherwise. */
interface Setting {
  readonly during: string;
  readonly otherwise: string;
}

/** Commits without waiting for the disk: the next commit that does takes this one along. */
const UNSYNCED: Setting = { during: "synchronous = normal", otherwise: "synchronous = full" };

/** What a new index sorts may be more than there is memory for. */
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

/** How a database is read. */
interface Reading {
  /** Where single statements go, which are short: none waits for a transaction. */
  readonly statements: Kysely<unknown>;
  readonly send: Send;
  readonly readers: Pick<Readers, "use">;
  close(): Promise<void>;
}

function beside(open: () => Database): Reading {
  const database = open();
  const prepared = withPreparedStatements(database);
  const statements = readsOf(prepared);
  const readers = createReaders(open);
  return {
    statements,
    // Nothing is to be waited for: a statement that reads is over before another begins.
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

/** A database in memory is its one connection. */
function onlyOne(statements: Kysely<unknown>): Reading {
  const send: Send = (text, parameters) => statements.executeQuery(CompiledQuery.raw(text, [...parameters]) as never);
  return { statements, send, readers: { use: (work) => work(statements) }, close: async () => {} };
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
