import { Kysely, sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { writer } from "../src/connections.ts";
import { ImmediateSqliteDialect } from "../src/immediate-dialect.ts";
import { newPath } from "./support.ts";

const PAGES_MAX = 20;

it("A full disk is reported as one, and what fits is written afterwards", async () => {
  const database = writer(newPath(), { synchronous: "off" });
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
  await expect(going).rejects.toThrow(/failed before/);
  await db.transaction().execute((transaction) => insert(10, transaction));
  expect(database.prepare("select count(*) from things").pluck().get()).toBe(1);
});

it("A transaction of many statements lets others of its process have their turn", async () => {
  const database = writer(newPath(), { synchronous: "off" });
  database.exec("create table things (text text)");
  const db = new Kysely<unknown>({ dialect: new ImmediateSqliteDialect(database, 5) });
  onTestFinished(() => db.destroy());
  let turns = 0;
  let isOver = false;
  const other = () => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const began = performance.now();
  const before = await db.transaction().execute(async (transaction) => {
    const first = turns;
    while (performance.now() - began < 100) await sql`insert into things values ('x')`.execute(transaction);
    return turns - first;
  });
  isOver = true;
  expect(before).toBeGreaterThan(1);
});
