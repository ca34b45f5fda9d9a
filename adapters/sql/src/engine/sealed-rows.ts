import type { Dialect } from "./dialect.ts";
import { abortStatement, checkTrigger, type Rule, refuseTrigger } from "./trigger-errors.ts";

/** The permitted changes of rows of a protected table. Conditions are SQL; those of changes use `old` and `new`. */
export interface SealedRows {
  readonly rule: Rule;
  /** The condition of inserts to refuse. */
  readonly invalidInsert?: string;
  /** The condition of updates to refuse; if absent, all updates are refused. */
  readonly invalidUpdate?: string;
  /** The condition of deletes to refuse; if absent, all deletes are refused. */
  readonly invalidDelete?: string;
  /** The primary key: SQLite's `insert or replace` deletes a row without running delete triggers. */
  readonly key: readonly string[];
  /** Set if the code inserts with `on conflict do nothing`: inserts of existing rows are ignored instead of refused. */
  readonly ignoresExisting?: true;
}

/** Statements for migrations that protect the rows of `table` against all writers. */
export function sealedRows({ name }: Dialect, table: string, sealed: SealedRows): readonly string[] {
  return name === "sqlite" ? onSqlite(table, sealed) : onPostgres(table, sealed);
}

/** Statements for a migration that permits other deletes than before in a table protected by {@link sealedRows}. */
export function sealedDeletes(
  { name }: Dialect,
  table: string,
  { rule, invalidDelete }: Required<Pick<SealedRows, "rule" | "invalidDelete">>,
): readonly string[] {
  if (name === "sqlite")
    return [`drop trigger ${table}_deleted`, deleteTrigger(table, abortStatement(rule), `when ${invalidDelete}`)];
  return [`drop trigger ${table}_deleted on ${table}`, ...refused(table, rule, DELETED, invalidDelete)];
}

const deleteTrigger = (table: string, refused: string, condition: string): string =>
  `create trigger ${table}_deleted before delete on ${table} ${condition} begin ${refused} end`;

function onSqlite(table: string, { rule, key, ignoresExisting, ...wrong }: SealedRows): readonly string[] {
  const sameKey = key.map((column) => `${column} = new.${column}`).join(" and ");
  const refused = abortStatement(rule);
  const unless = (condition: string | undefined) => (condition === undefined ? "" : `when ${condition}`);
  return [
    `create trigger ${table}_replaced before insert on ${table} when exists (select 1 from ${table} where ${sameKey})
      begin ${ignoresExisting ? "select raise(ignore);" : refused} end`,
    // Code sets the rowid explicitly only to replace a row.
    `create trigger ${table}_inserted before insert on ${table}
      when (${wrong.invalidInsert ?? "false"}) or exists (select 1 from ${table} where rowid = new.rowid)
      begin ${refused} end`,
    `create trigger ${table}_updated before update on ${table} ${unless(wrong.invalidUpdate)} begin ${refused} end`,
    deleteTrigger(table, refused, unless(wrong.invalidDelete)),
  ];
}

function onPostgres(table: string, { rule, ...wrong }: SealedRows): readonly string[] {
  return [
    refuseTrigger(`${table}_sealed`, rule),
    `create trigger ${table}_truncated before truncate on ${table} for each statement execute function ${table}_sealed()`,
    ...(wrong.invalidInsert === undefined ? [] : refused(table, rule, INSERTED, wrong.invalidInsert)),
    ...refused(table, rule, UPDATED, wrong.invalidUpdate),
    ...refused(table, rule, DELETED, wrong.invalidDelete),
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

/** A condition on the row alone becomes the `when` of a row trigger; one with a subquery runs once per statement. */
function refused(table: string, rule: Rule, { name, event, rows }: Change, wrong?: string): readonly string[] {
  if (!wrong?.includes("select"))
    return [
      `create trigger ${table}_${name} before ${event} on ${table} for each row ${wrong === undefined ? "" : `when (${wrong})`}
        execute function ${table}_sealed()`,
    ];
  const looked = wrong.replace(/\b(?:old|new)\./g, "changed.").replace(/\bfrom (\w+)/g, "from %1$I.$1");
  return [
    checkTrigger(`${table}_${name}`, rule, `select from changed where ${looked}`),
    `create trigger ${table}_${name} after ${event} on ${table} referencing ${rows} as changed
      for each statement execute function ${table}_${name}()`,
  ];
}
