import type { Dialect } from "../engine/dialect.ts";
import type { Migration } from "../engine/migration.ts";
import { rowLevelSecurity, withAllRows } from "../engine/row-level-security.ts";
import { closedPeriodTriggers } from "./closed-period-triggers.ts";
import { recreateSealedTriggers, sealedEntryTriggers } from "./sealed-entry-triggers.ts";
import { FIRST_STATISTICS, ledgerStatistics, UNLETTERED_STATISTICS } from "./statistics.ts";

export const ledgerMigrations: readonly Migration[] = [
  {
    name: "2026-11-23 ledger: first tables",
    up: (dialect) => [
      ...tables(dialect),
      ...INDEXES,
      ...ledgerStatistics(dialect, FIRST_STATISTICS),
      ...sealedEntryTriggers(dialect),
      ...walls(dialect),
    ],
  },
  {
    name: "2026-11-24 ledger: what has no letters is summed by an index",
    up: (dialect) => [
      "drop index ledger_lines_unlettered_index",
      `create index ledger_lines_unlettered_index on ledger_lines
        (book_id, account_code, (case when auxiliary_code is null then '' else auxiliary_code end), lettering_status,
          entry_id, debit_cents, credit_cents)
        where lettering_status = 'none'`,
      "create index ledger_entries_carried_index on ledger_entries (book_id) where carries_forward",
      ...ledgerStatistics(dialect, UNLETTERED_STATISTICS),
    ],
  },
  { name: "2026-11-26 ledger: no book is planned for by its size", up: alikeBooks },
  {
    name: "2026-11-27 ledger: the letters of a closed year's file",
    up: ({ types: { text } }) => [
      `alter table ledger_lines add column lettering_filed_code ${text}`,
      `alter table ledger_lines add column lettering_filed_day ${text}
        check ((lettering_filed_day is null) = (lettering_filed_code is null))`,
    ],
  },
  {
    name: "2026-11-27 ledger: closed months are sealed, with what the series had come to",
    up: (dialect) => [...closingHeads(dialect), ...closedPeriodTriggers(dialect)],
  },
  {
    name: "2026-12-07 ledger: drafts by when they changed",
    up: () => ["create index ledger_drafts_updated_at_index on ledger_drafts (book_id, updated_at, id)"],
  },
  {
    name: "2027-01-03 ledger: whom accounts are kept for, by kind",
    up: () => ["create index ledger_auxiliaries_kind_index on ledger_auxiliaries (book_id, kind, code)"],
  },
  {
    name: "2027-01-17 ledger: accounts that are kept for nobody are summed by an index",
    up: () => [
      `create index ledger_lines_sums_index on ledger_lines
        (book_id, account_code, accounting_date, debit_cents, credit_cents) where auxiliary_code is null`,
    ],
  },
];

/** Inserts the current heads of the series for months already closed; later months record theirs on closing. */
function closingHeads(dialect: Dialect): readonly string[] {
  const { id, text, integer } = dialect.types;
  return [
    `create table ledger_closing_heads (
      book_id ${id} not null references ledger_books (id),
      period ${text} not null,
      society_code ${text} not null,
      journal ${text} not null,
      year ${integer} not null,
      number ${integer} not null,
      hash ${text} not null,
      primary key (book_id, period, society_code, journal, year)
    ) ${dialect.tableOptions}`,
    ...withAllRows(
      dialect,
      ["ledger_periods", "ledger_series"],
      `insert into ledger_closing_heads (book_id, period, society_code, journal, year, number, hash)
      select period.book_id, period.period, series.society_code, series.journal, series.year, series.number, series.hash
      from ledger_periods as period join ledger_series as series on series.book_id = period.book_id
      where series.number > 0`,
    ),
    ...dialect.withoutStatistics("ledger_closing_heads", "book_id"),
    ...rowLevelSecurity(dialect, "ledger_closing_heads", "book_id"),
  ];
}

