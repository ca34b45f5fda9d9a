import type { BookId, LedgerInspection } from "@cartulary/ledger";
import type { SqlTransaction } from "../module.ts";
import { rowsOf } from "../rows.ts";
import { withLines } from "./sealed-entries.ts";
import { entryRows, type LedgerTables, seriesRows } from "./tables.ts";

/** What verification looks at, in SQL: rows as they are, by the keys that they should have. */
export function createLedgerInspection(
  { db, dialect }: SqlTransaction<LedgerTables>,
  bookId: BookId,
): LedgerInspection {
  const series = rowsOf(seriesRows, dialect);
  const entries = rowsOf(entryRows, dialect);
  return {
    async series() {
      const found = await db
        .selectFrom("ledger_series")
        .select(series.columns("ledger_series"))
        .where("book_id", "=", bookId)
        .orderBy("society_code")
        .orderBy("journal")
        .orderBy("year")
        .execute();
      return found.map(series.decode).map(({ bookId: _, ...each }) => each);
    },

    async entries({ societyCode, journal, year }, after, limit) {
      const headers = await db
        .selectFrom("ledger_entries")
        .select(entries.columns("ledger_entries"))
        .where("book_id", "=", bookId)
        .where("society_code", "=", societyCode)
        .where("journal", "=", journal)
        .where("year", "=", year)
        .where("number", ">", after)
        .orderBy("number")
        .limit(limit)
        .execute();
      return withLines(db, dialect, bookId, headers);
    },
  };
}
