import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Row, Table } from "./columns.ts";
import type { Dialect } from "./dialect.ts";
import { kindsOf } from "./row-codec.ts";
import { type Source, statement, transformValue } from "./statement.ts";

/**
 * A query of some columns of sent rows, in their order, to choose other rows by. All rows are one parameter, so that a
 * statement has one text.
 *
 * Each sent row is looked up by its key, for the reason at {@link Dialect.chosenRows}.
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
  return dialect.chosenRows(sentRows(table, columns, text, dialect));
}

/** The values of one column, for `in`: one parameter, like {@link rowSet}, and one slot in a prepared statement. */
export function valueSet<T extends Table, Column extends keyof Row<T> & string>(
  table: T,
  column: Column,
  values: readonly Row<T>[Column][],
  dialect: Dialect,
): RawBuilder<Row<T>[Column]> {
  const text = transformValue(values, (all) =>
    arrayOf(
      textsOf(
        [column],
        all.map((value) => ({ [column]: value })),
      ),
    ),
  );
  return sql`(${chosenBy(table, [column], text, dialect)})`;
}

interface PageRange<T extends Table, Column extends keyof Row<T> & string> {
  readonly column: Column;
  readonly values: readonly Row<T>[Column][];
  readonly where: RawBuilder<unknown>;
  /** The selected columns; all if absent. */
  readonly columns?: readonly (keyof Row<T> & string)[];
}

/** Selects the rows of a range; each value is looked up separately ({@link Dialect.rowsByValue}). */
export function lookupEach<T extends Table, Column extends keyof Row<T> & string>(
  table: T,
  { column, values, where, columns }: PageRange<T, Column>,
  dialect: Dialect,
): RawBuilder<unknown> {
  return dialect.rowsByValue({
    table: sql.table(table.tableName),
    columns: columns ? sql.join(columns.map((each) => sql.ref(each))) : sql`${sql.table(table.tableName)}.*`,
    column,
    values: valueSet(table, column, values, dialect),
    where,
  });
}

/** Returns an `insert into` of all columns of the rows, to which the caller may add a conflict clause. */
export function insertOf<T extends Table>(table: T, rows: readonly Row<T>[], dialect: Dialect): RawBuilder<unknown> {
  const columns = columnsOf(rows);
  return insertionOf(table, columns, arrayOf(textsOf(columns, rows)), dialect);
}

/**
 * Inserts rows, or none, in short statements: on SQLite, which runs in the thread of the process, one statement of
 * thousands of rows would block all other requests. Also, V8 allocates a text of more than 128 KiB in its old
 * generation, where such texts accumulate until a full garbage collection.
 */
export async function insertInChunks<T extends Table, Tables>(
  table: T,
  rows: readonly Row<T>[],
  { db, dialect }: Pick<Source<Tables>, "db" | "dialect">,
): Promise<void> {
  const columns = columnsOf(rows);
  for (const sent of portionsOf(textsOf(columns, rows))) await insert(table, columns, sent, { db, dialect });
}

/** Inserts rows with one statement, whose text is cached. */
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

/** The maximum number of characters of the rows of one statement, which the last row may exceed. */
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

/** The insert statement of one table; its text is cached for each list of columns. */
const insertionInto = (table: Table) =>
  statement(({ db, dialect }: Source<unknown>, { sent }: { readonly sent: string }, columns: string) =>
    insertionOf(table, columns.split(" "), sent, dialect).compile(db),
  );

const insertions = new WeakMap<Table, ReturnType<typeof insertionInto>>();

const columnsOf = (rows: readonly object[]): readonly string[] => Object.keys(rows[0] ?? {});

function insertionOf(table: Table, columns: readonly string[], sent: string, dialect: Dialect): RawBuilder<unknown> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  // Without `where`, SQLite would read the `on` of a conflict clause as the condition of a join.
  return sql`insert into ${sql.table(table.tableName)} (${names}) ${sentRows(table, columns, sent, dialect)} where true`;
}

/** The number of inserted rows from which Postgres plans foreign key checks again. */
const MANY = 100;

/**
 * Inserts rows, or none. Postgres caches plans of foreign key checks per connection: a plan made while a table was
 * small may use an index that only begins with the tenant, and read all rows of the tenant for each row, until
 * statistics exist. Large inserts therefore plan the checks again.
 */
export async function insertAll<T extends Table, Tables>(
  table: T,
  rows: readonly Row<T>[],
  { db, dialect }: Pick<Source<Tables>, "db" | "dialect">,
): Promise<void> {
  if (rows.length === 0) return;
  if (rows.length >= MANY) await dialect.replanReferences(db);
  await insertInChunks(table, rows, { db, dialect });
}

/** The rows in order, each as a JSON array for {@link sentRows}. */
const textsOf = (columns: readonly string[], rows: readonly object[]): readonly string[] =>
  rows.map((row) => JSON.stringify(columns.map((column) => (row as Readonly<Record<string, unknown>>)[column])));

const arrayOf = (texts: readonly string[]): string => `[${texts.join(",")}]`;

/** Selects the rows of one parameter, with the kinds of the table's columns. */
function sentRows(table: Table, columns: readonly string[], sent: string, dialect: Dialect): RawBuilder<unknown> {
  const kinds = kindsOf(table);
  return dialect.sentRows(
    columns.map((name) => ({ name, kind: kinds.get(name) ?? "text" })),
    sent,
  );
}
