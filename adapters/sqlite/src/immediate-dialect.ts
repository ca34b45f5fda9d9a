import { setTimeout } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, type Driver, SqliteDialect, SqliteDriver } from "kysely";

/** How long a transaction waits for a writer in another process. */
export const BUSY_TIMEOUT_MS = 5_000;
const PAUSE_MS_MAX = 50;

/**
 * SQLite for a connection that writes. Its transactions hold the write lock from their first moment: a transaction that
 * begins by reading and goes on to write would fail at once when somebody else wrote meanwhile, whatever the timeout.
 */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Database;

  constructor(database: Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#database);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: Database;

  constructor(database: Database) {
    super({ database });
    this.#database = database;
  }

  /** Waits between attempts rather than inside SQLite, which would keep the whole process waiting. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const deadline = performance.now() + BUSY_TIMEOUT_MS;
    for (let pauseMs = 1; !(await this.#begun(connection, performance.now() > deadline)); pauseMs *= 2) {
      await setTimeout(Math.min(pauseMs, PAUSE_MS_MAX));
    }
  }

  async #begun(connection: DatabaseConnection, last: boolean): Promise<boolean> {
    this.#database.pragma("busy_timeout = 0");
    try {
      await connection.executeQuery(CompiledQuery.raw("begin immediate"));
      return true;
    } catch (error) {
      if (last || !isBusy(error)) throw error;
      return false;
    } finally {
      this.#database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }
}

/** SQLITE_BUSY and its kin (SQLITE_BUSY_RECOVERY, SQLITE_BUSY_SNAPSHOT…). */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
