import { closeSync, openSync } from "node:fs";
import { Worker } from "node:worker_threads";
import Database from "better-sqlite3";
import { logOf, NO_LOG, PAGES, PAGES_MAX } from "./immediate-dialect.ts";

/** How the connection that writes keeps what it writes. */
export interface WriterOptions {
  readonly synchronous: "full" | "off";
}

/**
 * 8 MB of pages for each connection, of which there are five: the system keeps the same pages, and a connection that has gone
 * through a month's billing would hold on to twice as many.
 */
const CACHE = "cache_size = -8000";

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
    // SQLite notes down what a statement of many rows changes, lest it fails half-way: in a file, if it were let.
    database.pragma("temp_store = memory");
    database.pragma(CACHE);
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
  database.pragma(CACHE);
  return database;
}

/** Brings what stands in the log of a database over into its file. */
export interface Checkpoints {
  /** To be called when something was committed; while less than {@link PAGES} of a log are left it does nothing. */
  committed(): void;
  /** Before the connections are closed. */
  close(): Promise<void>;
}

/**
 * Has a thread of its own bring pages over: it waits for the disk twice each time, and within a commit, where SQLite does it,
 * the whole process would wait along. What was committed is durable before, in the log. The thread starts when there is
 * something for it to do.
 *
 * A log begins anew only once nothing is left in it, which never happens while one commit follows another. So the rest of a
 * long one is brought over here: the thread keeps it short.
 */
export function checkpointsOf(database: Database.Database): Checkpoints {
  database.pragma("wal_autocheckpoint = 0");
  const looking = logOf(database);
  let worker: Worker | null = null;
  let isUnderWay = false;

  /** A thread that cannot go on is not missed: within its commits, SQLite does what it did not. */
  function withoutThread(): void {
    if (database.open) database.pragma(`wal_autocheckpoint = ${PAGES}`);
  }

  function started(): Worker {
    const thread = new Worker(entryBeside(import.meta.url), {
      workerData: database.name,
      resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
    });
    thread.unref();
    thread.once("error", withoutThread);
    return thread.on("message", () => {
      isUnderWay = false;
      committed();
    });
  }

  function look(): void {
    if (isUnderWay || !database.open || database.inTransaction) return;
    const { log, checkpointed } = looking.get() ?? NO_LOG;
    const left = log - checkpointed;
    if (left >= PAGES) {
      isUnderWay = true;
      worker ??= started();
      worker.postMessage(null);
    } else if (log >= PAGES_MAX && left > 0) {
      database.pragma("wal_checkpoint(passive)");
    }
  }

  function committed(): void {
    try {
      look();
    } catch {
      // It was committed, whatever becomes of the log: SQLite says nothing of that within a commit, either.
      withoutThread();
    }
  }

  return {
    committed,
    async close() {
      await worker?.terminate();
    },
  };
}

/** `checkpoint.worker.ts` from source, `checkpoint.worker.js` when it was built. */
const entryBeside = (ownUrl: string): URL =>
  new URL(`./checkpoint.worker${ownUrl.slice(ownUrl.lastIndexOf("."))}`, ownUrl);
