import { type RawBuilder, sql } from "kysely";
import type { Row, Table } from "./columns.ts";
import type { Dialect } from "./dialect.ts";
import { kindsOf } from "./rows.ts";
import type { Source } from "./statement.ts";

/**
 * Stands in every text that chooses rows by a {@link rowSet}. Postgres plans those anew each time: a plan that is kept was
 * made for the few rows of the first days, and would go through a whole book for each row of the set once it has many.
 */
export const PLANNED_ANEW = "/* planned anew */";

/**
 * Some columns of rows that are sent with a statement, as a query of them, in the order given, to choose rows by. However
 * many they are, they are one parameter, so that a statement has one text.
 *
 * Each row that is sent is looked up by its key. Postgres would take a set for a hundred rows, and a book that it has no
 * statistics of for one: then it goes through the book, and through the set for each row of it. It takes a limit that it
 * cannot foresee for a tenth, so that two of them make a set of one row, which nothing is worth going through a book for.
 */
export function rowSet<T extends Table, Column extends keyof Row<T> & string>(
  table: T,
  columns: readonly Column[],
  rows: readonly { readonly [Key in Column]: Row<T>[Key] }[],
  dialect: Dialect,
): RawBuilder<unknown> {
  const sent = sentRows(table, columns, rows, dialect);
  if (dialect.name === "sqlite") return sent;
  const unforeseen = sql`limit (select 9223372036854775807)`;
  return sql`${sql.raw(PLANNED_ANEW)} select * from (${sent} ${unforeseen}) as sent ${unforeseen}`;
}

/** The values of one column, to choose rows by: what stands behind `in`. One parameter, as {@link rowSet} has it. */
export function valueSet<T extends Table, Column extends keyof Row<T> & string>(
  table: T,
  column: Column,
  values: readonly Row<T>[Column][],
  dialect: Dialect,
): RawBuilder<Row<T>[Column]> {
  const rows = values.map((value) => ({ [column]: value }) as { readonly [Key in Column]: Row<T>[Key] });
  return sql`(${rowSet(table, [column], rows, dialect)})`;
}

/** An `insert into` of all columns that rows have, to which a conflict clause may be added. */
export function insertOf<T extends Table>(table: T, rows: readonly Row<T>[], dialect: Dialect): RawBuilder<unknown> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row<T> & string)[];
  const names = sql.join(columns.map((column) => sql.ref(column)));
  // SQLite would take what follows for a join's condition.
  const always = dialect.name === "sqlite" ? sql` where true` : sql``;
  return sql`insert into ${sql.table(table.tableName)} (${names}) ${sentRows(table, columns, rows, dialect)}${always}`;
}

/** Rows of an insert from which on their references are judged by plans that were made for them. */
const MANY = 100;

/**
 * Inserts rows, none too. Postgres judges references by plans that a connection keeps: one made while a table was empty or
 * small may take an index that only begins with the tenant, and go through all that is his for each row, until somebody
 * gathers statistics. With many rows on their way the plans are made anew, when their tables are as large as they are.
 */
export async function insertAll<T extends Table, Tables>(
  table: T,
  rows: readonly Row<T>[],
  { db, dialect }: Pick<Source<Tables>, "db" | "dialect">,
): Promise<void> {
  if (rows.length === 0) return;
  if (dialect.name === "postgres" && rows.length >= MANY) await sql`discard plans`.execute(db);
  await insertOf(table, rows, dialect).execute(db);
}

/**
 * The rows in the order given, as one parameter: arrays by place rather than objects by name, since both engines look values
 * up one by one, and Postgres makes a table of names for every object. In the engines' own form of JSON, or SQLite would
 * write each row as text and parse that again, and Postgres parse a row for each of its values.
 */
function sentRows<T extends Table, Column extends keyof Row<T> & string>(
  table: T,
  columns: readonly Column[],
  rows: readonly { readonly [Key in Column]: Row<T>[Key] }[],
  { name, types }: Dialect,
): RawBuilder<unknown> {
  const values = JSON.stringify(rows.map((row) => columns.map((column) => row[column])));
  const kinds = kindsOf(table);
  const selected = sql.join(
    columns.map((column, index) => {
      const value = sql`value ->> ${sql.lit(index)}`;
      const typed = name === "postgres" ? sql`(${value})::${sql.raw(types[kinds.get(column) ?? "text"])}` : value;
      return sql`${typed} as ${sql.ref(column)}`;
    }),
  );
  return name === "postgres"
    ? sql`select ${selected} from jsonb_array_elements(${values}) as value`
    : sql`select ${selected} from jsonb_each(${values})`;
}
