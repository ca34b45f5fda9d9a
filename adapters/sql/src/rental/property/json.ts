import { instantOf } from "@cartulary/kernel";
import { type RawBuilder, sql } from "kysely";
import { snake, type Table } from "../../engine/columns.ts";
import { type Dialect, jsonFrom, type StoredJson } from "../../engine/dialect.ts";
import { kindsOf } from "../../engine/row-codec.ts";

/** Expressions for the fields of an array's elements. */
export type JsonFields = Readonly<Record<string, RawBuilder<unknown>>>;

/** The rows of an array: the text after `select`, and their order. */
export interface JsonRows {
  readonly from: RawBuilder<unknown>;
  /** Absent if the order is irrelevant: on SQLite, sorting takes as long as the rest of the query. */
  readonly order?: RawBuilder<unknown>;
}

/** Returns a subquery for an array of objects, so that a list reads the children of its rows in one statement. */
export function jsonArray<Element>(
  dialect: Dialect,
  fields: JsonFields,
  { from, order }: JsonRows,
): RawBuilder<StoredJson<readonly Element[]>> {
  const ordered = order ? sql` order by ${order}` : sql``;
  return sql`(select coalesce(${dialect.jsonArray(jsonObject(dialect, fields), ordered)}, '[]') ${from})`;
}

/** Returns the columns of a table as fields of JSON objects, but for those that `without` names. */
export function jsonColumns(dialect: Dialect, table: Table, without: readonly string[]): JsonFields {
  const name: string = table.tableName;
  const kinds = kindsOf(table);
  const own = Object.keys(table.properties).filter((property) => !without.includes(property));
  const fields = own.map((property) => {
    const kind = kinds.get(snake(property));
    const column = sql.ref(`${name}.${snake(property)}`);
    if (kind === "instant") return [property, dialect.jsonInstant(column)];
    return [property, kind === "json" ? dialect.jsonInside(column) : column];
  });
  return Object.fromEntries(fields);
}

/** Returns the records in JSON that was made of {@link jsonColumns}: SQLite has no booleans in it, and no engine instants. */
export function recordsFrom<Element extends object>(
  table: Table,
  stored: StoredJson<readonly Element[]>,
): readonly Element[] {
  const kinds = kindsOf(table);
  return jsonFrom(stored).map((element) => {
    const fields = Object.entries(element).map(([name, value]) => [name, decoded(kinds.get(snake(name)), value)]);
    return Object.fromEntries(fields) as Element;
  });
}

function decoded(kind: string | undefined, value: unknown): unknown {
  if (value === null) return null;
  if (kind === "boolean") return Boolean(value);
  return kind === "instant" ? instantOf(value as number) : value;
}

/** The first of these rows as an object; null without any. */
export function jsonFirst<Element>(
  dialect: Dialect,
  fields: JsonFields,
  { from, order }: Required<JsonRows>,
): RawBuilder<StoredJson<Element> | null> {
  return sql`(select ${jsonObject(dialect, fields)} ${from} order by ${order} limit 1)`;
}

function jsonObject(dialect: Dialect, fields: JsonFields): RawBuilder<unknown> {
  const pairs = Object.entries(fields).map(([field, value]) => sql`${sql.lit(field)}, ${value}`);
  return dialect.jsonObject(sql.join(pairs));
}
