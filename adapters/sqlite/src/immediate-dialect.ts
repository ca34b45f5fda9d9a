import { setTimeout } from "node:timers/promises";
import type { Database, Statement } from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, type Driver, SqliteDialect, SqliteDriver } from "kysely";
import { withPreparedStatements } from "./prepared-statements.ts";
import { Turns } from "./turns.ts";

/** Pages that the log is ahead of the file by when they are brought over, 1.6 MiB: who writes meanwhile waits for the same disk. */
export const PAGES = 400;

/** Pages from which on the log is to begin anew: 64 MiB, which stay on the disk. */
export const PAGES_MAX = 16_000;

/** How many pages the log has, and how many of them the file has, too. */
export interface Log {
  readonly log: number;
  readonly checkpointed: number;
}

/** The log of a database that has none yet. */
export const NO_LOG: Log = { log: 0, checkpointed: 0 };

/** Asks how long the log is. Within a transaction it fails. */
export const logOf = (database: Database): Statement<[], Log> => database.prepare("pragma wal_checkpoint(noop)");

/** Called when something was committed and there may be something to do about the log, or it cannot be looked at. */
type Committed = () => void;

/**
 * SQLite for a connection that writes. Its transactions hold the write lock from their first moment: a transaction that
 * begins by reading and goes on to write would fail at once when somebody else wrote meanwhile, whatever the timeout.
 */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Database;
  readonly #busyTimeoutMs: number;
  readonly #committed: Committed | null;

  /** The connection itself waits for nobody ({@link whenFree}): that would keep the whole process waiting. */
  constructor(database: Database, busyTimeoutMs: number, committed: Committed | null = null) {
    super({ database });
    this.#database = database;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#committed = committed;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#database, this.#busyTimeoutMs, this.#committed);
  }
}

const BEGIN = CompiledQuery.raw("begin immediate");

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: Database;
  readonly #turns: Turns;
  readonly #log: Statement<[], Log>;
  readonly #busyTimeoutMs: number;
  readonly #committed: Committed | null;

  constructor(database: Database, busyTimeoutMs: number, committed: Committed | null) {
    super({ database: withPreparedStatements(database) });
    this.#database = database;
    this.#turns = new Turns(database);
    this.#log = logOf(database);
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#committed = committed;
  }

  /** What a statement of a transaction failed with. Each has its own: a statement may fail when its transaction is over. */
  #transaction: { failure: unknown } = { failure: null };

  /**
   * As on Postgres, nothing but the end comes after a statement that failed: SQLite alone would go on, and keep the
   * rest; after a full disk, when it has rolled back by itself, even without a transaction.
   */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = this.#turns.between(await super.acquireConnection());
    return {
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
      executeQuery: async <Row>(query: CompiledQuery) => {
        const transaction = this.#transaction;
        const { failure } = transaction;
        if (failure) throw new Error("A statement of the transaction failed before", { cause: failure });
        const inside = this.#database.inTransaction;
        try {
          return await connection.executeQuery<Row>(query);
        } catch (error) {
          if (inside) transaction.failure = error;
          throw error;
        }
      },
    };
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#transaction = { failure: null };
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    if (this.#committed && !this.#isLogFine()) this.#committed();
    await this.#turns.end();
  }

  /** As nearly always, even when it is long and the file has most of it: then there is nothing to be done after a commit. */
  #isLogFine(): boolean {
    try {
      const { log, checkpointed } = this.#log.get() ?? NO_LOG;
      return log - checkpointed < PAGES && log < PAGES_MAX;
    } catch {
      return false;
    }
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#transaction = { failure: null };
    await whenFree(this.#busyTimeoutMs, () => connection.executeQuery(BEGIN));
    this.#turns.begin();
  }
}

const PAUSE_MS_MAX = 50;

/**
 * What `attempt` answers once no other process has the database to itself; after `timeoutMs`, its failure. It waits
 * between attempts rather than inside SQLite, which would keep the whole process waiting.
 */
export async function whenFree<Result>(timeoutMs: number, attempt: () => Result | Promise<Result>): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 1; ; pauseMs *= 2) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await setTimeout(Math.min(pauseMs, PAUSE_MS_MAX));
  }
}

/** SQLITE_BUSY and its kin (SQLITE_BUSY_RECOVERY, SQLITE_BUSY_SNAPSHOT…). */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