/**
 * Postgres statistics contain only the books that existed when they were collected. It estimates no rows for a newer
 * book, so that reading the whole book seems as cheap as any index, again and again for each row of a join. Without
 * statistics of the column, every book is estimated at its share of the table. Changing the type of a column deletes
 * its statistics; the type stays the same, so nothing is rewritten.
 */
function alikeBooks(dialect: Dialect): readonly string[] {
  if (dialect.name === "sqlite") return [];
  return [
    ...["ledger_entries", "ledger_lines"].map((table) => `drop trigger ${table}_sealed on ${table}`),
    ...BOOK_TABLES.flatMap((table) => [
      `drop policy ${table}_tenant on ${table}`,
      `alter table ${table} alter column book_id type ${dialect.types.id}`,
      ...dialect.withoutStatistics(table, "book_id"),
      ...rowLevelSecurity(dialect, table, "book_id"),
    ]),
    ...recreateSealedTriggers(dialect),
  ];
}

/**
 * The book is the first column of each key, so that no reference leads to another book. Lines are inserted before their
 * entry, which seals them; hence their foreign key is deferred.
 */
function tables({ types: { id, text, integer, boolean, instant }, ...options }: Dialect): readonly string[] {
  // Without rowid: `insert or replace` could delete a sealed row by its rowid.
  const { tableOptions, keyedTableOptions: sealedOptions } = options;
  const content = `
    book_id ${id} not null references ledger_books (id),
    id ${id} not null,
    society_code ${text} not null,
    society_code_fold ${text} not null,
    journal ${text} not null,
    entry_date ${instant} not null,
    accounting_date ${text} not null,
    document_date ${text} not null,
    document_reference ${text} not null,
    period_start ${text},
    period_end ${text},
    description ${text},
    description_fold ${text},
    source_type ${text},
    source_id ${id},
    source_seq ${integer} not null,
    lines_count ${integer} not null,
    updated_at ${instant} not null`;
  const line = `
    book_id ${id} not null,
    entry_id ${id} not null,
    line_number ${integer} not null,
    id ${id} not null,
    account_code ${text} not null,
    account_name ${text} not null,
    auxiliary_code ${text},
    auxiliary_name ${text},
    label ${text} not null,
    debit_cents ${integer} not null check (debit_cents >= 0),
    credit_cents ${integer} not null check (credit_cents >= 0 and (debit_cents > 0) <> (credit_cents > 0))`;
  return [
    `create table ledger_books (
      id ${id} not null primary key,
      closed_through ${text},
      created_at ${instant} not null
    ) ${tableOptions}`,
    `create table ledger_accounts (
      book_id ${id} not null references ledger_books (id),
      code ${text} not null,
      id ${id} not null,
      name ${text} not null,
      primary key (book_id, code)
    ) ${tableOptions}`,
    `create table ledger_auxiliaries (
      book_id ${id} not null references ledger_books (id),
      code ${text} not null,
      kind ${text} not null,
      name ${text} not null,
      entity_type ${text},
      entity_id ${text},
      primary key (book_id, code)
    ) ${tableOptions}`,
    `create table ledger_drafts (${content},
      total_debit_cents ${integer} not null,
      total_credit_cents ${integer} not null,
      primary key (book_id, id)
    ) ${tableOptions}`,
    `create table ledger_draft_lines (${line},
      primary key (book_id, entry_id, line_number),
      foreign key (book_id, entry_id) references ledger_drafts (book_id, id),
      foreign key (book_id, account_code) references ledger_accounts (book_id, code)
    ) ${tableOptions}`,
    `create table ledger_entries (${content},
      year ${integer} not null,
      number ${integer} not null check (number > 0),
      reference ${text} not null,
      status ${text} not null check (status in ('validated', 'posted')),
      validated_at ${instant} not null,
      validated_by ${id} not null,
      reversal_of_id ${id},
      carries_forward ${boolean} not null,
      total_cents ${integer} not null,
      hash ${text} not null,
      primary key (book_id, id),
      foreign key (book_id, reversal_of_id) references ledger_entries (book_id, id)
    ) ${sealedOptions}`,
    `create table ledger_lines (${line},
      accounting_date ${text} not null,
      lettering_status ${text} not null check (lettering_status in ('none', 'partial', 'full')),
      lettering_group_id ${id} check ((lettering_group_id is null) = (lettering_status = 'none')),
      lettering_code ${text} check ((lettering_code is not null) = (lettering_status = 'full')),
      lettering_day ${text} check ((lettering_day is null) = (lettering_code is null)),
      lettering_in_one_file ${boolean} not null check (lettering_status = 'full' or not lettering_in_one_file),
      primary key (book_id, entry_id, line_number),
      foreign key (book_id, entry_id) references ledger_entries (book_id, id) deferrable initially deferred,
      foreign key (book_id, account_code) references ledger_accounts (book_id, code)
    ) ${sealedOptions}`,
    `create table ledger_sources (
      book_id ${id} not null references ledger_books (id),
      source_type ${text} not null,
      source_id ${id} not null,
      source_seq ${integer} not null,
      entry_id ${id} not null,
      primary key (book_id, source_type, source_id, source_seq)
    ) ${tableOptions}`,
    `create table ledger_series (
      book_id ${id} not null references ledger_books (id),
      society_code ${text} not null,
      journal ${text} not null,
      year ${integer} not null,
      number ${integer} not null,
      hash ${text},
      validated_at ${instant},
      primary key (book_id, society_code, journal, year)
    ) ${tableOptions}`,
    `create table ledger_letter_series (
      book_id ${id} not null references ledger_books (id),
      account_code ${text} not null,
      auxiliary_code ${text} not null,
      last ${text},
      primary key (book_id, account_code, auxiliary_code)
    ) ${tableOptions}`,
    `create table ledger_periods (
      book_id ${id} not null references ledger_books (id),
      period ${text} not null,
      entries_posted ${integer} not null,
      closed_at ${instant} not null,
      primary key (book_id, period)
    ) ${tableOptions}`,
  ];
}

