import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { openWriter } from "../src/connections.ts";
import { withPreparedStatements } from "../src/prepared-statements.ts";
import { newPath } from "./support.ts";

const options = { synchronous: "off" } as const;

function opened() {
  const path = newPath();
  const database = openWriter(path, options);
  onTestFinished(() => {
    database.close();
  });
  database.exec("create table things (id integer primary key, text text)");
  database.exec("insert into things values (1, 'one'), (2, 'two')");
  return { path, database, prepared: withPreparedStatements(database) };
}

describe("A connection with prepared statements", () => {
  it("returns the same statement for the same text, and different ones for different texts", () => {
    const { prepared } = opened();
    const statement = prepared.prepare("select id from things");
    expect(prepared.prepare("select id from things")).toBe(statement);
    expect(prepared.prepare("select text from things")).not.toBe(statement);
  });

  it("returns correct rows after another connection has changed the table", () => {
    const { path, prepared } = opened();
    const run = () => prepared.prepare("select text from things where id = ?").all([2]);
    expect(run()).toEqual([{ text: "two" }]);
    const other = new Database(path);
    other.exec("alter table things add column more text");
    other.exec("create index things_text_index on things (text)");
    other.exec("update things set text = 'deux' where id = 2");
    other.close();
    expect(run()).toEqual([{ text: "deux" }]);
  });

  it("does not plan again at each execution because of a limit", () => {
    const { database, prepared } = opened();
    const statement = prepared.prepare("select id from (select id from things limit ?) limit ? offset ?");
    const { source } = statement as ReturnType<typeof database.prepare>;
    expect(source.match(/limit \S+/g)).toEqual(["limit +?)", "limit +?"]);
    expect(statement.all([2, 5, 1])).toEqual([{ id: 2 }]);
  });

  it("executes a text again while its first result is still being read", () => {
    const { prepared } = opened();
    const text = "select id from things order by id";
    const first = prepared.prepare(text).iterate([])[Symbol.iterator]();
    expect(first.next().value).toEqual({ id: 1 });
    expect(prepared.prepare(text).all([])).toEqual([{ id: 1 }, { id: 2 }]);
    expect(first.next().value).toEqual({ id: 2 });
    first.return?.();
  });

  it("works after a failed statement", () => {
    const { prepared } = opened();
    const insert = () => prepared.prepare("insert into things values (?, ?)");
    expect(() => insert().run([1, "again"])).toThrow(/UNIQUE/);
    expect(insert().run([3, "three"])).toMatchObject({ changes: 1 });
  });

  it("caches a limited number of statements, the most recently used ones", () => {
    const { prepared } = opened();
    const [early, stored] = [prepared.prepare("select 'early'"), prepared.prepare("select 'stored'")];
    for (let count = 0; count < 600; count += 1) {
      prepared.prepare(`select ${count}`);
      prepared.prepare("select 'stored'");
    }
    expect(prepared.prepare("select 'stored'")).toBe(stored);
    expect(prepared.prepare("select 'early'")).not.toBe(early);
  });
});
