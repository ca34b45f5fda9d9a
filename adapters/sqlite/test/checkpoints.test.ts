import { renameSync } from "node:fs";
import { dirname } from "node:path";
import type { Database } from "better-sqlite3";
import { expect, it, onTestFinished, vi } from "vitest";
import { checkpointsOf, openReader, openWriter } from "../src/connections.ts";
import { newPath } from "./support.ts";

const PAGE = 4_096;
const PATIENCE = { timeout: 20_000, interval: 5 };

it("A separate thread copies the pages of a long log into the file, not the commit", async () => {
  const { database, checkpoints, write, left } = opened();
  write(500);
  expect(left()).toBeGreaterThan(400);
  checkpoints.afterCommit();
  expect(left()).toBeGreaterThan(400);
  await vi.waitFor(() => expect(left()).toBe(0), PATIENCE);
  write(500);
  write(10);
  checkpoints.afterCommit();
  await vi.waitFor(() => expect(left()).toBe(0), PATIENCE);
  expect(database.pragma("wal_autocheckpoint", { simple: true })).toBe(0);
});

it("A short log is not copied", async () => {
  const { checkpoints, write, left } = opened();
  write(200);
  checkpoints.afterCommit();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(left()).toBeGreaterThan(200);
});

it("The rest of a very long log is copied at once, so that the log restarts", async () => {
  const { path, checkpoints, write, left, log } = opened();
  write(16_100);
  const snapshot = openReader(path, 5);
  onTestFinished(() => void snapshot.close());
  snapshot.exec("begin; select * from things limit 1");
  write(200);
  checkpoints.afterCommit();
  await vi.waitFor(() => expect(left()).toBeLessThan(300), PATIENCE);
  expect(left()).toBeGreaterThan(200);
  snapshot.exec("commit");
  // The thread may not have reported its end yet.
  await vi.waitFor(() => {
    checkpoints.afterCommit();
    expect(left()).toBe(0);
  }, PATIENCE);
  write(1);
  expect(log()).toBeLessThan(100);
});

it("Without the thread, SQLite copies pages within commits", async () => {
  const { path, database, checkpoints, write, left } = opened();
  const [folder, movedFolder] = [dirname(path), `${dirname(path)}-moved`];
  write(500);
  renameSync(folder, movedFolder);
  onTestFinished(() => renameSync(movedFolder, folder));
  checkpoints.afterCommit();
  await vi.waitFor(() => expect(database.pragma("wal_autocheckpoint", { simple: true })).toBe(400), PATIENCE);
  write(1);
  expect(left()).toBe(0);
});

it("A commit succeeds even if the length of the log is unknown", () => {
  const { database } = opened();
  const broken: Database = Object.create(database, {
    inTransaction: {
      get() {
        throw new Error("The disk is broken");
      },
    },
  });
  checkpointsOf(broken).afterCommit();
  expect(database.pragma("wal_autocheckpoint", { simple: true })).toBe(400);
});

/** A database with a table, its log, and what brings that over. */
function opened() {
  const path = newPath();
  const database = openWriter(path, { synchronous: "full" });
  const checkpoints = checkpointsOf(database);
  onTestFinished(async () => {
    await checkpoints.close();
    database.close();
  });
  database.exec("create table things (bytes blob)");
  return {
    ...{ path, database, checkpoints },
    write: (pages: number) => database.prepare("insert into things values (zeroblob(?))").run(pages * PAGE),
    left: () => logOf(database).log - logOf(database).checkpointed,
    log: () => logOf(database).log,
  };
}

function logOf(database: Database): { readonly log: number; readonly checkpointed: number } {
  const [row] = database.pragma("wal_checkpoint(noop)") as ReturnType<typeof logOf>[];
  if (!row) throw new Error("SQLite says nothing of its log");
  return row;
}
