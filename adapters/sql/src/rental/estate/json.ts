import { type RawBuilder, sql } from "kysely";
import type { Dialect, StoredJson } from "../../engine/dialect.ts";

/** What an element of an array has, by its name there: expressions over the rows. */
export type JsonFields = Readonly<Record<string, RawBuilder<unknown>>>;

/** Which rows an array is made of: what stands behind `select`, and their order. */
export interface JsonRows {
  readonly from: RawBuilder<unknown>;
  /** None where nobody looks at it: sorting takes SQLite as long as all else. */
  readonly order?: RawBuilder<unknown>;
}

/** An array of objects out of a subquery, so that a list has the children of its rows in its own statement. */
export function jsonArray<Element>(
  dialect: Dialect,
  fields: JsonFields,
  { from, order }: JsonRows,
): RawBuilder<StoredJson<readonly Element[]>> {
  const all = sql.raw(dialect.name === "sqlite" ? "json_group_array" : "json_agg");
  const ordered = order ? sql` order by ${order}` : sql``;
  return sql`(select coalesce(${all}(${jsonObject(dialect, fields)}${ordered}), '[]') ${from})`;
}

/** The first of these rows as an object; null without any. */
export function jsonFirst<Element>(
  dialect: Dialect,
  fields: JsonFields,
  { from, order }: Required<JsonRows>,
): RawBuilder<StoredJson<Element> | null> {
  return sql`(select ${jsonObject(dialect, fields)} ${from} order by ${order} limit 1)`;
}

function jsonObject({ name }: Dialect, fields: JsonFields): RawBuilder<unknown> {
  const pairs = Object.entries(fields).map(([field, value]) => sql`${sql.lit(field)}, ${value}`);
  return sql`${sql.raw(name === "sqlite" ? "json_object" : "json_build_object")}(${sql.join(pairs)})`;
}

/** An instant within JSON: milliseconds on both engines. */
export function jsonInstant({ name }: Dialect, column: string): RawBuilder<unknown> {
  const instant = sql.ref(column);
  return name === "sqlite" ? instant : sql`cast(extract(epoch from ${instant}) * 1000 as bigint)`;
}

/** A column of JSON within JSON. */
export function jsonNested(dialect: Dialect, column: string): RawBuilder<unknown> {
  return jsonWithin(dialect, sql.ref(column));
}

/** JSON within JSON, which SQLite would otherwise take for a text. */
export function jsonWithin({ name }: Dialect, json: RawBuilder<unknown>): RawBuilder<unknown> {
  return name === "sqlite" ? sql`json(${json})` : json;
}
