import {
  type BookId,
  CENTS_MAX,
  type EntryId,
  type LedgerInspection,
  LINE_CENTS_MAX,
  type MonthIntegrityRow,
  type SealedEntry,
} from "@cartulary/ledger";
import { type RawBuilder, sql } from "kysely";
import type { Row } from "../engine/columns.ts";
import { instantFrom, type StoredInstant } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { valueSet } from "../engine/row-set.ts";
import { AUXILIARY, withLines } from "./entry-lines.ts";
import { closingHeadRows, entryRows, type LedgerTables, seriesRows } from "./tables.ts";

/** The maximum number of violations of one kind in a result. */
const FAULTS_MAX = 500;

type StoredMonth = Omit<MonthIntegrityRow, "lastValidatedAt" | "firstUpdatedAt"> &
  Readonly<Record<"lastValidatedAt" | "firstUpdatedAt", StoredInstant>>;

/** Ends a correlated subquery. Postgres would turn it into a join, and read a whole book that it estimates as empty. */
const LOOKED_UP = sql`limit 1 offset 0`;

/** Reads rows for verification, in SQL: unchanged, and by the keys that they should have. */
export function createLedgerInspection(
  { db, dialect }: SqlTransaction<LedgerTables>,
  bookId: BookId,
): LedgerInspection {
  const series = rowsOf(seriesRows, dialect);
  const entries = rowsOf(entryRows, dialect);
  const heads = rowsOf(closingHeadRows, dialect);
  const leftLookup = (table: string, alias: string, condition: RawBuilder<unknown>) =>
    dialect.lookup("left", { table: sql.table(table), as: alias, on: condition });
  /** Returns the entries whose header differs from their lines in the date or in the number of lines. */
  async function entriesUnlikeLines(found: readonly SealedEntry[]): Promise<ReadonlySet<EntryId>> {
    if (found.length === 0) return new Set();
    const ids = found.map(({ id }) => id);
    const { rows } = await sql<{ readonly id: EntryId }>`
      select entry.id
      from ledger_entries as entry
        ${leftLookup("ledger_lines", "line", sql`line.book_id = entry.book_id and line.entry_id = entry.id`)}
      where entry.book_id = ${bookId} and ${dialect.inSet("entry.id", valueSet(entryRows, "id", ids, dialect))}
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
            and series.year = numbered.year ${LOOKED_UP}
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
      const stray = await entriesUnlikeLines(found);
      return found.map((entry) => ({ ...entry, rowsAgree: !stray.has(entry.id) }));
    },

    async heads() {
      const { rows } = await sql<Row<typeof closingHeadRows>>`
        select period, society_code, journal, year, number, hash from ledger_closing_heads
        where book_id = ${bookId} order by period, society_code, journal, year`.execute(db);
      return rows.map(heads.decode).map(({ bookId: _, ...head }) => head);
    },

    async amountFaults() {
      const { rows } = await sql<{ readonly id: string }>`
        select distinct entry.reference as id from ledger_entries as entry
          ${leftLookup("ledger_lines", "line", sql`line.book_id = entry.book_id and line.entry_id = entry.id`)}
        where entry.book_id = ${bookId} and (entry.total_cents > ${CENTS_MAX}
          or line.debit_cents > ${CENTS_MAX} or line.credit_cents > ${CENTS_MAX}
          or (not entry.carries_forward
            and (line.debit_cents > ${LINE_CENTS_MAX} or line.credit_cents > ${LINE_CENTS_MAX})))
        order by 1 limit ${FAULTS_MAX}`.execute(db);
      return rows.map(({ id }) => id);
    },

    async months() {
      const { rows } = await sql<StoredMonth>`
        select substr(accounting_date, 1, 7) as period, society_code as "societyCode", journal, count(*) as entries,
          sum(case when status = 'posted' then 1 else 0 end) as posted,
          max(validated_at) as "lastValidatedAt", min(updated_at) as "firstUpdatedAt"
        from ledger_entries where book_id = ${bookId}
        group by substr(accounting_date, 1, 7), society_code, journal order by 1, 2, 3`.execute(db);
      return rows.map(({ lastValidatedAt, firstUpdatedAt, ...month }) => ({
        ...month,
        lastValidatedAt: instantFrom(lastValidatedAt),
        firstUpdatedAt: instantFrom(firstUpdatedAt),
      }));
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
        with lettered as (
          select ${dialect.idText(sql.ref("line.lettering_group_id"))} as id, line.account_code, coalesce(line.auxiliary_code, '') as auxiliary,
            line.lettering_status as status, coalesce(line.lettering_code, '') as code, line.debit_cents, line.credit_cents,
            coalesce(line.lettering_day, '') as day, case when line.lettering_in_one_file then 1 else 0 end as in_one_file,
            substr(line.accounting_date, 1, 4) as year, entry.society_code, line.accounting_date, line.lettering_filed_code,
            row_number() over (partition by line.lettering_group_id
              order by entry.validated_at desc, line.accounting_date desc) as place,
            coalesce(book.closed_through, '') as closed_through
          from ledger_lines as line
            join ledger_entries as entry on entry.book_id = line.book_id and entry.id = line.entry_id
            join ledger_books as book on book.id = line.book_id
          where line.book_id = ${bookId} and line.lettering_group_id is not null
        )
        select id from lettered group by id
        having min(account_code) <> max(account_code) or min(auxiliary) <> max(auxiliary)
          or min(status) <> max(status) or min(code) <> max(code) or min(day) <> max(day)
          or min(in_one_file) <> max(in_one_file)
          or sum(case when lettering_filed_code is not null and closed_through < year || '-12' then 1 else 0 end) > 0
          or (max(status) = 'full' and (sum(debit_cents) <> sum(credit_cents)
            or max(case when place = 1 then accounting_date end) <> max(day)
            or (max(in_one_file) = 1 and (min(year) <> max(year) or min(society_code) <> max(society_code)))
            or (max(in_one_file) = 0 and min(year) = max(year) and min(society_code) = max(society_code)
              and max(closed_through) < max(year) || '-12')))
        union
        select max(${dialect.idText(sql.ref("lettering_group_id"))}) from ledger_lines
        where book_id = ${bookId} and lettering_code is not null
        group by account_code, auxiliary_code, lettering_code
        having min(${dialect.idText(sql.ref("lettering_group_id"))}) <> max(${dialect.idText(sql.ref("lettering_group_id"))})
        union
        select line.account_code || coalesce(' ' || line.auxiliary_code, '') from ledger_lines as line
          join ledger_books as book on book.id = line.book_id
        where line.book_id = ${bookId} and line.lettering_group_id is null and line.lettering_filed_code is not null
          and coalesce(book.closed_through, '') < substr(line.accounting_date, 1, 4) || '-12'
        order by 1 limit ${FAULTS_MAX}`.execute(db);
      return rows.map(({ id }) => id);
    },

    async letterSeriesFaults() {
      const { rows } = await sql<{ readonly id: string }>`
        select distinct line.account_code || coalesce(' ' || line.auxiliary_code, '') as id from ledger_lines as line
          ${leftLookup(
            "ledger_letter_series",
            "series",
            sql`series.book_id = line.book_id and series.account_code = line.account_code
              and series.auxiliary_code = ${AUXILIARY}`,
          )}
        where line.book_id = ${bookId} and line.lettering_code is not null
          and (series.last is null or length(series.last) < length(line.lettering_code)
            or (length(series.last) = length(line.lettering_code) and series.last < line.lettering_code))
        order by 1 limit ${FAULTS_MAX}`.execute(db);
      return rows.map(({ id }) => id);
    },

    async accountFaults() {
      const { rows } = await sql<{ readonly id: string }>`
        select distinct line.account_code as id from ledger_lines as line
          ${leftLookup("ledger_accounts", "account", sql`account.book_id = line.book_id and account.code = line.account_code`)}
        where line.book_id = ${bookId} and (account.name is null or account.name <> line.account_name)
        union
        select distinct line.auxiliary_code from ledger_lines as line
          ${leftLookup(
            "ledger_auxiliaries",
            "auxiliary",
            sql`auxiliary.book_id = line.book_id and auxiliary.code = line.auxiliary_code`,
          )}
        where line.book_id = ${bookId} and line.auxiliary_code is not null and auxiliary.code is null
        order by 1 limit ${FAULTS_MAX}`.execute(db);
      return rows.map(({ id }) => id);
    },

    async orphanLines() {
      const { rows } = await sql<{ readonly id: string }>`
        select distinct ${dialect.idText(sql.ref("line.entry_id"))} as id from ledger_lines as line
          ${leftLookup("ledger_entries", "entry", sql`entry.book_id = line.book_id and entry.id = line.entry_id`)}
        where line.book_id = ${bookId} and entry.id is null
        order by 1 limit ${FAULTS_MAX}`.execute(db);
      return rows.map(({ id }) => id);
    },

    async sourceFaults() {
      const { rows } = await sql<{ readonly id: string }>`
        select reference as id from ledger_entries as entry
        where entry.book_id = ${bookId} and entry.source_id is not null and not exists (
          select 1 from ledger_sources as source where source.book_id = entry.book_id
            and source.source_type = coalesce(entry.source_type, '') and source.source_id = entry.source_id
            and source.source_seq = entry.source_seq and source.entry_id = entry.id ${LOOKED_UP}
        )
        union all
        select ${dialect.idText(sql.ref("source.entry_id"))} from ledger_sources as source
        where source.book_id = ${bookId}
          and not exists (select 1 from ledger_entries as entry
            where entry.book_id = source.book_id and entry.id = source.entry_id ${LOOKED_UP})
          and not exists (select 1 from ledger_drafts as draft
            where draft.book_id = source.book_id and draft.id = source.entry_id ${LOOKED_UP})
        order by 1 limit ${FAULTS_MAX}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}
