import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import type { ThreadReply, ThreadStatement } from "./migrating-thread.ts";

if (!parentPort) throw new Error("Run this as a worker thread of the process that migrates the database");
const port = parentPort;
const database = new Database(String(workerData), { timeout: 0, fileMustExist: true });
database.pragma("synchronous = full");
database.pragma("foreign_keys = on");
// Sorting for a new index may need more than the available memory.
database.pragma("temp_store = default");
database.pragma("cache_size = -8000");

function run({ text, parameters }: ThreadStatement): ThreadReply {
  try {
    const statement = database.prepare<unknown[]>(text);
    if (statement.reader) return { rows: statement.all([...parameters]), changes: 0 };
    return { rows: [], changes: statement.run([...parameters]).changes };
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string };
    return { error: { message, code } };
  }
}

port.on("message", (statement: ThreadStatement) => port.postMessage(run(statement)));
