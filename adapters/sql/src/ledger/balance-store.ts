import {
  type AccountLine,
  type AccountRange,
  type BalanceStore,
  type BookId,
  counted,
  type Movement,
  type Range,
} from "@cartulary/ledger";
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../dialect.ts";
import type { SqlTransaction } from "../module.ts";
import type { LedgerTables } from "./tables.ts";

/** Sums and listings over sealed lines in SQL. Text is ordered by its bytes. */
export function createBalanceStore({ db, dialect }: SqlTransaction<LedgerTables>, bookId: BookId): BalanceStore {
  const linesOf = (range: Range) => sql`ledger_lines as line
    join ledger_entries as entry on entry.book_id = line.book_id and entry.id = line.entry_id
    where line.book_id = ${bookId} and ${days("line", range)} and ${within(dialect, range)}`;
  const linesOn = ({ accountCode, auxiliaryCode, ...range }: AccountRange) =>
    sql`${linesOf(range)} and line.account_code = ${accountCode}
      ${auxiliaryCode === null ? sql`` : sql`and line.auxiliary_code = ${auxiliaryCode}`}`;

  return {
    async movements(range) {
      const { rows } = await sql<Omit<Movement, keyof Sums> & Sums>`
        select moved.account_code as "accountCode", account.name as "accountName",
          moved.auxiliary_code as "auxiliaryCode", auxiliary.name as "auxiliaryName",
          moved.debit_cents as "debitCents", moved.credit_cents as "creditCents"
        from (
          select line.account_code, line.auxiliary_code, ${sums}
          from ${linesOf(range)} group by line.account_code, line.auxiliary_code
        ) as moved
        join ledger_accounts as account on account.book_id = ${bookId} and account.code = moved.account_code
        left join ledger_auxiliaries as auxiliary
          on auxiliary.book_id = ${bookId} and auxiliary.code = moved.auxiliary_code
        order by moved.account_code, moved.auxiliary_code nulls first`.execute(db);
      return rows.map((row) => ({ ...row, ...exact(row) }));
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

    async total(range) {
      const { rows } = await sql<Sums>`
        select moved.debit_cents as "debitCents", moved.credit_cents as "creditCents"
        from (select ${sums} from ${linesOn(range)}) as moved`.execute(db);
      return exact(rows[0]);
    },
  };
}

interface Sums {
  readonly debitCents: string;
  readonly creditCents: string;
}

/** As text: a driver gives no number that is too large, and it is for the core to refuse it. */
const sums: RawBuilder<unknown> = sql`cast(coalesce(sum(line.debit_cents), 0) as text) as debit_cents,
  cast(coalesce(sum(line.credit_cents), 0) as text) as credit_cents`;

/** 422 for sums that are too large. */
const exact = (sums: Sums | undefined): Pick<Movement, "debitCents" | "creditCents"> => ({
  debitCents: counted(BigInt(sums?.debitCents ?? 0)),
  creditCents: counted(BigInt(sums?.creditCents ?? 0)),
});

/** The days of a range. Lines have their entry's day, so that the index of an account's lines knows it. */
function days(of: "line" | "entry", { from, to }: Range): RawBuilder<unknown> {
  const day = sql.ref(`${of}.accounting_date`);
  return sql`${from === null ? sql`true` : sql`${day} >= ${from}`} and ${to === null ? sql`true` : sql`${day} <= ${to}`}`;
}

/** Entries of the society asked for; of those that carry balances forward, those of the first day only: see {@link Range}. */
function within(dialect: Dialect, { from, societyCode }: Range): RawBuilder<unknown> {
  const carries = sql`entry.carries_forward = ${dialect.boolean(true)}`;
  return sql`not (${carries} ${from === null ? sql`` : sql`and entry.accounting_date <> ${from}`})
    ${societyCode === undefined ? sql`` : sql`and entry.society_code = ${societyCode}`}`;
}
