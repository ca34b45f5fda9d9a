import type { Day } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import {
  isDivided,
  type PaymentOfCall,
  type RentCall,
  type RentCallId,
  type RentCallStore,
  rentCallListing,
  rentCallOn,
} from "@cartulary/rental/billing";
import { type SqlBool, sql } from "kysely";
import { snake } from "../../../engine/columns.ts";
import { booleanFrom, type StoredBoolean } from "../../../engine/dialect.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertAll, rowSet, valueSet } from "../../../engine/row-set.ts";
import { sumFrom, sumOf } from "../../../ledger/sums.ts";
import { type Columns, columnsOf } from "../../../records/listing.ts";
import { pageOf } from "../../../records/pages.ts";
import { callStatusOn, isOverdueOn } from "../../property/payment-tolerance-sql.ts";
import { type CallTables, rentCallRows } from "./tables.ts";

const columns: Columns<keyof typeof rentCallListing.fields> = {
  ...columnsOf(rentCallListing, rentCallRows),
  overdue: { ref: "rent_calls.overdue", nullable: false },
};

export function createRentCallStore(
  { db, dialect }: SqlTransaction<CallTables>,
  mandataireId: MandataireId,
): RentCallStore {
  const rows = rowsOf(rentCallRows, dialect);
  const own = () => db.selectFrom("rent_calls").where("rent_calls.mandataire_id", "=", mandataireId);
  const all = () => own().select(rows.columns("rent_calls"));

  const paymentsOf = async (calls: readonly RentCallId[]): Promise<readonly PaymentOfCall[]> => {
    if (calls.length === 0) return [];
    const { rows: found } = await sql<Omit<PaymentOfCall, "amountCents"> & { readonly amount: string }>`
      select allocation.rent_call_id as "rentCallId",
        coalesce(payment.paying_tenant_id, payment.payer_id) as "payingTenantId",
        bank.counterparty_name as "counterpartyName",
        ${sumOf(sql`allocation.ht_cents + allocation.vat_cents`)} as amount
      from payment_allocations as allocation
      join payments as payment on payment.mandataire_id = allocation.mandataire_id and payment.id = allocation.payment_id
      left join bank_transactions as bank on bank.mandataire_id = payment.mandataire_id
        and bank.id = payment.bank_transaction_id
      where allocation.mandataire_id = ${mandataireId} and allocation.status = 'allocated'
        and allocation.rent_call_id in ${valueSet(rentCallRows, "id", calls, dialect)}
      group by allocation.rent_call_id, payment.payment_date, payment.reference, payment.paying_tenant_id,
        payment.payer_id, bank.counterparty_name
      order by allocation.rent_call_id, payment.payment_date, payment.reference`.execute(db);
    return found.map(({ amount, ...payment }) => ({ ...payment, amountCents: sumFrom(amount) }));
  };

  /** The calls as they stand on a day. */
  const onDay = (today: Day, id: RentCallId | null = null) => sql<CallTables["rent_calls"]>`(
    select ${sql.join(FIXED.map((column) => sql.ref(`rent_calls.${column}`)))}, ${callStatusOn(today)} as status,
      ${isOverdueOn(dialect, today)} as overdue
    from rent_calls where rent_calls.mandataire_id = ${mandataireId} ${id === null ? sql`` : sql`and rent_calls.id = ${id}`})`;

  return {
    paymentsOf,

    async find(id) {
      const row = await all().where("id", "=", id).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async list(query, today) {
      const page = await pageOf(
        db.selectFrom(onDay(today).as("rent_calls")),
        { listing: rentCallListing, query, columns, dialect },
        (matching) =>
          matching.select([...rows.columns("rent_calls"), sql<StoredBoolean>`rent_calls.overdue`.as("overdue")]),
        (row) => ({ call: rows.decode(row), overdue: booleanFrom(row.overdue) }),
      );
      const divided = page.items.filter(({ call }) => isDivided(call)).map(({ call }) => call.id);
      const payments = Map.groupBy(await paymentsOf(divided), ({ rentCallId }) => rentCallId);
      const items = page.items.map(({ call, overdue }) =>
        rentCallOn(call, { status: call.status, overdue }, payments.get(call.id)),
      );
      return { ...page, items };
    },

    async view(call, today) {
      const { rows: found } = await sql<{ readonly status: RentCall["status"]; readonly overdue: StoredBoolean }>`
        select status, overdue from ${onDay(today, call.id)} as called`.execute(db);
      const [row] = found;
      const day = row ? { ...row, overdue: booleanFrom(row.overdue) } : { status: call.status, overdue: false };
      const payments = isDivided(call) ? await paymentsOf([call.id]) : [];
      return rentCallOn(call, day, payments);
    },

    async lock(ids) {
      if (ids.length === 0) return [];
      const locked = all()
        .where("id", "in", valueSet(rentCallRows, "id", ids, dialect))
        .orderBy("id")
        .modifyEnd(dialect.forUpdate);
      return (await locked.execute()).map(rows.decode);
    },

    async lockOf(runId, after, limit) {
      const locked = all()
        .where("billing_run_id", "=", runId)
        .$if(after !== null, (query) => query.where("id", ">", after as RentCallId))
        .orderBy("id")
        .limit(limit)
        .modifyEnd(dialect.forUpdate);
      return (await locked.execute()).map(rows.decode);
    },

    async insert(calls) {
      await insertAll(rentCallRows, calls.map(rows.encode), { db, dialect });
    },

    async update(calls) {
      if (calls.length === 0) return;
      const changed = rowSet(rentCallRows, ["id", ...MUTABLE_COLUMNS], calls.map(rows.encode), dialect);
      const set = MUTABLE_COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`changed.${column}`)}`);
      await sql`with changed as materialized (${changed})
        update rent_calls set ${sql.join(set)} from changed
        where rent_calls.mandataire_id = ${mandataireId} and rent_calls.id = ${sql<SqlBool>`changed.id`}`.execute(db);
    },
  };
}

/** The columns that are the same on every day. */
const FIXED = Object.keys(rentCallRows.properties)
  .map(snake)
  .filter((column) => column !== "status");

/** The mutable columns of an issued call. */
const MUTABLE_COLUMNS = [
  "status",
  "paid_amount_cents",
  "remaining_amount_cents",
  "fully_paid",
  "sent_at",
  "updated_at",
] as const;
