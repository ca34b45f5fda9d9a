import type { Day } from "@cartulary/kernel";
import {
  type BookId,
  type FecLettering,
  type LetterableLine,
  type LetteringStore,
  type LetterSeries,
  type LineLettering,
  type Subaccount,
  ZERO,
} from "@cartulary/ledger";
import { type RawBuilder, sql } from "kysely";
import type { Row } from "../engine/columns.ts";
import { booleanFrom, type Dialect, instantFrom, type StoredBoolean, type StoredInstant } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { insertOf, rowSet, valueSet } from "../engine/row-set.ts";
import { AUXILIARY, letteringOf, NO_AUXILIARY, type StoredLettering } from "./entry-lines.ts";
import { sumFrom, sumOf } from "./sums.ts";
import { type LedgerTables, letterSeriesRows, lineRows } from "./tables.ts";

export function createLetteringStore({ db, dialect }: SqlTransaction<LedgerTables>, bookId: BookId): LetteringStore {
  const linesOf = async (wanted: RawBuilder<unknown>, order = sql``): Promise<readonly LetterableLine[]> => {
    const { rows } = await sql<LineRow>`
      select line.id, line.entry_id as "entryId", line.account_code as "accountCode",
        line.auxiliary_code as "auxiliaryCode", line.debit_cents as "debitCents", line.credit_cents as "creditCents",
        line.lettering_status as "letteringStatus", line.lettering_group_id as "letteringGroupId",
        line.lettering_code as "letteringCode", line.lettering_day as "letteringDay",
        line.lettering_in_one_file as "letteringInOneFile", line.lettering_filed_code as "letteringFiledCode",
        line.lettering_filed_day as "letteringFiledDay", entry.society_code as "societyCode",
        entry.accounting_date as "accountingDate", entry.validated_at as "validatedAt"
      from ${linesWithEntries(bookId, wanted, dialect)} ${order}`.execute(db);
    return rows.map(lineOf);
  };
  const subaccountRows = (subaccounts: readonly Subaccount[]) =>
    sql`(${rowSet(letterSeriesRows, KEY, subaccounts.map(keyOf), dialect)}) as requested`;
  // The unlettered lines of a requested subaccount. The index of unlettered lines contains all these columns: lines
  // that are carried forward are excluded by their few entries, not by a column.
  const unlettered = {
    table: sql`ledger_lines`,
    as: "line",
    on: sql`line.book_id = ${bookId} and line.account_code = requested.account_code
      and ${AUXILIARY} = requested.auxiliary_code and line.lettering_status = 'none'
      and line.entry_id not in (select id from ledger_entries where book_id = ${bookId} and carries_forward)`,
  };

  const series = rowsOf(letterSeriesRows, dialect);
  const seriesOf = ({ accountCode, auxiliaryCode, last }: LetterSeries) =>
    series.encode({ bookId, accountCode, auxiliaryCode: auxiliaryCode ?? NO_AUXILIARY, last });

  /** Locks existing series and returns their last letters by name. */
  async function lockBegun(keys: readonly SeriesKey[]): Promise<ReadonlyMap<string, string | null>> {
    if (keys.length === 0) return new Map();
    const found = await db
      .selectFrom("ledger_letter_series")
      .selectAll()
      .where("book_id", "=", bookId)
      .where(sql<boolean>`(account_code, auxiliary_code) in (${rowSet(letterSeriesRows, KEY, keys, dialect)})`)
      .orderBy("account_code")
      .orderBy("auxiliary_code")
      .modifyEnd(dialect.forUpdate)
      .execute();
    return new Map(found.map((row) => [nameOf(row), row.last]));
  }

  return {
    async lock(subaccounts) {
      if (subaccounts.length === 0) return [];
      const begun = subaccounts
        .map((subaccount) => seriesOf({ ...subaccount, last: null }))
        .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
      const { rows: inserted } = await sql<SeriesKey>`${insertOf(letterSeriesRows, begun, dialect)}
        on conflict (book_id, account_code, auxiliary_code) do nothing
        returning account_code, auxiliary_code`.execute(db);
      const own = new Set(inserted.map(nameOf));
      const byName = await lockBegun(begun.filter((row) => !own.has(nameOf(row))));
      return subaccounts.map(({ accountCode, auxiliaryCode }) => {
        const last = byName.get(nameOf(keyOf({ accountCode, auxiliaryCode }))) ?? null;
        return { accountCode, auxiliaryCode, last };
      });
    },

    async update(changed) {
      if (changed.length === 0) return;
      const rows = rowSet(letterSeriesRows, [...KEY, "last"], changed.map(seriesOf), dialect);
      await sql`with requested as materialized (${rows})
        update ledger_letter_series set last = requested.last from requested
        where ledger_letter_series.book_id = ${bookId}
          and ledger_letter_series.account_code = requested.account_code
          and ledger_letter_series.auxiliary_code = requested.auxiliary_code`.execute(db);
    },

    lines: (ids) => linesOf(linesOfEach(bookId, "id", ids, dialect)),

    async ofEntries(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<LetteredRow>`
        select line.id, line.lettering_status as "letteringStatus", line.lettering_group_id as "letteringGroupId",
          line.lettering_code as "letteringCode", line.lettering_day as "letteringDay",
          line.lettering_in_one_file as "letteringInOneFile", line.lettering_filed_code as "letteringFiledCode",
          line.lettering_filed_day as "letteringFiledDay"
        from ${linesOfEach(bookId, "entry_id", ids, dialect)}
        where line.lettering_status <> 'none' or line.lettering_filed_code is not null`.execute(db);
      return rows.map((row) => ({ lineId: row.id, ...letteredFrom(row) }));
    },

    groups: (ids) => linesOf(linesOfEach(bookId, "lettering_group_id", ids, dialect)),

    unlettered: (subaccounts) =>
      linesOf(
        linesOfThese(
          bookId,
          "id",
          sql`(select line.id from ${subaccountRows(subaccounts)} ${dialect.lookup("cross", { ...unlettered, columns: ["id"] })})`,
          dialect,
        ),
        sql`order by entry.validated_at, entry.reference, line.line_number, entry.id`,
      ),

    async unletteredBalances(subaccounts) {
      if (subaccounts.length === 0) return [];
      const { rows } = await sql<BalanceRow>`
        select account_code, auxiliary_code, (
          select ${sumOf(sql`line.debit_cents - line.credit_cents`)} || ' ' || count(*)
          from ledger_lines as line where ${unlettered.on}
        ) as summed
        from ${subaccountRows(subaccounts)}`.execute(db);
      const byName = new Map(rows.map((row) => [nameOf(row), unletteredFrom(row)]));
      return subaccounts.map((each) => byName.get(nameOf(keyOf(each))) ?? NOTHING);
    },

    async set(letterings, at) {
      if (letterings.length === 0) return;
      const change = changeOf(bookId, letterings, dialect);
      if (at === null) {
        await sql`${change.requested} ${change.made}`.execute(db);
        return;
      }
      // Entries written at this instant already have this time.
      const now = dialect.instant(at);
      const ids = letterings.map(({ lineId }) => lineId);
      await dialect.updateWithParents(db, {
        sets: change.requested,
        update: change.made,
        table: "ledger_lines",
        parentId: "entry_id",
        updated: sql`book_id = ${bookId} and id in ${valueSet(lineRows, "id", ids, dialect)}`,
        parents: {
          table: "ledger_entries",
          where: sql`book_id = ${bookId} and updated_at <> ${now}`,
          set: sql`updated_at = ${now}`,
        },
      });
    },
  };
}

