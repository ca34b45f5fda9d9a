import { closeSync, openSync } from "node:fs";
import { Worker } from "node:worker_threads";
import Database from "better-sqlite3";
import { CHECKPOINT_PAGES, LOG_PAGES_MAX, logOf, NO_LOG } from "./immediate-dialect.ts";

/** Options of the connection that writes. */
export interface WriterOptions {
  readonly synchronous: "full" | "off";
}

/**
 * 8 MB of pages for each of five connections. The operating system caches the same pages; with the default, a
 * connection would retain twice as much after a month's billing.
 */
const CACHE = "cache_size = -8000";

/**
 * Opens the connection that writes. In WAL mode, `synchronous=NORMAL` could lose acknowledged commits in a power
 * failure. Fails immediately while another process writes.
 */
export function openWriter(path: string, { synchronous }: WriterOptions): Database.Database {
  makePrivate(path);
  const database = new Database(path, { timeout: 0 });
  try {
    database.pragma("journal_mode = wal");
    database.pragma(`synchronous = ${synchronous}`);
    database.pragma("foreign_keys = on");
    // SQLite journals the changes of statements with many rows, in case they fail halfway; by default in a file.
    database.pragma("temp_store = memory");
    database.pragma(CACHE);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Creates a missing file that only its owner can access, regardless of the umask; SQLite creates its other files with the
 * same mode. An existing file is not opened: closing it would release this process's locks on it.
 */
function makePrivate(path: string): void {
  if (path === ":memory:") return;
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

/** Opens a connection that only reads. */
export function openReader(path: string, busyTimeoutMs: number): Database.Database {
  const database = new Database(path, { timeout: busyTimeoutMs });
  database.pragma("query_only = on");
  database.pragma(CACHE);
  return database;
}

/** Copies committed pages from a database's write-ahead log (WAL) into its file. */
export interface Checkpoints {
  /** Call after a commit. Does nothing while fewer than {@link CHECKPOINT_PAGES} pages of the log are uncopied. */
  afterCommit(): void;
  /** Call before the connections are closed. */
  close(): Promise<void>;
}

/**
 * Returns checkpoints in a separate thread: a checkpoint waits for the disk twice, and SQLite's automatic one, within a
 * commit, would block the whole process. Commits are durable in the log before. The thread starts at the first
 * checkpoint.
 *
 * SQLite restarts the log only when it is copied completely, which never happens while commits follow each other. So
 * the calling thread copies the rest of a very long log; the separate one keeps that rest short.
 */
export function checkpointsOf(database: Database.Database): Checkpoints {
  database.pragma("wal_autocheckpoint = 0");
  const logStatus = logOf(database);
  let worker: Worker | null = null;
  let isRunning = false;

  /** If the thread fails, SQLite checkpoints within its commits again. */
  function useAutomaticCheckpoints(): void {
    if (database.open) database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  }

  function startWorker(): Worker {
    const thread = new Worker(entryBeside(import.meta.url), {
      workerData: database.name,
      resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
    });
    thread.unref();
    thread.once("error", useAutomaticCheckpoints);
    return thread.on("message", () => {
      isRunning = false;
      afterCommit();
    });
  }

  function checkpointIfNeeded(): void {
    if (isRunning || !database.open || database.inTransaction) return;
    const { log, checkpointed } = logStatus.get() ?? NO_LOG;
    const uncopied = log - checkpointed;
    if (uncopied >= CHECKPOINT_PAGES) {
      isRunning = true;
      worker ??= startWorker();
      worker.postMessage(null);
    } else if (log >= LOG_PAGES_MAX && uncopied > 0) {
      database.pragma("wal_checkpoint(passive)");
    }
  }

  function afterCommit(): void {
    try {
      checkpointIfNeeded();
    } catch {
      // The commit has succeeded, even if the log has not; SQLite does not report such errors either.
      useAutomaticCheckpoints();
    }
  }

  return {
    afterCommit,
    async close() {
      await worker?.terminate();
    },
  };
}

/** `checkpoint.worker.ts` from source, `checkpoint.worker.js` after a build. */
const entryBeside = (ownUrl: string): URL =>
  new URL(`./checkpoint.worker${ownUrl.slice(ownUrl.lastIndexOf("."))}`, ownUrl);
