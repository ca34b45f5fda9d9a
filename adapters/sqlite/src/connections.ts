import { closeSync, openSync } from "node:fs";
import Database from "better-sqlite3";

/** How the connection that writes keeps what it writes. */
export interface WriterOptions {
  readonly synchronous: "full" | "off";
}

/**
 * The connection that writes. In WAL mode, `synchronous=NORMAL` could lose acknowledged commits at a power cut. While
 * another process writes it fails at once.
 */
export function writer(path: string, { synchronous }: WriterOptions): Database.Database {
  makePrivate(path);
  const database = new Database(path, { timeout: 0 });
  try {
    database.pragma("journal_mode = wal");
    database.pragma(`synchronous = ${synchronous}`);
    database.pragma("foreign_keys = on");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Makes a file that is missing, for its own user alone whatever the umask; SQLite gives what it puts beside it the same
 * mode. A file that is there is not opened: closing it would let go of this process's locks on it.
 */
function makePrivate(path: string): void {
  if (path === ":memory:") return;
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

/** A connection beside it that only reads. */
export function reader(path: string, busyTimeoutMs: number): Database.Database {
  const database = new Database(path, { timeout: busyTimeoutMs });
  database.pragma("query_only = on");
  return database;
}
