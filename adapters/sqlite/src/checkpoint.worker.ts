import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";

if (!parentPort) throw new Error("Run this as a worker thread of the process that writes the database");
const port = parentPort;
const database = new Database(String(workerData), { timeout: 0, fileMustExist: true });
database.pragma("synchronous = full");
port.on("message", () => {
  database.pragma("wal_checkpoint(passive)");
  port.postMessage(null);
});
