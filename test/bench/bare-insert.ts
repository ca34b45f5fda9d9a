import Sqlite from "better-sqlite3";
import { Client } from "pg";
import type { AgencyGround, TableRows } from "./agency-ground.ts";
import { insertions, type Row } from "./ledger-ground.ts";

/** Rows of one statement: as many as both engines take values for. */
const ROWS_AT_ONCE = 500;

/** Rows of one tenant, by `book_id` or `mandataire_id`. */
interface Bare {
  readonly tenant: string;
  readonly tables: TableRows;
}

/**
 * How many milliseconds it takes to insert rows that are there again, by hand: taken away past all guards, then inserted
 * where they were, in one durable transaction, under all that holds of them — keys, references, guards, indexes, and on
 * Postgres the tenant's wall. Tables in an order that their references and guards allow, rows of one entry together.
 */
export async function insertedAgain({ url }: Pick<AgencyGround, "url">, bare: Bare): Promise<number> {
  const portions = bare.tables.flatMap(([table, rows]) => portionsOf(rows).map((some) => [table, some] as const));
  return url.startsWith("sqlite:")
    ? onSqlite(url.slice("sqlite:".length), bare, portions)
    : onPostgres(url, bare, portions);
}

/** The lines of an entry come by one statement. */
function portionsOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const portions: Row[][] = [[]];
  for (const row of rows) {
    const last = portions.at(-1) ?? [];
    const goesOn = "line_number" in row && last.at(-1)?.entry_id === row.entry_id;
    if (last.length < ROWS_AT_ONCE || goesOn) last.push(row);
    else portions.push([row]);
  }
  return portions.filter((portion) => portion.length > 0);
}

/** Statements that delete rows by the key of their table. */
function removals({ tables, tenant }: Bare): readonly string[] {
  return tables.toReversed().flatMap(([table, rows]) =>
    portionsOf(rows).map((some) => {
      const [first = {}] = some;
      const whose = "book_id" in first ? "book_id" : "mandataire_id";
      const key = KEYS[table] ?? ["id"];
      const keys = some.map((row) => `(${key.map((column) => `'${row[column]}'`).join()})`);
      return `delete from ${table} where ${whose} = '${tenant}' and (${key.join()}) in (values ${keys.join()})`;
    }),
  );
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  ledger_lines: ["entry_id", "line_number"],
  ledger_sources: ["entry_id"],
  billing_run_inputs: ["part"],
  billing_run_parts: ["line_id", "owner_id"],
};

function onSqlite(path: string, bare: Bare, portions: TableRows): number {
  const file = new Sqlite(path);
  try {
    file.pragma("synchronous = full");
    file.pragma("foreign_keys = off");
    file.exec("begin immediate");
    const triggers = file.prepare("select name, sql from sqlite_master where type = 'trigger'").all() as Trigger[];
    for (const { name } of triggers) file.exec(`drop trigger ${name}`);
    for (const removal of removals(bare)) file.exec(removal);
    for (const { sql } of triggers) file.exec(sql);
    file.exec("commit");
    file.pragma("foreign_keys = on");
    const statements = [...insertions(portions, () => "?")];
    const began = performance.now();
    file.exec("begin immediate");
    for (const { text, values } of statements) file.prepare(text).run(values);
    file.exec("commit");
    return performance.now() - began;
  } finally {
    file.close();
  }
}

interface Trigger {
  readonly name: string;
  readonly sql: string;
}

async function onPostgres(url: string, bare: Bare, portions: TableRows): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const removal of removals(bare).map(typed)) await client.query(removal);
    await client.query("set session_replication_role = origin");
    for (const [table] of bare.tables) await client.query(`vacuum analyze ${table}`);
    const statements = [...insertions(portions, (place) => `$${place}`)];
    const began = performance.now();
    await client.query("begin");
    await client.query(`set local role cartulary_app`);
    await client.query("select set_config('cartulary.tenant', $1, true)", [bare.tenant]);
    for (const { text, values } of statements) await client.query(text, values.map(asText));
    await client.query("commit");
    return performance.now() - began;
  } finally {
    await client.end();
  }
}

/** Postgres does not take text in a list for an id. */
const typed = (removal: string): string =>
  removal.replace(/'([0-9a-f]{8}-[0-9a-f-]{27})'/g, "'$1'::uuid").replace(/(?<=::uuid,)'(\d+)'/g, "$1");

/** The driver would take an array for one of Postgres's own. */
const asText = (value: unknown): unknown =>
  value !== null && typeof value === "object" && !(value instanceof Date) ? JSON.stringify(value) : value;
