import { ZERO } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import { listedPayment, type Payment, type PaymentStore, paymentListing } from "@cartulary/rental/money";
import { type SqlBool, sql } from "kysely";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertAll, rowSet, valueSet } from "../../../engine/row-set.ts";
import type { Source } from "../../../engine/statement.ts";
import { columnsOf } from "../../../records/listing.ts";
import { pages } from "../../../records/pages.ts";
import { depositRefundRows, type MoneyInTables, paymentRows } from "./tables.ts";

/** The longest list that users page through, so its statements are compiled once. */
const pageOf = pages(
  { listing: paymentListing, columns: columnsOf(paymentListing, paymentRows) },
  ({ db, dialect }: Source<MoneyInTables>, { mandataireId }: Pick<Payment, "mandataireId">) => ({
    // A payment without a bank transaction is the credit of an initial balance or a credit note.
    from: db
      .selectFrom("payments")
      .where("payments.mandataire_id", "=", mandataireId)
      .where("payments.bank_transaction_id", "is not", null),
    select: (matching) => matching.select(rowsOf(paymentRows, dialect).columns("payments")),
  }),
);

export function createPaymentStore(
  transaction: SqlTransaction<MoneyInTables>,
  mandataireId: MandataireId,
): PaymentStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(paymentRows, dialect);
  const refundRows = rowsOf(depositRefundRows, dialect);
  const own = () => db.selectFrom("payments").where("payments.mandataire_id", "=", mandataireId);
  const all = () => own().select(rows.columns("payments"));

  return {
    async find(id) {
      const row = await all().where("id", "=", id).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    list: (query) =>
      pageOf(transaction, { query, values: { mandataireId }, shape: undefined }, (row) =>
        listedPayment(rows.decode(row)),
      ),

    async lock(ids) {
      if (ids.length === 0) return [];
      const locked = all()
        .where("id", "in", valueSet(paymentRows, "id", ids, dialect))
        .orderBy("id")
        .modifyEnd(dialect.forUpdate);
      return (await locked.execute()).map(rows.decode);
    },

    async lockCredits(tenants) {
      if (tenants.length === 0) return [];
      const locked = all()
        .where(sql<SqlBool>`tenant_id in ${valueSet(paymentRows, "tenant_id", tenants, dialect)}`)
        .where("remaining_cents", ">", ZERO)
        .where("status", "!=", "rejected")
        .orderBy("payment_date")
        .orderBy("reference")
        .modifyEnd(dialect.forUpdate);
      return (await locked.execute()).map(rows.decode);
    },

    async lockOfLines(tenants, lines) {
      if (tenants.length === 0 || lines.length === 0) return [];
      const locked = all()
        .where(sql<SqlBool>`tenant_id in ${valueSet(paymentRows, "tenant_id", tenants, dialect)}`)
        .where("credit_line_id", "in", valueSet(paymentRows, "credit_line_id", lines, dialect))
        .orderBy("id")
        .modifyEnd(dialect.forUpdate);
      return (await locked.execute()).map(rows.decode);
    },

    async insert(payments) {
      await insertAll(paymentRows, payments.map(rows.encode), { db, dialect });
    },

    async update(payments) {
      if (payments.length === 0) return;
      const changed = rowSet(paymentRows, ["id", ...MUTABLE_COLUMNS], payments.map(rows.encode), dialect);
      const set = MUTABLE_COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`changed.${column}`)}`);
      await sql`with changed as materialized (${changed})
        update payments set ${sql.join(set)} from changed
        where payments.mandataire_id = ${mandataireId} and payments.id = changed.id`.execute(db);
    },

    async insertDepositRefunds(tenantLineId, payments) {
      const refunds = payments.map((paymentId) => refundRows.encode({ mandataireId, tenantLineId, paymentId }));
      await insertAll(depositRefundRows, refunds, { db, dialect });
    },
  };
}

/** The mutable columns of a payment. */
const MUTABLE_COLUMNS = [
  "allocated_cents",
  "refunded_cents",
  "remaining_cents",
  "status",
  "entries_count",
  "updated_at",
] as const;
