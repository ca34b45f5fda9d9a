import {
  type AccountLine,
  type AccountRange,
  type BalanceStore,
  type BookId,
  type LineCursor,
  type LineWithCursor,
  type Movement,
  type Range,
  type SubaccountBalance,
  ZERO,
} from "@cartulary/ledger";
import { type RawBuilder, sql } from "kysely";
import { type Dialect, instantFrom, type StoredInstant } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { sumFrom, sumOf } from "./sums.ts";
import type { LedgerTables } from "./tables.ts";

/** Sums and lists of sealed lines in SQL. Text is sorted by bytes. */
export function createBalanceStore({ db, dialect }: SqlTransaction<LedgerTables>, bookId: BookId): BalanceStore {
  const linesOf = (range: Range) => sql`ledger_lines as line
    join ledger_entries as entry on entry.book_id = line.book_id and entry.id = line.entry_id
    where line.book_id = ${bookId} and ${days("line", range)} and ${within(dialect, range)}`;
  const linesOn = ({ accountCode, auxiliaryCode, ...range }: AccountRange) =>
    sql`${linesOf(range)} and line.account_code = ${accountCode}
      ${auxiliaryCode === null ? sql`` : sql`and line.auxiliary_code = ${auxiliaryCode}`}`;

  /** Lines without those of entries that carry balances forward. */
  const movedOn = (account: AccountRange) =>
    sql`${linesOn(account)} and entry.carries_forward = ${dialect.boolean(false)}`;

  /** Selects the columns of {@link Subaccount} and the names, with sums of the lines of each. */
  const bySubaccount = (range: Range, sums: RawBuilder<unknown>, columns: RawBuilder<unknown>) => sql`
    select moved.account_code as "accountCode", account.name as "accountName",
      moved.auxiliary_code as "auxiliaryCode", auxiliary.name as "auxiliaryName", ${columns}
    from (
      select line.account_code, line.auxiliary_code, ${sums}
      from ${linesOf(range)} group by line.account_code, line.auxiliary_code
    ) as moved
    join ledger_accounts as account on account.book_id = ${bookId} and account.code = moved.account_code
    left join ledger_auxiliaries as auxiliary
      on auxiliary.book_id = ${bookId} and auxiliary.code = moved.auxiliary_code
    order by moved.account_code, moved.auxiliary_code nulls first`;

  return {
    async movements(range) {
      const columns = sql`moved.debit as "debitCents", moved.credit as "creditCents"`;
      const { rows } = await sql<Stored<Movement>>`${bySubaccount(range, SIDES, columns)}`.execute(db);
      return rows.map((row) => ({
        ...row,
        debitCents: sumFrom(row.debitCents),
        creditCents: sumFrom(row.creditCents),
      }));
    },

    async balances(range) {
      const columns = sql`moved.balance as "balanceCents"`;
      const { rows } = await sql<Stored<SubaccountBalance>>`${bySubaccount(range, BALANCE, columns)}`.execute(db);
      return rows.map((row) => ({ ...row, balanceCents: sumFrom(row.balanceCents) }));
    },

    async societies(range) {
      const { rows } = await sql<{ readonly societyCode: string }>`
        select distinct entry.society_code as "societyCode" from ledger_entries as entry
        where entry.book_id = ${bookId} and ${days("entry", range)} and ${within(dialect, range)}
        order by 1`.execute(db);
      return rows.map(({ societyCode }) => societyCode);
    },

    async lines(range) {
      const { rows } = await sql<AccountLine>`
        select line.entry_id as "entryId", line.accounting_date as "date", entry.journal, entry.reference,
          line.auxiliary_code as "auxiliaryCode", line.label,
          line.debit_cents as "debitCents", line.credit_cents as "creditCents", line.lettering_code as "letteringCode"
        from ${linesOn(range)}
        order by line.accounting_date, entry.validated_at, entry.reference, line.line_number, entry.id`.execute(db);
      return rows;
    },

    async balance(range) {
      const { rows } = await sql<{ readonly balance: string }>`select ${BALANCE} from ${linesOn(range)}`.execute(db);
      const [row] = rows;
      return row ? sumFrom(row.balance) : ZERO;
    },

    async page(range, after, limit) {
      const { rows } = await sql<LineWithCursorRow>`
        select line.entry_id as "entryId", line.accounting_date as "date", entry.journal, entry.reference,
          line.auxiliary_code as "auxiliaryCode", line.label,
          line.debit_cents as "debitCents", line.credit_cents as "creditCents", line.lettering_code as "letteringCode",
          entry.society_code as "societyCode", entry.number, entry.validated_at as "validatedAt",
          line.line_number as "lineNumber"
        from ${movedOn(range)} and ${isAfter(dialect, after)}
        order by line.accounting_date, entry.validated_at, entry.reference, line.line_number, entry.id
        limit ${limit}`.execute(db);
      return rows.map((row) => ({ ...row, validatedAt: instantFrom(row.validatedAt) }));
    },

    async turnover(range) {
      const { rows } = await sql<Record<"debit" | "credit", string>>`select ${SIDES} from ${movedOn(range)}`.execute(
        db,
      );
      const [row] = rows;
      return { debitCents: row ? sumFrom(row.debit) : ZERO, creditCents: row ? sumFrom(row.credit) : ZERO };
    },
  };
}

type LineWithCursorRow = Omit<LineWithCursor, "validatedAt"> & { readonly validatedAt: StoredInstant };

/** The date is also compared separately, so that the index of an account's lines is used. */
function isAfter(dialect: Dialect, after: LineCursor | null): RawBuilder<unknown> {
  if (after === null) return sql`true`;
  const { date, validatedAt, reference, lineNumber, entryId } = after;
  return sql`line.accounting_date >= ${date}
    and (line.accounting_date, entry.validated_at, entry.reference, line.line_number, entry.id)
      > (${date}, ${dialect.instant(validatedAt)}, ${reference}, ${lineNumber}, ${entryId})`;
}

/** A record whose amounts are in the format of {@link sumOf}. */
type Stored<Sums> = {
  readonly [Name in keyof Sums]: Name extends `${string}Cents` ? string : Sums[Name];
};

const SIDES: RawBuilder<unknown> = sql`${sumOf(sql`line.debit_cents`)} as debit, ${sumOf(sql`line.credit_cents`)} as credit`;
const BALANCE: RawBuilder<unknown> = sql`${sumOf(sql`line.debit_cents - line.credit_cents`)} as balance`;

/** The condition of a date range. Lines contain the date of their entry, for the index of an account's lines. */
function days(of: "line" | "entry", { from, to }: Range): RawBuilder<unknown> {
  const day = sql.ref(`${of}.accounting_date`);
  return sql`${from === null ? sql`true` : sql`${day} >= ${from}`} and ${to === null ? sql`true` : sql`${day} <= ${to}`}`;
}

/** The society's entries; of those that carry balances forward, only those of the first day ({@link Range}). */
function within(dialect: Dialect, { from, societyCode }: Range): RawBuilder<unknown> {
  const carries = sql`entry.carries_forward = ${dialect.boolean(true)}`;
  return sql`not (${carries} ${from === null ? sql`` : sql`and entry.accounting_date <> ${from}`})
    ${societyCode === undefined ? sql`` : sql`and entry.society_code = ${societyCode}`}`;
}
