import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import { expect, it } from "vitest";
import type { Dialect } from "../src/engine/dialect.ts";
import { LruCache, type Source, statement, transformValue } from "../src/engine/statement.ts";

const [sqlite, postgres] = (["sqlite", "postgres"] as const).map((name) => ({ name }) as Dialect) as [Dialect, Dialect];

type Tables = { readonly letters: { readonly id: string; readonly size: number; readonly note: string | null } };
type Values = Partial<Record<"id" | "note", string | null>> & { readonly sizes: readonly number[] };

/** A database that returns no rows, and records its queries. */
function listening() {
  const queries: Pick<CompiledQuery, "sql" | "parameters">[] = [];
  const driver = new DummyDriver();
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async () => {
    const connection = await acquire();
    const executeQuery = async <Row>({ sql: text, parameters }: CompiledQuery) => {
      queries.push({ sql: text, parameters });
      return { rows: [] as Row[] };
    };
    return { ...connection, executeQuery, streamQuery: connection.streamQuery };
  };
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (each) => new SqliteIntrospector(each),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { queries, db };
}

/** A statement, and how often it was built. */
function built() {
  const built = { times: 0 };
  const find = statement(
    ({ db, dialect }: Source<Tables>, { id, note, sizes }: Values, shape: { readonly order: "id" | "size" }) => {
      built.times += 1;
      const found = db
        .selectFrom("letters")
        .select(sql`${dialect.name}`.as("engine"))
        .where("size", "in", sizes)
        .orderBy(shape.order);
      const one =
        id === undefined
          ? found
          : found.where(
              "id",
              "=",
              transformValue(id, (each) => `${each}!`),
            );
      return (note === undefined ? one : one.where("note", "=", note)).compile();
    },
  );
  return { find, built };
}

const ORDER = { order: "id" } as const;

it("A statement is built once, and receives its values in the order of its text at each execution", async () => {
  const [{ queries, db }, { find, built: count }] = [listening(), built()];
  for (const [id, note, size] of [
    ["a", "x", 1],
    ["b", null, 2],
    ["c", "z", 3],
  ] as const)
    await find({ db, dialect: sqlite }, { id, note, sizes: [size, -size] }, ORDER);
  expect(count.times).toBe(1);
  expect(new Set(queries.map((each) => each.sql)).size).toBe(1);
  expect(queries.map(({ parameters }) => parameters)).toEqual([
    ["sqlite", 1, -1, "a!", "x"],
    ["sqlite", 2, -2, "b!", null],
    ["sqlite", 3, -3, "c!", "z"],
  ]);
});

it("A statement has a text for each shape, database, number of elements, and choice of values", async () => {
  const [{ queries, db }, { find, built: count }] = [listening(), built()];
  const all = async () => {
    await find({ db, dialect: sqlite }, { sizes: [1] }, ORDER);
    await find({ db, dialect: postgres }, { sizes: [1] }, ORDER);
    await find({ db, dialect: sqlite }, { sizes: [1, 2] }, ORDER);
    await find({ db, dialect: sqlite }, { id: "a", sizes: [1] }, ORDER);
    await find({ db, dialect: sqlite }, { note: "a", sizes: [1] }, ORDER);
    await find({ db, dialect: sqlite }, { sizes: [1] }, { order: "size" });
  };
  await all();
  const first = queries.splice(0);
  expect(count.times).toBe(6);
  await all();
  expect(count.times).toBe(6);
  expect(queries).toEqual(first);
  expect(new Set(first.map((each) => `${each.sql} ${each.parameters}`)).size).toBe(6);
});

it("Two statements of the same shape have different texts", async () => {
  const { queries, db } = listening();
  const [one, other] = [built(), built()];
  await one.find({ db, dialect: sqlite }, { sizes: [1] }, ORDER);
  await other.find({ db, dialect: sqlite }, { sizes: [1] }, ORDER);
  expect([one.built.times, other.built.times]).toEqual([1, 1]);
  expect(queries).toHaveLength(2);
});

it("A text cannot depend on a value", async () => {
  const { db } = listening();
  const withValueInText = statement(({ db: from }: Source<Tables>, { id }: { readonly id: string }) =>
    from
      .selectFrom("letters")
      .select(sql`1`.as(`a ${id}`))
      .compile(),
  );
  const counted = statement(({ db: from }: Source<Tables>, { size }: { readonly size: number }) =>
    from
      .selectFrom("letters")
      .select("id")
      .where("size", "=", size + 1)
      .compile(),
  );
  expect(() => withValueInText({ db, dialect: sqlite }, { id: "x" }, undefined)).toThrow(/cannot depend on a value/);
  expect(() => counted({ db, dialect: sqlite }, { size: 1 }, undefined)).toThrow(/cannot depend on a value/);
});

it("The least recently used entry is dropped first", () => {
  const cache = new LruCache<string, object>(2);
  const [a, b, c] = [{}, {}, {}];
  cache.set("a", a);
  cache.set("b", b);
  expect(cache.get("a")).toBe(a);
  cache.set("c", c);
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([a, undefined, c]);
  expect(cache.size).toBe(2);
});

it("A statement whose shape is a word uses the text of the current shape after any other", async () => {
  const { queries, db } = listening();
  const find = statement(({ db: from }: Source<Tables>, { sizes }: Values, order: "id" | "size") =>
    from.selectFrom("letters").select("id").where("size", "in", sizes).orderBy(order).compile(),
  );
  for (const [sizes, order] of [
    [[1], "id"],
    [[1], "size"],
    [[1, 2], "size"],
  ] as const)
    await find({ db, dialect: sqlite }, { sizes }, order);
  expect(queries.map(({ sql: text }) => text.replace(/^.* in /, ""))).toEqual([
    '(?) order by "id"',
    '(?) order by "size"',
    '(?, ?) order by "size"',
  ]);
});
