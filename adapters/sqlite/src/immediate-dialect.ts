import { setTimeout } from "node:timers/promises";
import type { Database, Statement } from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, type Driver, SqliteDialect, SqliteDriver } from "kysely";
import { EventLoopYielder } from "./event-loop-yield.ts";
import { withPreparedStatements } from "./prepared-statements.ts";

/** The number of uncopied log pages that starts a checkpoint, 1.6 MiB: concurrent writers wait for the same disk. */
export const CHECKPOINT_PAGES = 400;

/** The number of pages from which the log should restart: 64 MiB, which remain on the disk. */
export const LOG_PAGES_MAX = 16_000;

/** The number of pages of the log, and of those already copied into the file. */
export interface Log {
  readonly log: number;
  readonly checkpointed: number;
}

/** The log of a new database. */
export const NO_LOG: Log = { log: 0, checkpointed: 0 };

/** Reads the length of the log. Fails inside a transaction. */
export const logOf = (database: Database): Statement<[], Log> => database.prepare("pragma wal_checkpoint(noop)");

/** Runs after a commit if the log may need a checkpoint, or if its length is unknown. */
type AfterCommit = () => void;

/**
 * SQLite for a connection that writes. Its transactions take the write lock when they begin: a transaction that reads
 * first and then writes would fail at once if another had written in between, regardless of the timeout.
 */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Database;
  readonly #busyTimeoutMs: number;
  readonly #afterCommit: AfterCommit | null;

  /** Without busy timeout: waiting inside SQLite would block the process; see {@link retryWhileBusy}. */
  constructor(database: Database, busyTimeoutMs: number, afterCommit: AfterCommit | null = null) {
    super({ database });
    this.#database = database;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#afterCommit = afterCommit;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#database, this.#busyTimeoutMs, this.#afterCommit);
  }
}

const BEGIN = CompiledQuery.raw("begin immediate");

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: Database;
  readonly #yielder: EventLoopYielder;
  readonly #log: Statement<[], Log>;
  readonly #busyTimeoutMs: number;
  readonly #afterCommit: AfterCommit | null;

  constructor(database: Database, busyTimeoutMs: number, afterCommit: AfterCommit | null) {
    super({ database: withPreparedStatements(database) });
    this.#database = database;
    this.#yielder = new EventLoopYielder(database);
    this.#log = logOf(database);
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#afterCommit = afterCommit;
  }

  /**
   * The error of the current transaction. Each has its own object: a statement may fail after its transaction's end.
   */
  #transaction: { failure: unknown } = { failure: null };

  /**
   * After a failed statement, a transaction only accepts its end, like on Postgres. SQLite would continue and commit
   * the rest; and after a full disk, when it has rolled back itself, run statements without a transaction.
   */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = this.#yielder.between(await super.acquireConnection());
    return {
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
      executeQuery: async <Row>(query: CompiledQuery) => {
        const transaction = this.#transaction;
        const { failure } = transaction;
        if (failure) throw new Error("An earlier statement of the transaction failed", { cause: failure });
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
    if (this.#afterCommit && !this.#isLogShort()) this.#afterCommit();
    await this.#yielder.end();
  }

  /** Nearly always true, also if the log is long but mostly copied: then a commit needs no checkpoint. */
  #isLogShort(): boolean {
    try {
      const { log, checkpointed } = this.#log.get() ?? NO_LOG;
      return log - checkpointed < CHECKPOINT_PAGES && log < LOG_PAGES_MAX;
    } catch {
      return false;
    }
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#transaction = { failure: null };
    await retryWhileBusy(this.#busyTimeoutMs, () => connection.executeQuery(BEGIN));
    this.#yielder.begin();
  }
}

const PAUSE_MS_MAX = 50;

/**
 * Repeats `attempt` while another process locks the database; after `timeoutMs`, throws its error. Waits between
 * attempts instead of inside SQLite, which would block the whole process.
 */
export async function retryWhileBusy<Result>(
  timeoutMs: number,
  attempt: () => Result | Promise<Result>,
): Promise<Result> {
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

/** SQLITE_BUSY and its extended codes (SQLITE_BUSY_RECOVERY, SQLITE_BUSY_SNAPSHOT…). */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
