import { renameSync } from "node:fs";
import { dirname } from "node:path";
import type { Database } from "better-sqlite3";
import { expect, it, onTestFinished, vi } from "vitest";
import { checkpointsOf, reader, writer } from "../src/connections.ts";
import { newPath } from "./support.ts";

const PAGE = 4_096;
const PATIENCE = { timeout: 20_000, interval: 5 };

it("Pages of a long log come into the file by a thread, and not within a commit", async () => {
  const { database, checkpoints, write, left } = opened();
  write(500);
  expect(left()).toBeGreaterThan(400);
  checkpoints.committed();
  expect(left()).toBeGreaterThan(400);
  await vi.waitFor(() => expect(left()).toBe(0), PATIENCE);
  write(500);
  write(10);
  checkpoints.committed();
  await vi.waitFor(() => expect(left()).toBe(0), PATIENCE);
  expect(database.pragma("wal_autocheckpoint", { simple: true })).toBe(0);
});

it("A short log is left alone", async () => {
  const { checkpoints, write, left } = opened();
  write(200);
  checkpoints.committed();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(left()).toBeGreaterThan(200);
});

it("What is left of a very long log is brought over at once, so that it begins anew", async () => {
  const { path, checkpoints, write, left, log } = opened();
  write(16_100);
  const snapshot = reader(path, 5);
  onTestFinished(() => void snapshot.close());
  snapshot.exec("begin; select * from things limit 1");
  write(200);
  checkpoints.committed();
  await vi.waitFor(() => expect(left()).toBeLessThan(300), PATIENCE);
  expect(left()).toBeGreaterThan(200);
  snapshot.exec("commit");
  // The thread may not have said yet that it is done.
  await vi.waitFor(() => {
    checkpoints.committed();
    expect(left()).toBe(0);
  }, PATIENCE);
  write(1);
  expect(log()).toBeLessThan(100);
});

it("Without its thread SQLite brings pages over by itself", async () => {
  const { path, database, checkpoints, write, left } = opened();
  const [folder, elsewhere] = [dirname(path), `${dirname(path)}-moved`];
  write(500);
  renameSync(folder, elsewhere);
  onTestFinished(() => renameSync(elsewhere, folder));
  checkpoints.committed();
  await vi.waitFor(() => expect(database.pragma("wal_autocheckpoint", { simple: true })).toBe(400), PATIENCE);
  write(1);
  expect(left()).toBe(0);
});

it("A commit whose log cannot be looked at is a commit", () => {
  const { database } = opened();
  const broken: Database = Object.create(database, {
    inTransaction: {
      get() {
        throw new Error("The disk is broken");
      },
    },
  });
  checkpointsOf(broken).committed();
  expect(database.pragma("wal_autocheckpoint", { simple: true })).toBe(400);
});

/** A database with a table, its log, and what brings that over. */
function opened() {
  const path = newPath();
  const database = writer(path, { synchronous: "full" });
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
