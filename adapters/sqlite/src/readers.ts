import type { statementSpans } from "@cartulary/sql";
import type { Database } from "better-sqlite3";
import { type DatabaseConnection, type Driver, Kysely, type SqliteDatabase, SqliteDialect, SqliteDriver } from "kysely";
import { EventLoopYielder } from "./event-loop-yield.ts";
import { withPreparedStatements } from "./prepared-statements.ts";

/** The option that records a span for each statement. */
type StatementSpans = ReturnType<typeof statementSpans>;

/** The maximum number of concurrent read transactions. Each has a connection and a page cache. */
const READERS_MAX = 4;

/** Connections that read. Each transaction has its own if possible, so that long ones do not block others. */
export interface Readers {
  /** Runs `work` on a free connection; if there is none, on the one with the fewest users, after them. */
  use<Result>(work: (reads: Kysely<unknown>) => Promise<Result>): Promise<Result>;
  /** The number of open connections, and of those in use. */
  counts(): { readonly open: number; readonly used: number };
  /** Closes the connections after the current work has ended. */
  close(): Promise<void>;
}

/** Creates connections with `open` on demand. */
export function createReaders(open: () => Database, spans?: StatementSpans): Readers {
  const readers: { readonly reads: Kysely<unknown>; readonly database: Database; users: number }[] = [];
  let closed = false;

  function leastUsed() {
    if (closed) throw new Error("The database is closed");
    const [first, ...rest] = readers;
    const least = rest.reduce((one, other) => (one && other.users < one.users ? other : one), first);
    if (least && (least.users === 0 || readers.length === READERS_MAX)) return least;
    const database = open();
    const opened = {
      reads: new Kysely<unknown>({ dialect: new ReadingDialect(database), ...spans }),
      database,
      users: 0,
    };
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
    counts: () => ({ open: readers.length, used: readers.filter(({ users }) => users > 0).length }),
    async close() {
      closed = true;
      await Promise.all(readers.map(({ reads, database }) => closeReads(reads, database)));
    },
  };
}

/** SQLite for a connection whose transactions read; long ones yield to the event loop ({@link EventLoopYielder}). */
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
  readonly #yielder: EventLoopYielder;

  constructor(database: Database) {
    super({ database: withPreparedStatements(database) });
    this.#yielder = new EventLoopYielder(database);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#yielder.between(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await super.beginTransaction(connection);
    this.#yielder.begin();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    await this.#yielder.end();
  }
}

export function readsOf(prepared: SqliteDatabase, spans?: StatementSpans): Kysely<unknown> {
  return new Kysely({ dialect: new SqliteDialect({ database: prepared }), ...spans });
}

/** Closes a connection after its current work has ended. Kysely does not close unused connections. */
export async function closeReads(reads: Kysely<unknown>, database: Database): Promise<void> {
  await reads.connection().execute(async () => {});
  await reads.destroy();
  database.close();
}
