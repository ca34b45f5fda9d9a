import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { writer } from "../src/connections.ts";
import { preparedOnce } from "../src/prepared-once.ts";
import { newPath } from "./support.ts";

const options = { synchronous: "off", busyTimeoutMs: 5 } as const;

function opened() {
  const path = newPath();
  const database = writer(path, options);
  onTestFinished(() => {
    database.close();
  });
  database.exec("create table things (id integer primary key, text text)");
  database.exec("insert into things values (1, 'one'), (2, 'two')");
  return { path, database, once: preparedOnce(database) };
}

describe("A connection that prepares once", () => {
  it("gives the same statement for the same text, and another for another", () => {
    const { once } = opened();
    const statement = once.prepare("select id from things");
    expect(once.prepare("select id from things")).toBe(statement);
    expect(once.prepare("select text from things")).not.toBe(statement);
  });

  it("answers rightly after another connection has changed the table", () => {
    const { path, once } = opened();
    const asked = () => once.prepare("select text from things where id = ?").all([2]);
    expect(asked()).toEqual([{ text: "two" }]);
    const other = new Database(path);
    other.exec("alter table things add column more text");
    other.exec("create index things_text_index on things (text)");
    other.exec("update things set text = 'deux' where id = 2");
    other.close();
    expect(asked()).toEqual([{ text: "deux" }]);
  });

  it("asks a text again while its first answer is still being read", () => {
    const { once } = opened();
    const text = "select id from things order by id";
    const first = once.prepare(text).iterate([])[Symbol.iterator]();
    expect(first.next().value).toEqual({ id: 1 });
    expect(once.prepare(text).all([])).toEqual([{ id: 1 }, { id: 2 }]);
    expect(first.next().value).toEqual({ id: 2 });
    first.return?.();
  });

  it("works on after a statement that failed", () => {
    const { once } = opened();
    const insert = () => once.prepare("insert into things values (?, ?)");
    expect(() => insert().run([1, "again"])).toThrow(/UNIQUE/);
    expect(insert().run([3, "three"])).toMatchObject({ changes: 1 });
  });

  it("keeps a bounded number of statements, those that were used last", () => {
    const { once } = opened();
    const [early, kept] = [once.prepare("select 'early'"), once.prepare("select 'kept'")];
    for (let count = 0; count < 600; count += 1) {
      once.prepare(`select ${count}`);
      once.prepare("select 'kept'");
    }
    expect(once.prepare("select 'kept'")).toBe(kept);
    expect(once.prepare("select 'early'")).not.toBe(early);
  });
});
