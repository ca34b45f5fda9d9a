import {
  type Dialect,
  type Lookup,
  registerDialect,
  type StoredBoolean,
  type StoredInstant,
  TENANT_SETTING,
  type ValueCount,
} from "@cartulary/sql";
import { PostgreSqlPlatform } from "@mikro-orm/postgresql";
import { type RawBuilder, sql } from "kysely";
import { REPLAN_MARKER } from "./named-statements.ts";
import { substringIndex } from "./substring-index.ts";
import { termIndex } from "./term-index.ts";

const types = {
  id: "uuid",
  text: 'text collate "C"',
  integer: "bigint",
  boolean: "boolean",
  instant: "timestamptz(3)",
  json: "json",
};

/** A limit that the planner cannot estimate. */
const UNFORESEEN = sql`limit (select 9223372036854775807)`;

function lateral({ table, as, on, columns }: Lookup): RawBuilder<unknown> {
  const selected = columns ? sql.join(columns.map((column) => sql.ref(column))) : sql`*`;
  return sql`lateral (select ${selected} from ${table} as ${sql.ref(as)} where ${on} offset 0) as ${sql.ref(as)}`;
}

/** PostgreSQL. Text has the collation "C", so that the order does not depend on the settings of the database. */
export const postgres: Dialect = {
  name: "postgres",
  types,
  tableOptions: "",
  keyedTableOptions: "",
  booleanLiteral: (value) => (value ? "true" : "false"),
  withoutStatistics: (table, column) => [`alter table ${table} alter column ${column} set statistics 0`],
  instant: (instant) => instant as unknown as StoredInstant,
  boolean: (value) => value as unknown as StoredBoolean,

  position: (text, part) => sql<number>`strpos(${text}, ${part})`,
  quickPosition: (text, part) => sql<number>`strpos(${text}, ${part})`,
  quickLength: (text) => sql<number>`length(${text})`,
  // JSON is stored as text and has no length function.
  byteLength: (column) => sql`octet_length(cast(${column} as text))`,
  plusMonths: (day, months) =>
    sql<string>`to_char(cast(${day} as date) + make_interval(months => cast(${months} as integer)), 'YYYY-MM-DD')`,
  plusDays: (day, days) => sql<string>`to_char(cast(${day} as date) + cast(${days} as integer), 'YYYY-MM-DD')`,
  greaterOf: (left, right) => sql`greatest(${left}, ${right})`,
  idText: (id) => sql<string>`${id}::text`,

  unindexed: (column) => sql.ref(column),
  lookup: (kind, lookup) =>
    kind === "left" ? sql`left join ${lateral(lookup)} on true` : sql`cross join ${lateral(lookup)}`,
  rowsByValue: ({ table, columns, column, values, where }) =>
    sql`select found.* from ${values} as wanted cross join lateral (
      select ${columns} from ${table} where ${where} and ${sql.ref(column)} = ${sql.ref(`wanted.${column}`)} offset 0
    ) as found`,
  inSet: (column, ids) => sql`${sql.ref(column)} = any (array(${ids}))`,
  isOneOf: (column, values) =>
    sql`jsonb_exists(${JSON.stringify(Object.fromEntries(values.map((value) => [value, 0])))}::jsonb, ${sql.ref(column)})`,
  fewIds: (ids) => sql`select unnest(array(${ids})) as id`,

  sentRows(columns, json) {
    const values = columns.map(
      ({ name, kind }, index) => sql`(value ->> ${sql.lit(index)})::${sql.raw(types[kind])} as ${sql.ref(name)}`,
    );
    return sql`select ${sql.join(values)} from jsonb_array_elements(${json}) as value`;
  },
  chosenRows: (rows) => sql`${sql.raw(REPLAN_MARKER)} select * from (${rows} ${UNFORESEEN}) as sent ${UNFORESEEN}`,
  async replanReferences(db) {
    await sql`discard plans`.execute(db);
  },
  portion: (rows, after) => (after === null ? { rows, place: sql`min(0)` } : null),
  async updateWithParents(db, { sets, update, table, parentId, parents }) {
    const [parent, id] = [sql.table(parents.table), sql.ref(parentId)];
    await sql`${sets}, changed as (${update} returning ${sql.ref(`${table}.${parentId}`)}),
      wanted as materialized (select distinct ${id} from changed order by ${id}),
      locked as materialized (
        select parent.id from wanted cross join lateral (
          select id from ${parent} where ${parents.where} and id = wanted.${id} for update
        ) as parent
      )
      update ${parent} set ${parents.set} from locked
      where ${parents.where} and ${sql.ref(`${parents.table}.id`)} = locked.id`.execute(db);
  },

  async countByTenant(db, { table, value, tenants, tenantId }) {
    await sql
      .raw(`do $$ declare
        tenant record; found record; counts jsonb := '{}';
      begin
        for tenant in select id from ${tenants} loop
          perform set_config('${TENANT_SETTING}', tenant.id::text, true);
          for found in select ${value} as value, count(*) as count from ${table} where ${tenantId} = tenant.id group by 1 loop
            counts := counts || jsonb_build_object(found.value, coalesce((counts ->> found.value)::bigint, 0) + found.count);
          end loop;
        end loop;
        perform set_config('${TENANT_SETTING}', '', true), set_config('cartulary.counts', counts::text, true);
      end $$`)
      .execute(db);
    const { rows } = await sql<ValueCount>`
      select key as value, value::bigint as count from jsonb_each_text(current_setting('cartulary.counts')::jsonb)`.execute(
      db,
    );
    return rows;
  },

  jsonArray: (object, order) => sql`json_agg(${object}${order})`,
  jsonObject: (pairs) => sql`json_build_object(${pairs})`,
  jsonInstant: (column) => sql`cast(extract(epoch from ${column}) * 1000 as bigint)`,
  jsonInside: (json) => json,
  zipLists: (left, right) => ({
    join: sql`cross join lateral rows from (
      json_array_elements_text(cast(${left} as json)), json_array_elements_text(cast(${right} as json))
    ) as each (value, twin)`,
    left: sql`each.value collate "C"`,
    right: sql`each.twin collate "C"`,
  }),

  substringIndex,
  termIndex,
  forUpdate: sql`for update`,
  forUpdateOf: (name) => sql`for update of ${sql.id(name)}`,
  forShare: sql`for share`,
  forUpdateSkipLocked: sql`for update skip locked`,
};

registerDialect(PostgreSqlPlatform, postgres);
