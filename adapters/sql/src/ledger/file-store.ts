import { firstDayOfYear, type Instant, lastDayOfYear } from "@cartulary/kernel";
import {
  type BookId,
  type EntryId,
  type FileLine,
  type FileQuery,
  type FileStore,
  OPENING,
  type SealedEntry,
} from "@cartulary/ledger";
import { type RawBuilder, sql } from "kysely";
import { booleanFrom, instantFrom, type StoredBoolean, type StoredInstant } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { valueSet } from "../engine/row-set.ts";
import { mergeSorted, prefetch } from "./merge-iterables.ts";
import { entryRows, type LedgerTables } from "./tables.ts";

/** The maximum number of entries of one journal in a statement. */
const ENTRIES = 500;
/** The maximum number of lines in a statement, unless one entry has more. */
const LINES = 2000;

/**
 * Sealed lines for FEC files, in SQL. Within a journal, the order of a year's file is that of the numbers, because
 * validation times never decrease (`Series.validatedAt`). So each journal is read by number, through its unique index,
 * and the journals are merged: without sorting, and with only one page of each in memory. A range of days is read
 * through the index of days, and merged with the few openings.
 */
export function createFileStore({ db, dialect }: SqlTransaction<LedgerTables>, bookId: BookId): FileStore {
  const headersOf = async (condition: RawBuilder<unknown>): Promise<readonly Header[]> => {
    const { rows } = await sql<Header>`
      select id, society_code as "societyCode", journal, number, reference, accounting_date as "accountingDate",
        document_date as "documentDate", document_reference as "documentReference", validated_at as "validatedAt",
        carries_forward as "carriesForward", lines_count as "linesCount"
      from ledger_entries where book_id = ${bookId} and ${condition}`.execute(db);
    return rows;
  };

  /** Returns the requested journals, then those with numbers that are no longer in the plan. */
  const journalsOf = async ({ societyCode, year, journals }: FileQuery): Promise<readonly string[]> => {
    const numbered = await db
      .selectFrom("ledger_series")
      .select("journal")
      .where("book_id", "=", bookId)
      .where("society_code", "=", societyCode)
      .where("year", "=", year)
      .orderBy("journal")
      .execute();
    return [...new Set([...journals, ...numbered.map(({ journal }) => journal)])];
  };

  const linesOf = async (headers: readonly Header[]): Promise<readonly FileLine[]> => {
    const ids = headers.map(({ id }) => id);
    const { rows } = await sql<LineRow>`
      select entry_id, account_code as "accountCode", account_name as "accountName",
        auxiliary_code as "auxiliaryCode", auxiliary_name as "auxiliaryName", label,
        debit_cents as "debitCents", credit_cents as "creditCents",
        case when lettering_filed_code is not null then lettering_filed_code
          when lettering_in_one_file then lettering_code end as "letteringCode",
        case when lettering_filed_day is not null then lettering_filed_day
          when lettering_in_one_file then lettering_day end as "letteringDay"
      from ledger_lines where book_id = ${bookId} and entry_id in ${valueSet(entryRows, "id", ids, dialect)}
      order by entry_id, line_number`.execute(db);
    const byEntry = Map.groupBy(rows, ({ entry_id }) => entry_id);
    return headers.flatMap((header) => {
      const validatedAt = instantFrom(header.validatedAt);
      return (byEntry.get(header.id) ?? []).map((row) => lineOf(header, row, validatedAt));
    });
  };

  async function* headers(query: FileQuery): AsyncGenerator<Header> {
    const journals = await journalsOf(query);
    // A literal, not a parameter: the partial index of opening entries requires it.
    const isOpening = sql`source_type = ${sql.lit(OPENING)} and accounting_date = ${firstDayOfYear(query.year)}`;
    const ofFile = sql`society_code = ${query.societyCode} and year = ${query.year}`;
    const openings = (await headersOf(sql`${ofFile} and ${isOpening}`)).toSorted(byFileOrder(journals));
    yield* openings;
    const openingIds = new Set(openings.map(({ id }) => id));
    const sources = journals.map((journal) => (last: Header | null) => {
      const numbered = sql`journal = ${journal} and number > ${last?.number ?? 0}`;
      return headersOf(sql`${ofFile} and ${numbered} order by number limit ${ENTRIES}`);
    });
    for await (const header of mergeSorted(sources, validated)) if (!openingIds.has(header.id)) yield header;
  }

  function headersByDay(year: number | null): AsyncGenerator<Header> {
    const [inYear, inDays] = year === null ? [sql`true`, sql`true`] : [sql`year = ${year}`, daysOf(year)];
    const byDay = sql`order by accounting_date, id`;
    // Without a condition on days: the index of openings has no day, and the index of days would be read to its end.
    const openings = async (last: Header | null) =>
      last ? [] : headersOf(sql`${inYear} and source_type = ${sql.lit(OPENING)} ${byDay}`);
    const isOther = sql`(source_type is null or source_type <> ${sql.lit(OPENING)})`;
    const others = (last: Header | null) =>
      headersOf(sql`${inDays} and ${isAfter(last)} and ${isOther} ${byDay} limit ${ENTRIES}`);
    return mergeSorted([openings, others], dayNumber);
  }

  async function* batches(headers: AsyncIterable<Header>): AsyncGenerator<readonly FileLine[]> {
    let [batch, count]: [Header[], number] = [[], 0];
    for await (const header of headers) {
      if (count + header.linesCount > LINES && batch.length > 0) {
        yield await linesOf(batch);
        [batch, count] = [[], 0];
      }
      batch.push(header);
      count += header.linesCount;
    }
    if (batch.length > 0) yield await linesOf(batch);
  }

  return {
    lines: (query) => prefetch(batches(headers(query))),
    linesByDay: (year) => prefetch(batches(headersByDay(year))),
  };
}

