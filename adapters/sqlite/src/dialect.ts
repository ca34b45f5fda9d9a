import { millisecondsOf } from "@cartulary/kernel";
import { type Dialect, registerDialect, type StoredBoolean, type StoredInstant, type ValueCount } from "@cartulary/sql";
import { SqlitePlatform } from "@mikro-orm/sqlite";
import { sql } from "kysely";
import { substringIndex } from "./substring-index.ts";
import { termIndex } from "./term-index.ts";

/** The number of rows of one statement: the process answers no other request while it runs. */
const PORTION = 2_000;

const JOINS = { cross: sql`cross join`, inner: sql`join`, left: sql`left join` };
const NONE = sql``;

/** SQLite. Tables are STRICT, so that columns only contain values of their declared type. */
export const sqlite: Dialect = {
  name: "sqlite",
  types: { id: "text", text: "text", integer: "integer", boolean: "integer", instant: "integer", json: "text" },
  tableOptions: "strict",
  keyedTableOptions: "strict, without rowid",
  booleanLiteral: (value) => (value ? "1" : "0"),
  withoutStatistics: () => [],
  instant: (instant) => millisecondsOf(instant) as unknown as StoredInstant,
  boolean: (value) => (value ? 1 : 0) as unknown as StoredBoolean,

  position: (text, part) => sql<number>`instr(${text}, ${part})`,
  quickPosition: (text, part) => sql<number>`instr(cast(${text} as blob), cast(${part} as blob))`,
  quickLength: (text) => sql<number>`octet_length(${text})`,
  byteLength: (column) => sql`octet_length(${column})`,
  plusMonths: (day, months) => sql<string>`date(${day}, '+' || (${months}) || ' months', 'floor')`,
  plusDays: (day, days) => sql<string>`date(${day}, '+' || (${days}) || ' days')`,
  greaterOf: (left, right) => sql`max(${left}, ${right})`,
  idText: (id) => sql<string>`${id}`,

  unindexed: (column) => sql`+${sql.ref(column)}`,
  lookup: (kind, { table, as, on }) => sql`${JOINS[kind]} ${table} as ${sql.ref(as)} on ${on}`,
  // Without statistics SQLite takes `in` for 25 values, and rather reads all rows that `where` finds by its own index.
  rowsByValue: ({ table, columns, column, values, where }) =>
    sql`select ${columns} from (select distinct ${sql.ref(column)} as wanted from ${values}) cross join ${table}
      where ${where} and ${sql.ref(column)} = wanted`,
  inSet: (column, ids) => sql`${sql.ref(column)} in (${ids})`,
  isOneOf: (column, values) => sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
  fewIds: (ids) => ids,

  sentRows(columns, json) {
    const values = columns.map(({ name }, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(name)}`);
    return sql`select ${sql.join(values)} from jsonb_each(${json})`;
  },
  chosenRows: (rows) => rows,
  replanReferences: async () => {},
  portion(rows, after) {
    const next = sql`${rows} and rowid > ${after ?? 0} order by rowid limit ${PORTION}`;
    return { rows: sql`(select rowid as place, * from ${next})`, place: sql`max(place)` };
  },
  async updateWithParents(db, { sets, update, table, parentId, updated, parents }) {
    await sql`${sets} ${update}`.execute(db);
    await sql`update ${sql.table(parents.table)} set ${parents.set} where ${parents.where} and id in (
      select ${sql.ref(parentId)} from ${sql.table(table)} where ${updated})`.execute(db);
  },

  async countByTenant(db, { table, value }) {
    const { rows } = await sql<ValueCount>`
      select ${sql.ref(value)} as value, count(*) as count from ${sql.table(table)} group by 1`.execute(db);
    return rows;
  },

  jsonArray: (object, order) => sql`json_group_array(${object}${order})`,
  jsonObject: (pairs) => sql`json_object(${pairs})`,
  jsonInstant: (column) => column,
  jsonInside: (json) => sql`json(${json})`,
  zipLists: (left, right) => ({
    join: sql`cross join json_each(${left}) as each cross join json_each(${right}) as twin on twin.key = each.key`,
    left: sql`each.value`,
    right: sql`twin.value`,
  }),

  substringIndex,
  termIndex,
  forUpdate: NONE,
  forUpdateOf: () => NONE,
  forShare: NONE,
  forUpdateSkipLocked: NONE,
};

registerDialect(SqlitePlatform, sqlite);
