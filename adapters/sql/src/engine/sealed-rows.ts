import type { Dialect } from "./dialect.ts";
import { aborted, planned, type Rule, refusing } from "./refusing.ts";

/** What may happen to the rows of a table that others are judged by. Conditions are SQL; of changes, `old` and `new`. */
export interface SealedRows {
  readonly rule: Rule;
  /** Of a row that is added: what refuses it. */
  readonly insertedWrong?: string;
  /** Of a row that changes: what refuses that; without it no row ever changes. */
  readonly updatedWrong?: string;
  /** Of a row that is to go: what keeps it; without it all stay. */
  readonly deletedWrong?: string;
  /** Its key: SQLite takes a row away without a word for one that replaces it. */
  readonly key: readonly string[];
  /** Rows that are there are begun again, `on conflict do nothing`: those are left out, rather than refused. */
  readonly begunAgain?: true;
}

/** Statements for migrations, that seal the rows of `table` whoever writes. */
export function sealedRows({ name }: Dialect, table: string, sealed: SealedRows): readonly string[] {
  return name === "sqlite" ? onSqlite(table, sealed) : onPostgres(table, sealed);
}

function onSqlite(table: string, { rule, key, begunAgain, ...wrong }: SealedRows): readonly string[] {
  const there = key.map((column) => `${column} = new.${column}`).join(" and ");
  const refused = aborted(rule);
  const unless = (condition: string | undefined) => (condition === undefined ? "" : `when ${condition}`);
  return [
    `create trigger ${table}_replaced before insert on ${table} when exists (select 1 from ${table} where ${there})
      begin ${begunAgain ? "select raise(ignore);" : refused} end`,
    // Nobody names the hidden number of a row but to replace that one.
    `create trigger ${table}_inserted before insert on ${table}
      when (${wrong.insertedWrong ?? "false"}) or exists (select 1 from ${table} where rowid = new.rowid)
      begin ${refused} end`,
    `create trigger ${table}_updated before update on ${table} ${unless(wrong.updatedWrong)} begin ${refused} end`,
    `create trigger ${table}_deleted before delete on ${table} ${unless(wrong.deletedWrong)} begin ${refused} end`,
  ];
}

function onPostgres(table: string, { rule, ...wrong }: SealedRows): readonly string[] {
  return [
    refusing(`${table}_sealed`, rule),
    `create trigger ${table}_truncated before truncate on ${table} for each statement execute function ${table}_sealed()`,
    ...(wrong.insertedWrong === undefined ? [] : refused(table, rule, INSERTED, wrong.insertedWrong)),
    ...refused(table, rule, UPDATED, wrong.updatedWrong),
    ...refused(table, rule, DELETED, wrong.deletedWrong),
  ];
}

interface Change {
  readonly name: string;
  readonly event: string;
  readonly rows: string;
}

const INSERTED: Change = { name: "inserted", event: "insert", rows: "new table" };
const UPDATED: Change = { name: "updated", event: "update", rows: "new table" };
const DELETED: Change = { name: "deleted", event: "delete", rows: "old table" };

/** What concerns a row alone is told without calling a function; what looks elsewhere is looked for once a statement. */
function refused(table: string, rule: Rule, { name, event, rows }: Change, wrong?: string): readonly string[] {
  if (!wrong?.includes("select"))
    return [
      `create trigger ${table}_${name} before ${event} on ${table} for each row ${wrong === undefined ? "" : `when (${wrong})`}
        execute function ${table}_sealed()`,
    ];
  const looked = wrong.replace(/\b(?:old|new)\./g, "changed.").replace(/\bfrom (\w+)/g, "from %1$I.$1");
  return [
    planned(`${table}_${name}`, rule, `select from changed where ${looked}`),
    `create trigger ${table}_${name} after ${event} on ${table} referencing ${rows} as changed
      for each statement execute function ${table}_${name}()`,
  ];
}
