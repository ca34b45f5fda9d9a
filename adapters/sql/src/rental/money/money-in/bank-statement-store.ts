import type { Day } from "@cartulary/kernel";
import { type Cents, minus } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import {
  type BankStatement,
  type BankStatementStore,
  bankStatementListing,
  type Reconciliation,
  reconcile,
  type StatementBefore,
  UNEXPLAINED_MAX,
  type Unexplained,
} from "@cartulary/rental/money";
import { type RawBuilder, sql } from "kysely";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertOf, rowSet } from "../../../engine/row-set.ts";
import { sumFrom, sumOf } from "../../../ledger/sums.ts";
import { type Columns, columnsOf } from "../../../records/listing.ts";
import { pageOf } from "../../../records/pages.ts";
import { bankStatementRows, type MoneyInTables } from "./tables.ts";

const columns: Columns<keyof typeof bankStatementListing.fields> = {
  ...columnsOf(bankStatementListing, bankStatementRows),
  from: { ref: "bank_statements.from_day", nullable: false },
  to: { ref: "bank_statements.to_day", nullable: false },
  openingBalance: { ref: "bank_statements.opening_cents", nullable: true },
  closingBalance: { ref: "bank_statements.closing_cents", nullable: true },
};

export function createBankStatementStore(
  { db, dialect }: SqlTransaction<MoneyInTables>,
  mandataireId: MandataireId,
): BankStatementStore {
  const rows = rowsOf(bankStatementRows, dialect);
  const own = () => db.selectFrom("bank_statements").where("bank_statements.mandataire_id", "=", mandataireId);
  const encoded = ({ from, to, openingBalance, closingBalance, ...statement }: BankStatement) =>
    rows.encode({
      ...statement,
      ...{ fromDay: from, toDay: to, openingCents: openingBalance, closingCents: closingBalance },
    });
  const decoded = (row: Parameters<typeof rows.decode>[0]): BankStatement => {
    const { fromDay, toDay, openingCents, closingCents, ...statement } = rows.decode(row);
    return { ...statement, from: fromDay, to: toDay, openingBalance: openingCents, closingBalance: closingCents };
  };
  /** The balance of the account's transactions on some days, inbound positive. */
  const moved = (days: RawBuilder<unknown>) => sql`(select ${sumOf(SIGNED)} from bank_transactions as moved
    where moved.mandataire_id = ${mandataireId} and moved.amount_cents > 0 and ${days})`;

  return {
    list: (query) =>
      pageOf(
        own(),
        { listing: bankStatementListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("bank_statements")),
        decoded,
      ),

    async insertMissing(statements) {
      if (statements.length === 0) return;
      const once = new Map(statements.map((statement) => [statement.statementKey, statement]));
      const insertion = insertOf(bankStatementRows, [...once.values()].map(encoded), dialect);
      await sql`${insertion} on conflict (mandataire_id, statement_key) do nothing`.execute(db);
    },

    async before(statements) {
      if (statements.length === 0) return [];
      const wanted = rowSet(bankStatementRows, ["statement_key"], statements.map(encoded), dialect);
      const earlier = (days: RawBuilder<unknown>) => sql`(select other.id from bank_statements as other
        where other.mandataire_id = ${mandataireId} and other.account_iban = own.account_iban
          and other.closing_cents is not null and ${days}
        order by other.to_day desc, other.made_at desc, other.id desc limit 1)`;
      const { rows: found } = await sql<StoredBefore>`
        with placed as materialized (
          select own.statement_key, own.from_day, own.opening_cents,
            ${earlier(sql`other.to_day <= own.from_day
              and (other.to_day, other.made_at, other.id) < (own.to_day, own.made_at, own.id)`)} as last_id,
            ${earlier(sql`other.to_day < own.from_day`)} as earlier_id
          from (${wanted}) as wanted
          ${dialect.lookup("cross", { table: sql`bank_statements`, as: "own", on: sql`own.mandataire_id = ${mandataireId} and own.statement_key = wanted.statement_key` })}
        )
        select placed.statement_key as "statementKey", last.closing_cents as "closingBalance", last.to_day as "to",
          earlier.closing_cents as "earlierCents", last.opening_cents as "openingCents",
          case when last.closing_cents <> placed.opening_cents then ${moved(sql`moved.booked_on > earlier.to_day
            and moved.booked_on < placed.from_day`)} end as "sinceEarlier",
          case when last.closing_cents <> placed.opening_cents and last.to_day = placed.from_day
            then ${moved(sql`moved.booked_on >= last.from_day and moved.booked_on < placed.from_day`)} end as "sinceLast"
        from placed
        join bank_statements as last on last.mandataire_id = ${mandataireId} and last.id = placed.last_id
        left join bank_statements as earlier on earlier.mandataire_id = ${mandataireId}
          and earlier.id = placed.earlier_id`.execute(db);
      return found.map(beforeOf);
    },

    async reconciliation(accountIban, on) {
      const ofAccount = sql`mandataire_id = ${mandataireId} and account_iban = ${accountIban ?? ""}`;
      const shown = sql`found.id as "bankTransactionId", found.bank_reference as "bankReference",
        found.booked_on as "bookedOn", found.amount_cents as "amountCents", found.direction, found.label`;
      const ofOwn = sql`found.mandataire_id = ${mandataireId}`;
      const { rows: found } = await sql<StoredReconciliation>`
        with last as materialized (
          select statement_id, closing_cents, to_day from bank_statements
          where ${ofAccount} and closing_cents is not null and to_day <= ${on}
          order by to_day desc, made_at desc, id desc limit 1
        ), booked as materialized (
          select (select ${sumOf(sql`line.debit_cents - line.credit_cents`)} from ledger_lines as line
              where ${bankLines(mandataireId)} and line.accounting_date <= ${on}) as lines,
            (select ${sumOf(sql`line.debit_cents - line.credit_cents`)} from ledger_entries as entry
              join ledger_lines as line on line.book_id = entry.book_id and line.entry_id = entry.id
              where entry.book_id = ${mandataireId} and entry.carries_forward
                and ${bankLines(mandataireId)} and line.accounting_date <= ${on}) as carried
        ), unexplained as materialized (
          select ${shown} from last join bank_transactions as found on ${ofOwn}
            and found.amount_cents > 0
            and found.booked_on > last.to_day and found.booked_on <= ${on}
          union all
          select ${shown} from last join bank_transactions as found on ${ofOwn} and not found.is_on_statement
            and found.booked_on <= last.to_day
            and found.booked_on >= (select min(from_day) from bank_statements where ${ofAccount})
          order by 3, 1 limit ${UNEXPLAINED_MAX}
        )
        select booked.lines, booked.carried, last.statement_id as "statementId", last.closing_cents as "bankBalance",
          unexplained.*
        from booked left join last on true left join unexplained on true
        order by unexplained."bookedOn", unexplained."bankTransactionId"`.execute(db);
      return reconciliationOf(on, found);
    },
  };
}

