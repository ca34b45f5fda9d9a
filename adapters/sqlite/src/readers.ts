import type { Database } from "better-sqlite3";
import { type DatabaseConnection, type Driver, Kysely, type SqliteDatabase, SqliteDialect, SqliteDriver } from "kysely";
import { withPreparedStatements } from "./prepared-statements.ts";
import { Turns } from "./turns.ts";

/** Transactions that read at once without one waiting for another. Each costs a connection and its page cache. */
const READERS_MAX = 4;

/** Connections that read. A transaction has one to itself, so that a long one, an export, keeps no other waiting. */
export interface Readers {
  /** Runs `work` on a connection that nobody uses, or when all are used, after those who wait least. */
  use<Result>(work: (reads: Kysely<unknown>) => Promise<Result>): Promise<Result>;
  /** Once the work under way has ended. */
  close(): Promise<void>;
}

/** Connections that `open` makes as they are needed. */
export function createReaders(open: () => Database): Readers {
  const readers: { readonly reads: Kysely<unknown>; readonly database: Database; users: number }[] = [];
  let closed = false;

  function leastUsed() {
    if (closed) throw new Error("The database is closed");
    const [first, ...rest] = readers;
    const least = rest.reduce((one, other) => (one && other.users < one.users ? other : one), first);
    if (least && (least.users === 0 || readers.length === READERS_MAX)) return least;
    const database = open();
    const opened = { reads: new Kysely<unknown>({ dialect: new ReadingDialect(database) }), database, users: 0 };
    readers.push(opened);
    return opened;
  }

  return {
    async use(work) {
      const reader = leastUsed();
      reader.users += 1;
      try {
        return await work(reader.reads);
      } finally {
        reader.users -= 1;
      }
    },
    async close() {
      closed = true;
      await Promise.all(readers.map(({ reads, database }) => closeReads(reads, database)));
    },
  };
}

/** SQLite for a connection whose transactions read: long ones give turns ({@link Turns}). */
class ReadingDialect extends SqliteDialect {
  readonly #database: Database;

  constructor(database: Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new ReadingDriver(this.#database);
  }
}

class ReadingDriver extends SqliteDriver {
  readonly #turns: Turns;

  constructor(database: Database) {
    super({ database: withPreparedStatements(database) });
    this.#turns = new Turns(database);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#turns.between(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await super.beginTransaction(connection);
    this.#turns.begin();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    await this.#turns.end();
  }
}

/** Statements on a connection. */
export function readsOf(prepared: SqliteDatabase): Kysely<unknown> {
  return new Kysely({ dialect: new SqliteDialect({ database: prepared }) });
}

/** Closes a connection once what is under way on it has ended, also one that nobody asked anything, which Kysely leaves. */
export async function closeReads(reads: Kysely<unknown>, database: Database): Promise<void> {
  await reads.connection().execute(async () => {});
  await reads.destroy();
  database.close();
}
