import { setImmediate as turnOfOthers } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { openReader, openWriter } from "../src/connections.ts";
import { EventLoopYielder } from "../src/event-loop-yield.ts";
import { ImmediateSqliteDialect, type Log } from "../src/immediate-dialect.ts";
import { createReaders } from "../src/readers.ts";
import { newPath } from "./support.ts";

const PAGES_MAX = 20;

it("A full disk is reported, and writes that fit succeed afterwards", async () => {
  const database = openWriter(newPath(), { synchronous: "off" });
  database.exec("create table things (text text)");
  database.pragma(`max_page_count = ${PAGES_MAX}`);
  const db = new Kysely<unknown>({ dialect: new ImmediateSqliteDialect(database, 5) });
  onTestFinished(() => db.destroy());
  const insert = (bytes: number, into: Kysely<unknown>) =>
    sql`insert into things values (zeroblob(${bytes}))`.execute(into);
  const full = db.transaction().execute((transaction) => insert(PAGES_MAX * 4096, transaction));
  await expect(full).rejects.toMatchObject({ code: "SQLITE_FULL" });
  const going = db.transaction().execute(async (transaction) => {
    await insert(PAGES_MAX * 4096, transaction).catch(() => null);
    await insert(10, transaction);
  });
  await expect(going).rejects.toThrow(/An earlier statement of the transaction failed/);
  await db.transaction().execute((transaction) => insert(10, transaction));
  expect(database.prepare("select count(*) from things").pluck().get()).toBe(1);
});

it("A statement after the end of its transaction fails without affecting the next transaction", async () => {
  const database = openWriter(newPath(), { synchronous: "off" });
  database.exec("create table things (text text)");
  const db = new Kysely<unknown>({ dialect: new ImmediateSqliteDialect(database, 5) });
  onTestFinished(() => db.destroy());
  const insert = (into: Kysely<unknown>) => sql`insert into things values ('x')`.execute(into);
  const late: Promise<unknown>[] = [];
  const failed = db.transaction().execute(async (transaction) => {
    const began = performance.now();
    while (performance.now() - began < 2);
    void (async () => {
      for (let statement = 0; statement < 1_000; statement += 1) {
        late.push(insert(transaction));
        await null;
      }
    })();
    throw new Error("The work failed");
  });
  await expect(failed).rejects.toThrow("The work failed");
  const ends = await Promise.allSettled(late);
  expect(ends.some(({ status }) => status === "rejected")).toBe(true);
  await db.transaction().execute(insert);
  expect(database.prepare("select count(*) from things").pluck().get()).toBe(1);
});

it.each(["writes", "reads"])(
  "A transaction of many statements that %s lets others of its process have their turn",
  async (what) => {
    const path = newPath();
    const database = openWriter(path, { synchronous: "off" });
    database.exec("create table things (text text)");
    const db = new Kysely<unknown>({ dialect: new ImmediateSqliteDialect(database, 5) });
    const readers = createReaders(() => openReader(path, 5));
    onTestFinished(async () => {
      await readers.close();
      await db.destroy();
    });
    const statement = what === "writes" ? sql`insert into things values ('x')` : sql`select * from things`;
    const began = performance.now();
    const turns = await turnsWhile((isBegun) => {
      const work = (on: Kysely<unknown>) =>
        on.transaction().execute(async (transaction) => {
          isBegun();
          while (performance.now() - began < 100) await statement.execute(transaction);
        });
      return what === "writes" ? work(db) : readers.use(work);
    });
    expect(turns).toBeGreaterThan(1);
  },
);

it("Many short transactions in sequence yield to other work", async () => {
  const database = openWriter(newPath(), { synchronous: "off" });
  database.exec("create table things (text text)");
  const db = new Kysely<unknown>({ dialect: new ImmediateSqliteDialect(database, 5) });
  onTestFinished(() => db.destroy());
  const turns = await turnsWhile(async (isBegun) => {
    isBegun();
    const began = performance.now();
    while (performance.now() - began < 100)
      await db.transaction().execute((transaction) => sql`insert into things values ('x')`.execute(transaction));
  });
  expect(turns).toBeGreaterThan(1);
});

it("A commit reports a log with many uncopied pages, a very long log, and one of unknown length", async () => {
  const database = openWriter(newPath(), { synchronous: "off" });
  database.exec("create table things (bytes blob)");
  database.pragma("wal_autocheckpoint = 0");
  const looked = (found: () => Log | undefined): Database =>
    Object.create(database, {
      prepare: { value: (text: string) => (text.includes("noop") ? { get: found } : database.prepare(text)) },
    });
  const calledOn = async (connection: Database, pages: number) => {
    let calls = 0;
    const dialect = new ImmediateSqliteDialect(connection, 5, () => {
      calls += 1;
    });
    const insertion = sql`insert into things values (zeroblob(${pages * 4_096}))`;
    await new Kysely<unknown>({ dialect }).transaction().execute((transaction) => insertion.execute(transaction));
    return calls;
  };
  onTestFinished(() => void database.close());
  expect(await calledOn(database, 200)).toBe(0);
  expect(await calledOn(database, 300)).toBe(1);
  const calledOnLog = (log: Log | undefined) =>
    calledOn(
      looked(() => log),
      1,
    );
  expect(await calledOnLog({ log: 500, checkpointed: 101 })).toBe(0);
  expect(await calledOnLog({ log: 500, checkpointed: 100 })).toBe(1);
  expect(await calledOnLog({ log: 15_999, checkpointed: 15_999 })).toBe(0);
  expect(await calledOnLog({ log: 16_000, checkpointed: 15_999 })).toBe(1);
  expect(await calledOnLog(undefined)).toBe(0);
  const broken = () => {
    throw new Error("The disk is broken");
  };
  expect(await calledOn(looked(broken), 1)).toBe(1);
});

it("A long commit yields to other work, and a short one does not", async () => {
  const turns = new EventLoopYielder({ inTransaction: true });
  const ending = (isBegun: () => void) => {
    isBegun();
    return turns.end();
  };
  // What went on before in the same turn counts.
  await turnOfOthers();
  turns.begin();
  expect(await turnsWhile(ending)).toBe(0);
  const began = performance.now();
  while (performance.now() - began < 10);
  expect(await turnsWhile(ending)).toBeGreaterThan(0);
});

/** How often others had their turn between the beginning of some work and its end. */
async function turnsWhile(work: (isBegun: () => void) => Promise<unknown>): Promise<number> {
  let [turns, before, isOver] = [0, 0, false];
  const other = () => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  await work(() => {
    before = turns;
  });
  isOver = true;
  return turns - before;
}
