import { DatabaseSync } from "node:sqlite";
import { instantOf } from "@cartulary/kernel";
import { postgres } from "@cartulary/postgres";
import type { Dialect } from "@cartulary/sql";
import { sqlite } from "@cartulary/sqlite";
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const postgresUrl = inject("postgresUrl");

/** Runs statements on an open connection. */
interface Connection {
  readonly db: Kysely<unknown>;
  close(): Promise<void>;
}

type Run = (text: string, parameters: readonly unknown[]) => Promise<unknown[]>;

class RunningDriver extends DummyDriver {
  readonly #run: Run;

  constructor(run: Run) {
    super();
    this.#run = run;
  }

  override async acquireConnection() {
    const executeQuery = async <Row>({ sql: text, parameters }: CompiledQuery) => ({
      rows: (await this.#run(text, parameters)) as Row[],
    });
    return { executeQuery, streamQuery: () => expect.fail("No statement is streamed") };
  }
}

async function openSqlite(): Promise<Connection> {
  const file = new DatabaseSync(":memory:");
  const run: Run = async (text, parameters) => file.prepare(text).all(...(parameters as string[]));
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new RunningDriver(run),
      createIntrospector: (self) => new SqliteIntrospector(self),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { db, close: async () => file.close() };
}

async function openPostgres(): Promise<Connection> {
  const client = new Client({ connectionString: postgresUrl ?? "" });
  await client.connect();
  const run: Run = async (text, parameters) => (await client.query(text, [...parameters])).rows;
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new RunningDriver(run),
      createIntrospector: (self) => new PostgresIntrospector(self),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, close: () => client.end() };
}

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

const [PARENT, OTHER_PARENT] = [idOf(1), idOf(2)];

/** Three children of one parent, and none of the other. */
const CHILDREN = [
  { id: idOf(11), parent_id: PARENT, name: "été", size: 1 },
  { id: idOf(12), parent_id: PARENT, name: 'a "b"', size: 20 },
  { id: idOf(13), parent_id: PARENT, name: "", size: 300 },
] as const;

