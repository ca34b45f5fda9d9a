import type { Client } from "pg";
import { idIn, rowsIn, TABLES, type World } from "./fixtures.ts";
import { shapesIn } from "./shapes.ts";

/** Leaves gathering statistics to the test. */
export const UNATTENDED = TABLES.map((table) => `alter table ${table} set (autovacuum_enabled = off)`);

/** Statements that fill these tables with the rows of one world. Unspecified columns get values of their type. */
export async function filling(client: Client, world: World, tables = TABLES): Promise<readonly string[]> {
  const { rows } = await client.query<Column>(
    `select table_name, column_name, data_type from information_schema.columns
      where table_schema = current_schema and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`,
  );
  const shapes = shapesIn(world);
  return tables.map((table) => {
    const required = rows.filter(({ table_name }) => table_name === table);
    const values = new Map(required.map((column) => [column.column_name, filler(world, column)]));
    for (const [column, value] of Object.entries(shapes[table] ?? {})) values.set(column, value);
    return `insert into ${table} (${[...values.keys()].map((column) => `"${column}"`)}) select ${[...values.values()]} from generate_series(0, ${rowsIn(table) - 1}) n`;
  });
}

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
}

function filler(world: World, { table_name, column_name, data_type }: Column): string {
  if (data_type === "uuid") return idIn(world, table_name, "n");
  if (data_type === "json") return /settings|metadata|detail/.test(column_name) ? "'{}'" : "'[]'";
  if (data_type === "timestamp with time zone") return "'2026-01-01'::timestamptz + n * interval '1 second'";
  return { bigint: "0", boolean: "false", text: `'${world}-' || n` }[data_type] ?? "null";
}