const SIGNED = sql`case when moved.direction = 'inbound' then moved.amount_cents else -moved.amount_cents end`;

/** Lines of the mandants' account, found by the index of lines without auxiliary account. */
const bankLines = (mandataireId: MandataireId) =>
  sql`line.book_id = ${mandataireId} and line.account_code = '512000' and line.auxiliary_code is null`;

interface StoredBefore {
  readonly statementKey: string;
  readonly closingBalance: Cents;
  readonly to: Day;
  readonly openingCents: Cents | null;
  readonly earlierCents: Cents | null;
  readonly sinceEarlier: string | null;
  readonly sinceLast: string | null;
}

function beforeOf(stored: StoredBefore): StatementBefore {
  const { statementKey, closingBalance, to } = stored;
  const ways = [
    [stored.earlierCents, stored.sinceEarlier],
    [stored.openingCents, stored.sinceLast],
  ] as const;
  const expected = ways.flatMap(([balance, moved]) =>
    balance === null || moved === null ? [] : [(balance + sumFrom(moved)) as Cents],
  );
  return { statementKey, closingBalance, to, expected };
}

type StoredReconciliation = { readonly lines: string; readonly carried: string } & {
  readonly statementId: string | null;
  readonly bankBalance: Cents | null;
} & { readonly [Name in keyof Unexplained]: Unexplained[Name] | null };

function reconciliationOf(on: Day, found: readonly StoredReconciliation[]): Reconciliation {
  const [first] = found;
  if (!first) throw new TypeError("A reconciliation has at least one row");
  const { statementId, bankBalance } = first;
  const bookBalance = minus(sumFrom(first.lines), sumFrom(first.carried));
  return reconcile({
    ...{ on, bankBalance, statementId, bookBalance },
    unexplained: found.flatMap(({ lines: _, carried: __, statementId: ___, bankBalance: ____, ...transaction }) =>
      transaction.bankTransactionId === null ? [] : [transaction as Unexplained],
    ),
  });
}