/**
 * The indexes cover the orders in which users page through entries; other orders sort one book's entries, which costs
 * less than an index for every field at each posting.
 *
 * The index of numbers does not begin with the book, and that of reversals only contains reversals: Postgres plans the
 * foreign key of lines once, while the tables are empty and every index that begins with the book looks as good as the
 * key; each posting would then read all entries of the book.
 */
const INDEXES: readonly string[] = [
  "create index ledger_entries_entry_date_index on ledger_entries (book_id, entry_date, id)",
  "create index ledger_entries_updated_at_index on ledger_entries (book_id, updated_at, id)",
  "create index ledger_entries_accounting_date_index on ledger_entries (book_id, accounting_date, id)",
  `create unique index ledger_entries_number_unique on ledger_entries (society_code, book_id, journal, year, number)`,
  `create unique index ledger_entries_reversal_of_id_unique on ledger_entries (book_id, reversal_of_id)
    where reversal_of_id is not null`,
  "create unique index ledger_lines_id_unique on ledger_lines (book_id, id)",
  `create index ledger_lines_account_index on ledger_lines (book_id, account_code, auxiliary_code, accounting_date)`,
  `create index ledger_entries_opening_index on ledger_entries (book_id, society_code, year)
    where source_type = 'Opening'`,
  `create index ledger_lines_unlettered_index on ledger_lines (book_id, account_code, auxiliary_code)
    where lettering_status = 'none'`,
  `create index ledger_lines_lettering_group_id_index on ledger_lines (book_id, lettering_group_id)
    where lettering_group_id is not null`,
];

const BOOK_TABLES = [
  "ledger_accounts",
  "ledger_auxiliaries",
  "ledger_drafts",
  "ledger_draft_lines",
  "ledger_entries",
  "ledger_lines",
  "ledger_sources",
  "ledger_series",
  "ledger_letter_series",
  "ledger_periods",
] as const;

const walls = (dialect: Dialect): readonly string[] => [
  ...rowLevelSecurity(dialect, "ledger_books", "id"),
  ...BOOK_TABLES.flatMap((table) => rowLevelSecurity(dialect, table, "book_id")),
];
