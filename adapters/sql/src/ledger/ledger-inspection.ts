import type { BookId, EntryId, InspectedMonth, LedgerInspection, SealedEntry } from "@cartulary/ledger";
import { sql } from "kysely";
import type { Row } from "../columns.ts";
import type { SqlTransaction } from "../module.ts";
import { valueSet } from "../row-set.ts";
import { rowsOf } from "../rows.ts";
import { withLines } from "./sealed-entries.ts";
import { closingHeadRows, entryRows, type LedgerTables, seriesRows } from "./tables.ts";

/** Faults of one kind that are told at once. */
const FAULTS_MAX = 500;

/** What verification looks at, in SQL: rows as they are, by the keys that they should have. */
export function createLedgerInspection(
  { db, dialect }: SqlTransaction<LedgerTables>,
  bookId: BookId,
): LedgerInspection {
  const series = rowsOf(seriesRows, dialect);
  const entries = rowsOf(entryRows, dialect);
  const heads = rowsOf(closingHeadRows, dialect);
  /** Ids have no order on Postgres before 18. */
  const asText = sql.raw(dialect.name === "postgres" ? "::text" : "");
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

    async heads() {
      const { rows } = await sql<Row<typeof closingHeadRows>>`
        select period, society_code, journal, year, number, hash from ledger_closing_heads
        where book_id = ${bookId} order by period, society_code, journal, year`.execute(db);
      return rows.map(heads.decode).map(({ bookId: _, ...head }) => head);
    },

    async months() {
      const { rows } = await sql<InspectedMonth>`
        select substr(accounting_date, 1, 7) as period, count(*) as entries,
          sum(case when status = 'posted' then 1 else 0 end) as posted
        from ledger_entries where book_id = ${bookId} group by substr(accounting_date, 1, 7) order by 1`.execute(db);
      return rows;
    },

    async openings() {
      const headers = await db
        .selectFrom("ledger_entries")
        .select(entries.columns("ledger_entries"))
        .where("book_id", "=", bookId)
        .where(sql<boolean>`carries_forward`)
        .orderBy("year")
        .execute();
      return withLines(db, dialect, bookId, headers);
    },

    async letteringFaults() {
      const { rows } = await sql<{ readonly id: string }>`
        select lettering_group_id${asText} as id from ledger_lines
        where book_id = ${bookId} and lettering_group_id is not null
        group by lettering_group_id
        having min(account_code) <> max(account_code)
          or min(coalesce(auxiliary_code, '')) <> max(coalesce(auxiliary_code, ''))
          or min(lettering_status) <> max(lettering_status)
          or min(coalesce(lettering_code, '')) <> max(coalesce(lettering_code, ''))
          or min(coalesce(lettering_day, '')) <> max(coalesce(lettering_day, ''))
          or (max(lettering_status) = 'full' and (sum(debit_cents) <> sum(credit_cents)
            or sum(case when accounting_date = lettering_day then 1 else 0 end) = 0))
        union
        select max(lettering_group_id${asText}) from ledger_lines
        where book_id = ${bookId} and lettering_code is not null
        group by account_code, auxiliary_code, lettering_code
        having min(lettering_group_id${asText}) <> max(lettering_group_id${asText})
        order by 1 limit ${FAULTS_MAX}`.execute(db);
      return rows.map(({ id }) => id);
    },

    async sourceFaults() {
      const { rows } = await sql<{ readonly id: string }>`
        select reference as id from ledger_entries as entry
        where entry.book_id = ${bookId} and entry.source_id is not null and not exists (
          select 1 from ledger_sources as source where source.book_id = entry.book_id
            and source.source_type = coalesce(entry.source_type, '') and source.source_id = entry.source_id
            and source.source_seq = entry.source_seq and source.entry_id = entry.id
        )
        union all
        select source.entry_id${asText} from ledger_sources as source
        where source.book_id = ${bookId}
          and not exists (select 1 from ledger_entries as entry
            where entry.book_id = source.book_id and entry.id = source.entry_id)
          and not exists (select 1 from ledger_drafts as draft
            where draft.book_id = source.book_id and draft.id = source.entry_id)
        order by 1 limit ${FAULTS_MAX}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}
