import type { Dialect } from "../engine/dialect.ts";

/**
 * Rows of an index, then how many have the same first column, the same two first ones, and so on, in books that are kept
 * for years (sqlite.org/fileformat2.html, sqlite_stat1): what matters is that a book has many rows, and what they have in
 * common.
 */
type IndexRows = readonly [table: string, index: string, rows: string];

/** Of the tables as they were first made. */
export const FIRST_STATISTICS: readonly IndexRows[] = [
  ["ledger_entries", "ledger_entries", "5000000 50000 1"],
  ["ledger_entries", "ledger_entries_entry_date_index", "5000000 50000 2 1"],
  ["ledger_entries", "ledger_entries_updated_at_index", "5000000 50000 2 1"],
  ["ledger_entries", "ledger_entries_accounting_date_index", "5000000 50000 200 1"],
  ["ledger_entries", "ledger_entries_opening_index", "500 5 5 1"],
  ["ledger_entries", "ledger_entries_number_unique", "5000000 2500000 50000 10000 2000 1"],
  ["ledger_entries", "ledger_entries_reversal_of_id_unique", "50000 500 1"],
  ["ledger_lines", "ledger_lines", "20000000 200000 4 1"],
  ["ledger_lines", "ledger_lines_id_unique", "20000000 200000 1"],
  ["ledger_lines", "ledger_lines_account_index", "20000000 200000 20000 200 4"],
  ["ledger_lines", "ledger_lines_unlettered_index", "5000000 50000 5000 50"],
  ["ledger_lines", "ledger_lines_lettering_group_id_index", "15000000 150000 3"],
];

/** Of the indexes by which what has no letters is summed. */
export const UNLETTERED_STATISTICS: readonly IndexRows[] = [
  ["ledger_entries", "ledger_entries_carried_index", "500 5"],
  ["ledger_lines", "ledger_lines_unlettered_index", "5000000 50000 5000 50 50 2 2 2"],
];

/**
 * Statements for migrations, after the indexes. Without statistics, which nobody gathers on SQLite, it takes a book for ten
 * rows, and reads all of it rather than look into an index. Postgres gathers its own.
 */
export function ledgerStatistics({ name }: Dialect, indexes: readonly IndexRows[]): readonly string[] {
  if (name === "postgres") return [];
  return [
    // Makes the table of statistics, where there is none yet.
    "analyze ledger_books",
    ...indexes.map(
      (row) => `insert into sqlite_stat1 (tbl, idx, stat) values (${row.map((text) => `'${text}'`).join()})`,
    ),
    // Has this connection read them; others do when they see the new tables.
    "analyze sqlite_master",
  ];
}
