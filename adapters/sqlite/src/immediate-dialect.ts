import type { Database } from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, type Driver, SqliteDialect, SqliteDriver } from "kysely";
import { whenFree } from "./when-free.ts";

/**
 * SQLite for a connection that writes. Its transactions hold the write lock from their first moment: a transaction that
 * begins by reading and goes on to write would fail at once when somebody else wrote meanwhile, whatever the timeout.
 */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Database;
  readonly #busyTimeoutMs: number;

  constructor(database: Database, busyTimeoutMs: number) {
    super({ database });
    this.#database = database;
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#database, this.#busyTimeoutMs);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: Database;
  readonly #busyTimeoutMs: number;

  constructor(database: Database, busyTimeoutMs: number) {
    super({ database });
    this.#database = database;
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  /** What a statement of the present transaction failed with. */
  #failure: unknown = null;

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
      executeQuery: <Row>(query: CompiledQuery) =>
        connection.executeQuery<Row>(query).catch((error: unknown) => {
          this.#failure = error;
          throw error;
        }),
    };
  }

  /** As on Postgres, a work cannot end well after a statement that did not: SQLite alone would keep the rest. */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#failure) throw new Error("A statement of the transaction failed before", { cause: this.#failure });
    await super.commitTransaction(connection);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await whenFree(this.#busyTimeoutMs, () => this.#begin(connection));
    this.#failure = null;
  }

  /** Fails at once when another process is writing. */
  async #begin(connection: DatabaseConnection): Promise<void> {
    this.#database.pragma("busy_timeout = 0");
    try {
      await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    } finally {
      this.#database.pragma(`busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }
}
