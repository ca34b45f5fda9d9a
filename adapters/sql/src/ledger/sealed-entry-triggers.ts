import type { Dialect } from "../engine/dialect.ts";
import { abortStatement, checkTrigger, type Rule, raiseStatement } from "../engine/trigger-errors.ts";

type Guard = "ledger_entries_balanced" | "ledger_entries_sealed" | "ledger_lines_sealed";

const RULES: Readonly<Record<Guard, Rule>> = {
  ledger_entries_balanced: {
    name: "ledger_entries_balanced",
    message: "an entry has two lines or more, numbered from 1, of its own date, with debits and credits of its total",
  },
  ledger_entries_sealed: { name: "ledger_entries_sealed", message: "a sealed entry stays as it is" },
  ledger_lines_sealed: { name: "ledger_lines_sealed", message: "the lines of a sealed entry stay as they are" },
};

/** All columns except `status` and `updated_at`. */
const SEALED_OF_ENTRIES = `book_id, id, society_code, society_code_fold, journal, entry_date, accounting_date,
  document_date, document_reference, period_start, period_end, description, description_fold, source_type, source_id,
  source_seq, lines_count, year, number, reference, validated_at, validated_by, reversal_of_id, carries_forward,
  total_cents, hash`;

/** All columns except the lettering. */
const SEALED_OF_LINES = `book_id, entry_id, line_number, id, account_code, account_name, auxiliary_code, auxiliary_name,
  label, debit_cents, credit_cents, accounting_date`;

/** A status may only change from `validated` to `posted`. */
const STATUS_TURNS_BACK = "new.status <> old.status and not (old.status = 'validated' and new.status = 'posted')";

/**
 * Statements for migrations: against all writers, an entry balances and is immutable after sealing. Lines are inserted
 * first; inserting the entry checks them and seals them.
 *
 * A Postgres transaction does not see entries that another has not committed, and could add lines to them:
 * closed-period-triggers.ts prevents that.
 */
export function sealedEntryTriggers({ name }: Dialect): readonly string[] {
  return name === "postgres" ? POSTGRES : SQLITE;
}

/** Recreates triggers of {@link sealedEntryTriggers} that a migration has dropped. */
export function recreateSealedTriggers({ name }: Dialect): readonly string[] {
  return name === "postgres" ? SEALED_ON_POSTGRES : [];
}

const SEALED_ON_POSTGRES: readonly string[] = (
  [
    ["ledger_entries", SEALED_OF_ENTRIES],
    ["ledger_lines", SEALED_OF_LINES],
  ] as const
).map(
  ([table, columns]) => `create trigger ${table}_sealed before update of ${columns} or delete or truncate on ${table}
      for each statement execute function ${table}_sealed()`,
);

/**
 * Statement triggers over all inserted rows cost almost nothing, unlike a function for each row. So lines and entries
 * are inserted by two statements; one for both was not faster.
 */
const POSTGRES: readonly string[] = [
  ...(["ledger_entries_sealed", "ledger_lines_sealed"] as const).map(
    (rule) =>
      `create function ${rule}() returns trigger language plpgsql as $$ begin ${raiseStatement(RULES[rule])} end $$`,
  ),
  ...SEALED_ON_POSTGRES,
  `create trigger ledger_entries_status before update of status on ledger_entries
    for each row when (${STATUS_TURNS_BACK}) execute function ledger_entries_sealed()`,
  checkTrigger(
    "ledger_lines_added",
    RULES.ledger_lines_sealed,
    `select from (select distinct book_id, entry_id from added) as line
      cross join lateral (
        select from %1$I.ledger_entries as entry where entry.book_id = line.book_id and entry.id = line.entry_id limit 1
      ) as sealed`,
  ),
  `create trigger ledger_lines_added after insert on ledger_lines referencing new table as added
    for each statement execute function ledger_lines_added()`,
  checkTrigger(
    "ledger_entries_balanced",
    RULES.ledger_entries_balanced,
    `select from added as entry where not coalesce((
        select ${balances("entry")} from %1$I.ledger_lines as line
        where line.book_id = entry.book_id and line.entry_id = entry.id
      ), false)`,
  ),
  `create trigger ledger_entries_balanced after insert on ledger_entries referencing new table as added
    for each statement execute function ledger_entries_balanced()`,
];

/** On SQLite, `insert or replace` deletes the existing row without running delete triggers. */
const SQLITE: readonly string[] = [
  ...(
    [
      ["ledger_entries", `update of ${SEALED_OF_ENTRIES}`],
      ["ledger_entries", "delete"],
      ["ledger_lines", `update of ${SEALED_OF_LINES}`],
      ["ledger_lines", "delete"],
    ] as const
  ).map(
    ([table, change]) => `create trigger ${table}_${change.slice(0, 6)}_refused before ${change} on ${table}
      begin ${abortStatement(RULES[`${table}_sealed`])} end`,
  ),
  `create trigger ledger_entries_status before update of status on ledger_entries when ${STATUS_TURNS_BACK}
    begin ${abortStatement(RULES.ledger_entries_sealed)} end`,
  `create trigger ledger_entries_replace_refused before insert on ledger_entries
    when exists (select 1 from ledger_entries where book_id = new.book_id and id = new.id)
      or exists (
        select 1 from ledger_entries where book_id = new.book_id and society_code = new.society_code
          and journal = new.journal and year = new.year and number = new.number
      )
    begin ${abortStatement(RULES.ledger_entries_sealed)} end`,
  `create trigger ledger_entries_reversed before insert on ledger_entries when exists (
      select 1 from ledger_entries where book_id = new.book_id and reversal_of_id = new.reversal_of_id
    )
    begin select raise(abort, 'ledger_entries_reversal_of_id_unique'); end`,
  `create trigger ledger_entries_balanced before insert on ledger_entries when not coalesce((
      select ${balances("new")} from ledger_lines as line where line.book_id = new.book_id and line.entry_id = new.id
    ), false)
    begin ${abortStatement(RULES.ledger_entries_balanced)} end`,
  `create trigger ledger_lines_added before insert on ledger_lines
    when exists (select 1 from ledger_entries where book_id = new.book_id and id = new.entry_id)
      or exists (select 1 from ledger_lines where book_id = new.book_id and id = new.id)
      or exists (
        select 1 from ledger_lines
        where book_id = new.book_id and entry_id = new.entry_id and line_number = new.line_number
      )
    begin ${abortStatement(RULES.ledger_lines_sealed)} end`,
];

/** True if the lines of an entry match its header. Line numbers are unique already. */
function balances(entry: string): string {
  return `count(*) >= 2 and count(*) = ${entry}.lines_count and min(line_number) = 1 and max(line_number) = count(*)
    and sum(debit_cents) = ${entry}.total_cents and sum(credit_cents) = ${entry}.total_cents
    and min(line.accounting_date) = ${entry}.accounting_date and max(line.accounting_date) = ${entry}.accounting_date`;
}