/** The requested letterings and the update. Materialized: otherwise SQLite evaluates the request for every line. */
const changeOf = (bookId: BookId, letterings: readonly LineLettering[], dialect: Dialect) => ({
  requested: sql`with requested as materialized (${letteringRows(letterings, dialect)})`,
  made: sql`update ledger_lines set lettering_status = requested.lettering_status,
    lettering_group_id = requested.lettering_group_id, lettering_code = requested.lettering_code,
    lettering_day = requested.lettering_day, lettering_in_one_file = requested.lettering_in_one_file,
    lettering_filed_code = requested.lettering_filed_code, lettering_filed_day = requested.lettering_filed_day
    from requested where ledger_lines.book_id = ${bookId} and ledger_lines.id = requested.id`,
});

/** Selects the lines with one of these values in an indexed column. */
const linesOfEach = <Column extends "id" | "entry_id" | "lettering_group_id">(
  bookId: BookId,
  column: Column,
  values: readonly Row<typeof lineRows>[Column][],
  dialect: Dialect,
) => linesOfThese(bookId, column, valueSet(lineRows, column, [...new Set(values)], dialect), dialect);

/** Selects the lines with one of the values of a query; each line once. */
const linesOfThese = (bookId: BookId, column: string, values: RawBuilder<unknown>, dialect: Dialect) =>
  sql`(${dialect.rowsByValue({
    table: sql`ledger_lines`,
    columns: sql`*`,
    column,
    values,
    where: sql`book_id = ${bookId}`,
  })}) as line`;