describe.each([
  { engine: "SQLite", dialect: sqlite, open: openSqlite, isRun: true },
  { engine: "Postgres", dialect: postgres, open: openPostgres, isRun: postgresUrl !== null },
])("On $engine, an operator", ({ dialect, open, isRun }) => {
  let connection: Connection;
  const rowsOf = async (query: RawBuilder<unknown>) => (await query.execute(connection.db)).rows as unknown[];
  const resultOf = async (expression: RawBuilder<unknown>) =>
    ((await rowsOf(sql`select ${expression} as value`)) as readonly { readonly value: unknown }[])[0]?.value;
  const test = it.runIf(isRun);

  beforeAll(async () => {
    if (!isRun) return;
    connection = await open();
    await createTables(dialect, connection.db);
  });
  afterAll(async () => {
    if (isRun) await connection.close();
  });

  test("looks up rows for each row before them", async () => {
    const lookup = {
      table: sql.table("children"),
      as: "child",
      on: sql`child.parent_id = parents.id and child.size > 1`,
    };
    const found = (kind: "cross" | "inner" | "left", columns?: readonly string[]) =>
      rowsOf(sql`select parents.id as parent, child.name from parents
        ${dialect.lookup(kind, { ...lookup, ...(columns && { columns }) })} order by child.name`);
    const matching = ["", 'a "b"'].map((name) => ({ parent: PARENT, name }));
    expect(await found("cross")).toEqual(matching);
    expect(await found("inner")).toEqual(matching);
    const left = await found("left", ["name"]);
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining([...matching, { parent: OTHER_PARENT, name: null }]));
  });

  test("sends rows of every kind as one parameter, to choose others by", async () => {
    const sent = dialect.sentRows(
      [
        { name: "id", kind: "id" },
        { name: "name", kind: "text" },
        { name: "size", kind: "integer" },
      ],
      JSON.stringify([
        [idOf(12), `it's "b"`, 9_007_199_254_740_991],
        [idOf(99), null, null],
      ]),
    );
    const rows = await rowsOf(sql`select id, name, cast(size as text) as size from (${sent}) as sent`);
    expect(rows).toEqual([
      { id: idOf(12), name: `it's "b"`, size: "9007199254740991" },
      { id: idOf(99), name: null, size: null },
    ]);
    const chosen = sql`(select id from (${dialect.chosenRows(sent)}) as chosen)`;
    expect(await rowsOf(sql`select name from children where id in ${chosen}`)).toEqual([{ name: 'a "b"' }]);
    const byValue = dialect.rowsByValue({
      table: sql.table("children"),
      columns: sql`name`,
      column: "id",
      values: chosen,
      where: sql`size > 1`,
    });
    expect(await rowsOf(byValue)).toEqual([{ name: 'a "b"' }]);
  });

  test("compares a column with a set", async () => {
    const ids = dialect.fewIds(sql`select id from children where size < 300`);
    expect(await rowsOf(sql`select name from children where ${dialect.inSet("id", ids)} order by size`)).toEqual([
      { name: "été" },
      { name: 'a "b"' },
    ]);
    const isOneOf = (names: readonly string[]) =>
      rowsOf(sql`select size from children where ${dialect.isOneOf("name", names)}`);
    expect(await isOneOf(["", "none"])).toHaveLength(1);
    expect(await isOneOf([])).toEqual([]);
    const [first] = await rowsOf(sql`select name from children
      where ${dialect.unindexed("parent_id")} = ${PARENT} order by ${dialect.unindexed("id")} limit 1`);
    expect(first).toEqual({ name: "été" });
  });

  test("computes with texts, days and numbers", async () => {
    const text = sql`cast(${"l'été 100%"} as text)`;
    expect(Number(await resultOf(dialect.position(text, "0%")))).toBe(9);
    expect(Number(await resultOf(dialect.position(text, "_")))).toBe(0);
    expect(Number(await resultOf(dialect.byteLength(text)))).toBe(12);
    const [position, length] = [dialect.quickPosition(text, "100"), dialect.quickLength(text)];
    expect(Number(await resultOf(sql`${position} * 10 / ${length}`))).toBe(7);
    const [day, one] = [sql`cast(${"2028-01-31"} as text)`, sql`cast(${1} as integer)`];
    expect(await resultOf(dialect.plusMonths(day, one))).toBe("2028-02-29");
    expect(Number(await resultOf(dialect.greaterOf(sql`2`, sql`10`)))).toBe(10);
    const [row] = await rowsOf(sql`select max(${dialect.idText(sql.ref("id"))}) as last from children`);
    expect(row).toEqual({ last: idOf(13) });
  });

  test("makes JSON of rows, and rows of JSON", async () => {
    const object = dialect.jsonObject(
      sql`'name', name, 'at', ${dialect.jsonInstant(sql.ref("changed_at"))}, 'tags', ${dialect.jsonInside(sql.ref("tags"))}`,
    );
    const [row] = (await rowsOf(
      sql`select ${dialect.jsonArray(object, sql` order by size desc`)} as value from children where size > 1`,
    )) as readonly { readonly value: unknown }[];
    const value = typeof row?.value === "string" ? JSON.parse(row.value) : row?.value;
    expect(value).toEqual(["", 'a "b"'].map((name) => ({ name, at: 1_700_000_000_123, tags: ["É", "b"] })));
    const { join, left, right } = dialect.zipLists(sql.ref("tags"), sql.ref("tags_fold"));
    expect(
      await rowsOf(sql`select ${left} as tag, ${right} as fold from children ${join} where size = 1 order by ${right}`),
    ).toEqual([
      { tag: "b", fold: "b" },
      { tag: "É", fold: "e" },
    ]);
  });

  test("reads all rows in portions, each once", async () => {
    await sql`insert into many (number) select number from (${dialect.sentRows(
      [{ name: "number", kind: "integer" }],
      JSON.stringify(Array.from({ length: 4_500 }, (_, number) => [number])),
    )}) as sent`.execute(connection.db);
    const sums: number[] = [];
    let after: number | null = null;
    for (;;) {
      const portion = dialect.portion(sql`many where number >= 100`, after);
      if (portion === null) break;
      const [row] = (await rowsOf(
        sql`select count(*) as count, ${portion.place} as place from ${portion.rows}`,
      )) as readonly { readonly count: unknown; readonly place: unknown }[];
      if (Number(row?.count) === 0) break;
      sums.push(Number(row?.count));
      after = Number(row?.place);
    }
    expect(sums.reduce((sum, count) => sum + count, 0)).toBe(4_400);
  });

  test("updates rows and their parents", async () => {
    await dialect.replanReferences(connection.db);
    const size = sql`cast(${301} as integer)`;
    await dialect.updateWithParents(connection.db, {
      sets: sql`with requested as (select ${size} as size)`,
      update: sql`update children set size = requested.size from requested where children.size = 300`,
      table: "children",
      parentId: "parent_id",
      updated: sql`size = 301`,
      parents: { table: "parents", where: sql`changes = 0`, set: sql`changes = changes + 1` },
    });
    expect(await rowsOf(sql`select cast(changes as integer) as changes from parents order by id`)).toEqual([
      { changes: 1 },
      { changes: 0 },
    ]);
    await sql`update children set size = 300 where size = 301`.execute(connection.db);
  });

  test("locks rows at the end of a select", async () => {
    const { forUpdate, forShare, forUpdateSkipLocked } = dialect;
    for (const lock of [forUpdate, forShare, forUpdateSkipLocked, dialect.forUpdateOf("children")])
      expect(await rowsOf(sql`select id from children where size = 1 ${lock}`)).toHaveLength(1);
  });
});

async function createTables(dialect: Dialect, db: Kysely<unknown>): Promise<void> {
  const { types, tableOptions, keyedTableOptions } = dialect;
  const statements = [
    `create temporary table parents (id ${types.id} primary key not null, changes ${types.integer} not null) ${tableOptions}`,
    `create temporary table children (id ${types.id} not null, parent_id ${types.id} not null, name ${types.text} not null,
      size ${types.integer} not null, tags ${types.json} not null, tags_fold ${types.text} not null,
      changed_at ${types.instant} not null, seen ${types.boolean} not null default ${dialect.booleanLiteral(false)},
      primary key (id)) ${keyedTableOptions}`,
    `create temporary table many (number ${types.integer} not null) ${tableOptions}`,
    ...dialect.withoutStatistics("children", "parent_id"),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const id of [PARENT, OTHER_PARENT]) await sql`insert into parents (id, changes) values (${id}, 0)`.execute(db);
  for (const { id, parent_id, name, size } of CHILDREN)
    await sql`insert into children (id, parent_id, name, size, tags, tags_fold, changed_at) values (${id}, ${parent_id},
      ${name}, ${size}, '["É","b"]', '["e","b"]', ${dialect.instant(instantOf(1_700_000_000_123))})`.execute(db);
  expect(await sql`select id from children where seen = ${dialect.boolean(false)}`.execute(db)).toMatchObject({
    rows: CHILDREN.map(({ id }) => ({ id })),
  });
}
