import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { snake, type Table } from "../../engine/columns.ts";

/** A table whose rows the trash keeps in a table of its own, with the same columns. */
const trashed = ({ tableName }: Table): RawBuilder<unknown> => sql.table(`trashed_${tableName}`);

/** The names of all columns, folded ones and the version included. */
const columnNames = (table: Table): readonly string[] => Object.keys(table.properties).map(snake);

const columnList = (table: Table) => sql.join(columnNames(table).map((column) => sql.ref(column)));

/** Copies rows of a table to the trash, as rows of an entry. */
export async function copyRows<Tables>(
  db: Kysely<Tables>,
  table: Table,
  entryId: RawBuilder<unknown>,
  where: RawBuilder<SqlBool>,
): Promise<void> {
  await sql`insert into ${trashed(table)} (entry_id, ${columnList(table)})
    select ${entryId}, ${columnList(table)} from ${sql.table(table.tableName)} where ${where}`.execute(db);
}

/**
 * Copies rows of an entry back to their table. `changed` has the columns that get another value, as expressions over the
 * kept row, `kept`.
 */
export async function copyRowsBack<Tables>(
  db: Kysely<Tables>,
  table: Table,
  entryId: string,
  changed: Readonly<Record<string, RawBuilder<unknown>>> = {},
): Promise<void> {
  const values = columnNames(table).map((column) => changed[column] ?? sql.ref(`kept.${column}`));
  await sql`insert into ${sql.table(table.tableName)} (${columnList(table)})
    select ${sql.join(values)} from ${trashed(table)} as kept where entry_id = ${entryId}`.execute(db);
}