/** Joins the lines with their entries. */
const linesWithEntries = (bookId: BookId, lines: RawBuilder<unknown>, dialect: Dialect) =>
  sql`${lines} ${dialect.lookup("inner", {
    table: sql`ledger_entries`,
    as: "entry",
    on: sql`entry.book_id = ${bookId} and entry.id = line.entry_id`,
  })}`;

const KEY = ["account_code", "auxiliary_code"] as const;

const keyOf = ({ accountCode, auxiliaryCode }: Subaccount) => ({
  account_code: accountCode,
  auxiliary_code: auxiliaryCode ?? NO_AUXILIARY,
});

type BalanceRow = ReturnType<typeof keyOf> & { readonly summed: string };

/** Splits the sum of a row and the number of lines, which follows it. */
const unletteredFrom = ({ summed }: BalanceRow) => ({
  balanceCents: sumFrom(summed),
  linesCount: Number.parseInt(summed.slice(summed.lastIndexOf(" ")), 10),
});

const NOTHING = { balanceCents: ZERO, linesCount: 0 };

type SeriesKey = Pick<Row<typeof letterSeriesRows>, (typeof KEY)[number]>;

/** The text key of a series, in the order of {@link KEY}. */
const nameOf = ({ account_code, auxiliary_code }: SeriesKey): string => JSON.stringify([account_code, auxiliary_code]);

const LETTERING = [
  "id",
  "lettering_status",
  "lettering_group_id",
  "lettering_code",
  "lettering_day",
  "lettering_in_one_file",
  "lettering_filed_code",
  "lettering_filed_day",
] as const;

const letteringRows = (letterings: readonly LineLettering[], dialect: Dialect) =>
  rowSet(
    lineRows,
    LETTERING,
    letterings.map(({ lineId, lettering, fecLettering: filed }) => ({
      id: lineId,
      lettering_status: lettering.status,
      lettering_group_id: lettering.groupId,
      lettering_code: lettering.code,
      lettering_day: lettering.day,
      lettering_in_one_file: dialect.boolean(lettering.inOneFile),
      lettering_filed_code: filed?.code ?? null,
      lettering_filed_day: filed?.day ?? null,
    })),
    dialect,
  );

/** A line with its entry's columns, as returned by the drivers. */
interface LineRow extends Omit<LetterableLine, "validatedAt" | "lettering" | "fecLettering">, Omit<LetteredRow, "id"> {
  readonly validatedAt: StoredInstant;
}

/** The lettering columns of a line's row. */
interface LetteredRow extends Pick<LetterableLine, "id">, Omit<StoredLettering, "letteringInOneFile"> {
  readonly letteringInOneFile: StoredBoolean;
  readonly letteringFiledCode: string | null;
  readonly letteringFiledDay: Day | null;
}

const fecLetteringOf = ({ letteringFiledCode, letteringFiledDay }: LetteredRow): FecLettering | null =>
  letteringFiledCode !== null && letteringFiledDay !== null
    ? { code: letteringFiledCode, day: letteringFiledDay }
    : null;

function lineOf(row: LineRow): LetterableLine {
  return {
    id: row.id,
    entryId: row.entryId,
    accountCode: row.accountCode,
    auxiliaryCode: row.auxiliaryCode,
    societyCode: row.societyCode,
    accountingDate: row.accountingDate,
    validatedAt: instantFrom(row.validatedAt),
    debitCents: row.debitCents,
    creditCents: row.creditCents,
    ...letteredFrom(row),
  };
}

const letteredFrom = (row: LetteredRow): Pick<LetterableLine, "lettering" | "fecLettering"> => ({
  lettering: letteringOf({ ...row, letteringInOneFile: booleanFrom(row.letteringInOneFile) }),
  fecLettering: fecLetteringOf(row),
});
