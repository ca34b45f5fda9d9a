import type { Dialect } from "../engine/dialect.ts";
import { type SealedRows, sealedRows } from "../engine/sealed-rows.ts";
import { abortStatement, checkTrigger, type Rule } from "../engine/trigger-errors.ts";

const MONTH: Rule = { name: "ledger_month_sealed", message: "an entry is dated in a month that is open" };
const TOGETHER: Rule = {
  name: "ledger_lines_sealed",
  message: "the lines of a sealed entry stay as they are; those of a new one come together, the first with the others",
};

const TABLES: Readonly<Record<string, SealedRows>> = {
  ledger_books: {
    rule: { name: "ledger_books_sealed", message: "a closed month stays closed" },
    invalidInsert: "new.closed_through is not null",
    invalidUpdate: `new.id <> old.id or new.created_at <> old.created_at
      or (old.closed_through is not null and (new.closed_through is null or new.closed_through < old.closed_through))`,
    invalidDelete: "old.closed_through is not null",
    key: ["id"],
    ignoresExisting: true,
  },
  ledger_periods: {
    rule: { name: "ledger_periods_sealed", message: "a closed month stays as it was closed" },
    invalidInsert: `not exists (
      select 1 from ledger_books where id = new.book_id and closed_through = new.period)`,
    key: ["book_id", "period"],
  },
  ledger_closing_heads: {
    rule: { name: "ledger_closing_heads_sealed", message: "what the series came to when a month was closed is kept" },
    invalidInsert: `not exists (
      select 1 from ledger_books where id = new.book_id and closed_through = new.period)`,
    key: ["book_id", "period", "society_code", "journal", "year"],
  },
  ledger_series: {
    rule: { name: "ledger_series_sealed", message: "a series begins at 0 and goes on" },
    invalidInsert: "new.number <> 0 or new.hash is not null",
    invalidUpdate: `new.book_id <> old.book_id or new.society_code <> old.society_code or new.journal <> old.journal
      or new.year <> old.year or new.number < old.number or (new.number = old.number and old.number > 0
      and (new.hash is null or new.hash <> old.hash))`,
    key: ["book_id", "society_code", "journal", "year"],
    ignoresExisting: true,
  },
  ledger_letter_series: {
    rule: { name: "ledger_letter_series_sealed", message: "letters are not given twice" },
    invalidUpdate: `new.book_id <> old.book_id or new.account_code <> old.account_code
      or new.auxiliary_code <> old.auxiliary_code or (old.last is not null and (new.last is null
      or length(new.last) < length(old.last) or (length(new.last) = length(old.last) and new.last < old.last)))`,
    key: ["book_id", "account_code", "auxiliary_code"],
    ignoresExisting: true,
  },
  ledger_sources: {
    rule: { name: "ledger_sources_sealed", message: "what made a sealed entry stays written down" },
    invalidDelete: "exists (select 1 from ledger_entries where book_id = old.book_id and id = old.entry_id)",
    key: ["book_id", "source_type", "source_id", "source_seq"],
    ignoresExisting: true,
  },
};

/**
 * Statements for migrations: against all writers, a closed month stays closed and rejects entries, and the data that
 * decides this is protected: months, series, letters and sources.
 *
 * A Postgres transaction does not see an entry that a concurrent one is sealing. All lines of an entry are inserted
 * with its first line, by one statement: a transaction that adds lines to such an entry waits at the key of its first
 * line.
 */
export function closedPeriodTriggers(dialect: Dialect): readonly string[] {
  return [
    ...Object.entries(TABLES).flatMap(([table, sealed]) => sealedRows(dialect, table, sealed)),
    ...(dialect.name === "sqlite" ? [MONTH_ON_SQLITE] : ENTRIES_ON_POSTGRES),
  ];
}

const CLOSED = "closed_through >= substr(new.accounting_date, 1, 7)";

const MONTH_ON_SQLITE = `create trigger ledger_entries_month before insert on ledger_entries
  when (select ${CLOSED} from ledger_books where id = new.book_id) begin ${abortStatement(MONTH)} end`;

/**
 * Locks the book in shared mode, like a posting, so that its month cannot be closed concurrently. Reads the book only
 * after the lock: a value read before could be outdated.
 */
const ENTRIES_ON_POSTGRES: readonly string[] = [
  checkTrigger(
    "ledger_entries_month",
    MONTH,
    `select from (
        select book.closed_through, earliest.month
        from (select book_id, min(substr(accounting_date, 1, 7)) as month from added group by book_id) as earliest
          join %1$I.ledger_books as book on book.id = earliest.book_id
        offset 0 for share of book
      ) as dated where dated.closed_through >= dated.month`,
  ),
  `create trigger ledger_entries_month after insert on ledger_entries referencing new table as added
    for each statement execute function ledger_entries_month()`,
  checkTrigger(
    "ledger_lines_added",
    TOGETHER,
    `select from (
        select book_id, entry_id, min(line_number) as first from added group by book_id, entry_id
      ) as line
      left join lateral (
        select true as found from %1$I.ledger_entries as entry
        where entry.book_id = line.book_id and entry.id = line.entry_id limit 1
      ) as sealed on true
      where line.first <> 1 or sealed.found`,
  ),
];
