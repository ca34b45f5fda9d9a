import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Row, Table } from "./columns.ts";
import type { Dialect } from "./dialect.ts";
import { kindsOf } from "./rows.ts";
import { changed, type Source, statement } from "./statement.ts";

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
  return chosenBy(table, columns, arrayOf(textsOf(columns, rows)), dialect);
}

function chosenBy(table: Table, columns: readonly string[], text: string, dialect: Dialect): RawBuilder<unknown> {
  const sent = sentRows(table, columns, text, dialect);
  if (dialect.name === "sqlite") return sent;
  const unforeseen = sql`limit (select 9223372036854775807)`;
  return sql`${sql.raw(PLANNED_ANEW)} select * from (${sent} ${unforeseen}) as sent ${unforeseen}`;
}

/**
 * The values of one column, to choose rows by: what stands behind `in`. One parameter, as {@link rowSet} has it. In a text
 * that is made once they are a slot, all of them together.
 */
export function valueSet<T extends Table, Column extends keyof Row<T> & string>(
  table: T,
  column: Column,
  values: readonly Row<T>[Column][],
  dialect: Dialect,
): RawBuilder<Row<T>[Column]> {
  const text = changed(values, (all) =>
    arrayOf(
      textsOf(
        [column],
        all.map((value) => ({ [column]: value })),
      ),
    ),
  );
  return sql`(${chosenBy(table, [column], text, dialect)})`;
}

/** An `insert into` of all columns that rows have, to which a conflict clause may be added. */
export function insertOf<T extends Table>(table: T, rows: readonly Row<T>[], dialect: Dialect): RawBuilder<unknown> {
  const columns = columnsOf(rows);
  return insertionOf(table, columns, arrayOf(textsOf(columns, rows)), dialect);
}

/**
 * Inserts rows, none too, by as many statements as it takes for each to be short: one of thousands of rows would keep
 * everybody else of a process waiting whose engine is asked in its own thread. And V8 puts a text of more than 128 KiB
 * among what is old, however soon it is done with: there such texts pile up until all that is old is looked through.
 */
export async function insertInPortions<T extends Table, Tables>(
  table: T,
  rows: readonly Row<T>[],
  { db, dialect }: Pick<Source<Tables>, "db" | "dialect">,
): Promise<void> {
  const columns = columnsOf(rows);
  for (const sent of portionsOf(textsOf(columns, rows))) await insert(table, columns, sent, { db, dialect });
}

/** Inserts rows by one statement, whose text is made once. */
export async function insertTogether<T extends Table, Tables>(
  table: T,
  rows: readonly Row<T>[],
  source: Pick<Source<Tables>, "db" | "dialect">,
): Promise<void> {
  const columns = columnsOf(rows);
  await insert(table, columns, arrayOf(textsOf(columns, rows)), source);
}

async function insert<Tables>(
  table: Table,
  columns: readonly string[],
  sent: string,
  { db, dialect }: Pick<Source<Tables>, "db" | "dialect">,
): Promise<void> {
  const insertion = insertions.get(table) ?? insertionInto(table);
  insertions.set(table, insertion);
  await insertion({ db: db as unknown as Kysely<unknown>, dialect }, { sent }, columns.join(" "));
}

/** Characters of the rows of one statement, which the last of them may exceed. */
const PORTION = 32_768;

function portionsOf(texts: readonly string[]): readonly string[] {
  const portions: string[] = [];
  let [from, size] = [0, 0];
  for (const [at, text] of texts.entries()) {
    size += text.length;
    if (size < PORTION && at < texts.length - 1) continue;
    portions.push(arrayOf(texts.slice(from, at + 1)));
    [from, size] = [at + 1, 0];
  }
  return portions;
}

/** Inserts what is sent into one table. Its text is made once for the columns that rows have. */
const insertionInto = (table: Table) =>
  statement(({ db, dialect }: Source<unknown>, { sent }: { readonly sent: string }, columns: string) =>
    insertionOf(table, columns.split(" "), sent, dialect).compile(db),
  );

const insertions = new WeakMap<Table, ReturnType<typeof insertionInto>>();

const columnsOf = (rows: readonly object[]): readonly string[] => Object.keys(rows[0] ?? {});

function insertionOf(table: Table, columns: readonly string[], sent: string, dialect: Dialect): RawBuilder<unknown> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  // SQLite would take what follows for a join's condition.
  const always = dialect.name === "sqlite" ? sql` where true` : sql``;
  return sql`insert into ${sql.table(table.tableName)} (${names}) ${sentRows(table, columns, sent, dialect)}${always}`;
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
  await insertInPortions(table, rows, { db, dialect });
}

/** The rows in the order given, each as a text for {@link sentRows}. */
const textsOf = (columns: readonly string[], rows: readonly object[]): readonly string[] =>
  rows.map((row) => JSON.stringify(columns.map((column) => (row as Readonly<Record<string, unknown>>)[column])));

const arrayOf = (texts: readonly string[]): string => `[${texts.join(",")}]`;

/**
 * Rows that are sent as one parameter: arrays by place rather than objects by name, since both engines look values up one by
 * one, and Postgres makes a table of names for every object. In the engines' own form of JSON, or SQLite would write each
 * row as text and parse that again, and Postgres parse a row for each of its values.
 */
function sentRows(
  table: Table,
  columns: readonly string[],
  sent: string,
  { name, types }: Dialect,
): RawBuilder<unknown> {
  const kinds = kindsOf(table);
  const selected = sql.join(
    columns.map((column, index) => {
      const value = sql`value ->> ${sql.lit(index)}`;
      const typed = name === "postgres" ? sql`(${value})::${sql.raw(types[kinds.get(column) ?? "text"])}` : value;
      return sql`${typed} as ${sql.ref(column)}`;
    }),
  );
  return name === "postgres"
    ? sql`select ${selected} from jsonb_array_elements(${sent}) as value`
    : sql`select ${selected} from jsonb_each(${sent})`;
}
