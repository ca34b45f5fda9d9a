import type { Database } from "better-sqlite3";
import { Kysely, type SqliteDatabase, SqliteDialect } from "kysely";
import { withPreparedStatements } from "./prepared-statements.ts";

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
    const opened = { reads: readsOf(withPreparedStatements(database)), database, users: 0 };
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