/** The columns of an entry that each of its lines repeats in the file. */
interface Header
  extends Pick<
    SealedEntry,
    "id" | "societyCode" | "journal" | "number" | "reference" | "accountingDate" | "documentDate" | "documentReference"
  > {
  readonly validatedAt: StoredInstant;
  readonly carriesForward: StoredBoolean;
  readonly linesCount: number;
}

/** A line without the columns of its entry. */
type LineRow = Omit<FileLine, keyof Header> & { readonly entry_id: EntryId };

function lineOf(header: Header, row: LineRow, validatedAt: Instant): FileLine {
  return {
    societyCode: header.societyCode,
    journal: header.journal,
    reference: header.reference,
    accountingDate: header.accountingDate,
    documentDate: header.documentDate,
    documentReference: header.documentReference,
    validatedAt,
    carriesForward: booleanFrom(header.carriesForward),
    accountCode: row.accountCode,
    accountName: row.accountName,
    auxiliaryCode: row.auxiliaryCode,
    auxiliaryName: row.auxiliaryName,
    label: row.label,
    debitCents: row.debitCents,
    creditCents: row.creditCents,
    letteringCode: row.letteringCode,
    letteringDay: row.letteringDay,
  };
}

/** In milliseconds on both engines; numbers compare faster than texts. */
const validated = ({ validatedAt }: Header): number => validatedAt as unknown as number;

const daysOf = (year: number): RawBuilder<unknown> =>
  sql`accounting_date >= ${firstDayOfYear(year)} and accounting_date <= ${lastDayOfYear(year)}`;

/** The date is also compared separately, so that the index of days is used. */
const isAfter = (last: Header | null): RawBuilder<unknown> =>
  last === null
    ? sql`true`
    : sql`accounting_date >= ${last.accountingDate} and (accounting_date, id) > (${last.accountingDate}, ${last.id})`;

const dayNumber = ({ accountingDate }: Header): number => Date.parse(accountingDate);

const byFileOrder = (journals: readonly string[]) => (one: Header, other: Header) =>
  validated(one) - validated(other) ||
  journals.indexOf(one.journal) - journals.indexOf(other.journal) ||
  one.number - other.number;
