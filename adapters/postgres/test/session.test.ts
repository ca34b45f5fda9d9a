import { fork } from "node:child_process";
import { once } from "node:events";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { createPool } from "../src/pool.ts";

const slowIt = process.env.CARTULARY_TEST_SPARING ? () => {} : it;

const url = inject("postgresUrl");

const MIB = 1_048_576;

describe.runIf(url !== null)("A session", () => {
  async function connect() {
    const pool = createPool({ url: url ?? "" });
    onTestFinished(() => pool.end());
    const session = await pool.connect();
    onTestFinished(() => session.release());
    return session;
  }

  slowIt("leaves no values and no rows of its queries in the old generation", async () => {
    // In a heap of its own, large enough that young objects are not promoted for want of room.
    const own = fork(new URL("./session-heap.child.ts", import.meta.url), [url ?? ""], {
      execArgv: ["--conditions=@cartulary/source", "--min-semi-space-size=16"],
    });
    const [grownBytes] = await once(own, "message");
    // Values and rows together are some 60 MiB.
    expect(grownBytes / MIB).toBeLessThan(10);
  });

  it("reports the caller of a failed statement", async () => {
    const session = await connect();
    const divideByZero = () => session.query("select 1 / $1::int", [0]);
    await expect(divideByZero()).rejects.toMatchObject({
      code: "22012",
      stack: expect.stringContaining("session.test.ts"),
    });
  });

  it("decodes every type as the stores expect it, the first time and later", async () => {
    const session = await connect();
    const text = `select $1::text as word, $2::bigint as whole, $3::boolean as truth, $4::timestamptz as moment,
      $5::json as json, $6::uuid as id, $7::bytea as bytes, $8::int as small, null::text as nothing, $1::text as "a ""quoted"" name"`;
    const id = "f0000000-0000-7000-8000-000000000019";
    const row = { word: "Élan", whole: 2 ** 40, truth: true, json: '{"b": 1, "a": 2}', id, small: -3, nothing: null };
    const moment = "2026-11-21 10:00:00.5+00";
    const values = ["Élan", 2 ** 40, true, moment, row.json, id, Buffer.from([0, 255]), -3];
    const expected = {
      ...{ ...row, moment: Date.UTC(2026, 10, 21, 10, 0, 0, 500), bytes: Buffer.from([0, 255]) },
      'a "quoted" name': "Élan",
    };
    for (let time = 0; time < 3; time += 1) {
      expect(await session.query(text, values)).toMatchObject({ command: "SELECT", rowCount: 1, rows: [expected] });
    }
    const nulls = Object.fromEntries(Object.keys(expected).map((name) => [name, null]));
    expect((await session.query(text, Array(8).fill(null))).rows).toEqual([nulls]);
  });

  it("decodes timestamps of any year to the millisecond", async () => {
    const session = await connect();
    const ask = async (moment: string) => (await session.query("select $1::timestamptz(3) as moment", [moment])).rows;
    const MOMENTS = [
      ...[
        "2026-11-21T10:00:00.000Z",
        "2026-02-28T23:59:59.999Z",
        "1000-01-01T00:00:00.070Z",
        "9999-12-31T23:59:59.120Z",
      ],
      ...[
        "0001-01-01T00:00:00.000Z",
        "0099-03-01T00:00:00.001Z",
        "1969-12-31T23:59:59.600Z",
        "2024-02-29T12:34:56.007Z",
      ],
    ];
    for (const moment of MOMENTS) expect(await ask(moment)).toEqual([{ moment: Date.parse(moment) }]);
  });

  it("reports the effect of a statement without rows", async () => {
    const session = await connect();
    await session.query("create temporary table numbers (number int primary key)");
    const insert = (number: number) => session.query("insert into numbers values ($1), ($1 + 1)", [number]);
    for (const number of [1, 3]) {
      expect(await insert(number)).toMatchObject({ command: "INSERT", rowCount: 2, rows: [] });
    }
    const change = (above: number) =>
      session.query("update numbers set number = number + 10 where number > $1 returning number", [above]);
    expect(await change(3)).toMatchObject({ command: "UPDATE", rowCount: 1, rows: [{ number: 14 }] });
    expect(await change(14)).toMatchObject({ command: "UPDATE", rowCount: 0, rows: [] });
  });

  it("executes statements again that failed the first time or later", async () => {
    const session = await connect();
    const divide = (by: number) => session.query("select 10 / $1::int as share", [by]);
    await expect(divide(0)).rejects.toThrow("division by zero");
    expect((await divide(5)).rows).toEqual([{ share: 2 }]);
    await expect(divide(0)).rejects.toThrow("division by zero");
    expect((await divide(2)).rows).toEqual([{ share: 5 }]);
    const misspelt = () => session.query("select unknown from missing where $1", [true]);
    await expect(misspelt()).rejects.toMatchObject({ code: "42P01" });
    await expect(misspelt()).rejects.toMatchObject({ code: "42P01" });
    expect((await divide(1)).rows).toEqual([{ share: 10 }]);
  });

  it("throws for a value that it cannot decode, and works afterwards", async () => {
    const session = await connect();
    const read = (value: string) => session.query("select $1::bigint as whole from generate_series(1, 2)", [value]);
    expect((await read("7")).rows).toEqual([{ whole: 7 }, { whole: 7 }]);
    await expect(read("9007199254740993")).rejects.toThrow("Not a safe integer");
    expect((await read("8")).rows).toEqual([{ whole: 8 }, { whole: 8 }]);
  });

  it("sends lists and objects", async () => {
    const session = await connect();
    const contains = (list: readonly string[]) => session.query("select 'b' = any($1::text[]) as found", [list]);
    expect((await contains(["a", "b"])).rows).toEqual([{ found: true }]);
    expect((await contains([])).rows).toEqual([{ found: false }]);
  });

  it("throws if the columns of a prepared statement have changed", async () => {
    const session = await connect();
    await session.query("create temporary table things (id int)");
    await session.query("insert into things values (1)");
    const all = () => session.query("select * from things where id = $1", [1]);
    expect((await all()).rows).toEqual([{ id: 1 }]);
    await session.query("alter table things add column name text");
    await expect(all()).rejects.toThrow("cached plan must not change result type");
  });
});
