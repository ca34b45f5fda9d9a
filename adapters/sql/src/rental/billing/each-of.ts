import { type RawBuilder, sql } from "kysely";
import type { Row, Table } from "../../engine/columns.ts";
import type { Dialect } from "../../engine/dialect.ts";
import { rowSet, valueSet } from "../../engine/row-set.ts";

/** Which rows of a table are wanted: those that have one of these values in a column, of those that are where it says. */
interface Wanted<T extends Table, Column extends keyof Row<T> & string> {
  readonly column: Column;
  readonly values: readonly Row<T>[Column][];
  readonly where: RawBuilder<unknown>;
  /** Which columns of them; all where none are named. */
  readonly columns?: readonly (keyof Row<T> & string)[];
}

/**
 * A query of rows, each value looked up by itself. Of a run that was computed a moment ago Postgres foresees no row,
 * and would go through all of it for each value, or through all values for each row.
 */
export function eachOf<T extends Table, Column extends keyof Row<T> & string>(
  table: T,
  { column, values, where, columns }: Wanted<T, Column>,
  dialect: Dialect,
): RawBuilder<unknown> {
  const [from, ref] = [sql.table(table.tableName), sql.ref(column)];
  const selected = columns ? sql.join(columns.map((each) => sql.ref(each))) : sql`*`;
  if (dialect.name === "sqlite")
    return sql`select ${selected} from ${from} where ${where} and ${ref} in ${valueSet(table, column, values, dialect)}`;
  const rows = values.map((value) => ({ [column]: value }) as { readonly [Key in Column]: Row<T>[Key] });
  return sql`select found.* from (${rowSet(table, [column], rows, dialect)}) as wanted
    cross join lateral (select ${selected} from ${from} where ${where} and ${ref} = ${sql.ref(`wanted.${column}`)} offset 0) as found`;
}

/**
 * Joins the rows of a table that satisfy a condition, each looked up for the row before it: however few Postgres foresees,
 * it goes through no table for them. On SQLite the order of joins is that of the text.
 */
export function lookedUp(
  { name }: Dialect,
  table: RawBuilder<unknown>,
  alias: string,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [row, each] = [sql.ref(alias), sql`${table} as ${sql.ref(alias)}`];
  return name === "sqlite"
    ? sql`cross join ${each} on ${condition}`
    : sql`cross join lateral (select * from ${each} where ${condition} offset 0) as ${row}`;
}
