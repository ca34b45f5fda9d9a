import type { Dialect } from "../engine/dialect.ts";

/**
 * The rows of an index, then the average number of rows with the same first column, the same first two, and so on, in
 * books with years of entries (sqlite.org/fileformat2.html, sqlite_stat1). Only the proportions matter.
 */
type IndexRows = readonly [table: string, index: string, rows: string];

/** The indexes of the first migration. */
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

/** The indexes for sums of unlettered lines. */
export const UNLETTERED_STATISTICS: readonly IndexRows[] = [
  ["ledger_entries", "ledger_entries_carried_index", "500 5"],
  ["ledger_lines", "ledger_lines_unlettered_index", "5000000 50000 5000 50 50 2 2 2"],
];

/**
 * Statements for migrations, after the indexes. SQLite collects no statistics itself; without them, it estimates ten
 * rows for a book, and reads all of it instead of using an index. Postgres collects its own.
 */
export function ledgerStatistics({ name }: Dialect, indexes: readonly IndexRows[]): readonly string[] {
  if (name === "postgres") return [];
  return [
    // Creates the table of statistics if necessary.
    "analyze ledger_books",
    ...indexes.map(
      (row) => `insert into sqlite_stat1 (tbl, idx, stat) values (${row.map((text) => `'${text}'`).join()})`,
    ),
    // Makes this connection load the statistics; others load them when they see the new tables.
    "analyze sqlite_master",
  ];
}
