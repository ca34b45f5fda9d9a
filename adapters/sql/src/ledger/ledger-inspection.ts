import type { BookId, EntryId, LedgerInspection, SealedEntry } from "@cartulary/ledger";
import { sql } from "kysely";
import type { Row } from "../columns.ts";
import type { SqlTransaction } from "../module.ts";
import { valueSet } from "../row-set.ts";
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
  /** The entries whose headers say another day than their lines, or another number of them, whichever was changed. */
  async function astray(found: readonly SealedEntry[]): Promise<ReadonlySet<EntryId>> {
    if (found.length === 0) return new Set();
    const ids = found.map(({ id }) => id);
    const { rows } = await sql<{ readonly id: EntryId }>`
      select entry.id
      from ledger_entries as entry
        left join ledger_lines as line on line.book_id = entry.book_id and line.entry_id = entry.id
      where entry.book_id = ${bookId} and entry.id in ${valueSet(entryRows, "id", ids, dialect)}
      group by entry.id, entry.lines_count
      having count(line.id) <> entry.lines_count
        or sum(case when line.accounting_date <> entry.accounting_date then 1 else 0 end) > 0`.execute(db);
    return new Set(rows.map(({ id }) => id));
  }

  return {
    async series() {
      const { rows } = await sql<Row<typeof seriesRows>>`
        select society_code, journal, year, number, hash, validated_at from ledger_series where book_id = ${bookId}
        union all
        select society_code, journal, year, 0, null, null from (
          select distinct society_code, journal, year from ledger_entries where book_id = ${bookId}
        ) as numbered where not exists (
          select 1 from ledger_series as series where series.book_id = ${bookId}
            and series.society_code = numbered.society_code and series.journal = numbered.journal
            and series.year = numbered.year
        )
        order by 1, 2, 3`.execute(db);
      return rows.map(series.decode).map(({ bookId: _, ...each }) => each);
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
      const found = await withLines(db, dialect, bookId, headers);
      const stray = await astray(found);
      return found.map((entry) => ({ ...entry, rowsAgree: !stray.has(entry.id) }));
    },
  };
}
