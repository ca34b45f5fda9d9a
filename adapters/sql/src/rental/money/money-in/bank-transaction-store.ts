import type { MandataireId } from "@cartulary/rental/agency";
import {
  type BankTransaction,
  type BankTransactionStore,
  bankTransactionListing,
  type Refund,
} from "@cartulary/rental/money";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertAll, lookupEach, rowSet, valueSet } from "../../../engine/row-set.ts";
import { columnsOf } from "../../../records/listing.ts";
import { pageOf } from "../../../records/pages.ts";
import { bankAssignmentCreditRows, bankTransactionRows, depositRefundRows, type MoneyInTables } from "./tables.ts";

const columns = {
  ...columnsOf(bankTransactionListing, bankTransactionRows),
  suspenseCents: { ref: "bank_transactions.suspense_cents", nullable: false },
};
/** The amount in suspense: `suspendedCents` of core/rental, in SQL. */
const SUSPENSE = sql<number>`amount_cents - settled_cents - assigned_cents`;

export function createBankTransactionStore(
  { db, dialect }: SqlTransaction<MoneyInTables>,
  mandataireId: MandataireId,
): BankTransactionStore {
  const rows = rowsOf(bankTransactionRows, dialect);
  const own = () => db.selectFrom("bank_transactions").where("bank_transactions.mandataire_id", "=", mandataireId);
  const listed = () =>
    db
      .selectFrom(
        db.selectFrom("bank_transactions").selectAll().select(SUSPENSE.as("suspense_cents")).as("bank_transactions"),
      )
      .where("bank_transactions.mandataire_id", "=", mandataireId);
  const all = () => own().select(rows.columns("bank_transactions"));
  const isOwn = sql`mandataire_id = ${mandataireId}`;
  /** Selects the ids of transactions with one of these values in a column. */
  const found = (column: SoughtColumn, values: readonly string[], where: RawBuilder<unknown>) =>
    sql`select id from (${lookupEach(bankTransactionRows, { column, values, where, columns: ["id"] }, dialect)}) as found`;
  const locked = async (ids: RawBuilder<unknown>) => {
    const rowsLocked = all()
      .where(sql<SqlBool>`id in ${ids}`)
      // In key order, SQLite would read the whole table.
      .orderBy(dialect.unindexed("id"))
      .modifyEnd(dialect.forUpdate);
    return (await rowsLocked.execute()).map(rows.decode);
  };
  const changedIn = async (
    columns: readonly (typeof MUTABLE_COLUMNS | typeof IDENTIFYING_COLUMNS)[number][],
    transactions: readonly BankTransaction[],
  ) => {
    if (transactions.length === 0) return;
    const changed = rowSet(bankTransactionRows, ["id", ...columns], transactions.map(rows.encode), dialect);
    const set = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`changed.${column}`)}`);
    await sql`with changed as materialized (${changed})
      update bank_transactions set ${sql.join(set)} from changed
      where bank_transactions.mandataire_id = ${mandataireId} and bank_transactions.id = changed.id`.execute(db);
  };

  return {
    async find(id) {
      const row = await all().where("id", "=", id).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    list: (query) =>
      pageOf(
        listed(),
        { listing: bankTransactionListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("bank_transactions")),
        rows.decode,
      ),

    lock: async (ids) => (ids.length === 0 ? [] : locked(valueSet(bankTransactionRows, "id", ids, dialect))),

    lockOfPortal: async (references) =>
      references.length === 0
        ? []
        : locked(sql`(${found("bank_reference", references, sql`${isOwn} and is_from_portal`)})`),

    async lockOfFiles(candidates) {
      if (candidates.length === 0) return [];
      const encoded = candidates.map((each) => ({
        bank_reference: each.bankReference,
        booked_on: each.bookedOn,
        direction: each.direction,
        amount_cents: each.amountCents,
      }));
      const columns = ["bank_reference", "booked_on", "direction", "amount_cents"] as const;
      return locked(sql`(select known.id from (${rowSet(bankTransactionRows, columns, encoded, dialect)}) as candidates
        ${dialect.lookup("cross", {
          table: sql`bank_transactions`,
          as: "known",
          on: sql`known.mandataire_id = ${mandataireId} and known.bank_reference = candidates.bank_reference
            and known.booked_on = candidates.booked_on and known.direction = candidates.direction
            and known.amount_cents = candidates.amount_cents and known.is_from_portal = ${dialect.boolean(false)}`,
        })})`);
    },

    lockOfContents: async (keys) => (keys.length === 0 ? [] : locked(sql`(${found("content_key", keys, isOwn)})`)),

    async lockOriginals({ bankReferences, servicerReferences, endToEndIds, amounts }) {
      const ofAmounts = sql`${isOwn} and amount_cents in ${valueSet(bankTransactionRows, "amount_cents", amounts, dialect)}`;
      const ways = [
        ...(bankReferences.length === 0 ? [] : [found("bank_reference", bankReferences, isOwn)]),
        ...(servicerReferences.length === 0 ? [] : [found("servicer_reference", servicerReferences, ofAmounts)]),
        ...(endToEndIds.length === 0 ? [] : [found("end_to_end_id", endToEndIds, ofAmounts)]),
      ];
      if (ways.length === 0) return [];
      // Two steps, first the ids, then the locks: in one statement, Postgres would read all transactions.
      const { rows: ids } = await sql<Pick<BankTransaction, "id">>`${sql.join(ways, sql` union `)}`.execute(db);
      const wanted = ids.map(({ id }) => id);
      return wanted.length === 0 ? [] : locked(valueSet(bankTransactionRows, "id", wanted, dialect));
    },

    async refundsOf(payments) {
      if (payments.length === 0) return [];
      const payment = dialect.lookup("cross", {
        table: sql`payments`,
        as: "payment",
        on: sql`payment.${isOwn} and payment.id = refunded.payment_id`,
      });
      const { rows: refunds } = await sql<Refund>`
        select payments.id as "paymentId", refund.tenant_line_id as "tenantLineId",
          payments.credit_line_id as "creditLineId"
        from bank_transactions as refund
        join payments on payments.mandataire_id = refund.mandataire_id and payments.id = refund.payment_id
        where refund.mandataire_id = ${mandataireId} and refund.tenant_line_id is not null
          and payments.credit_line_id is not null and refund.payment_id in ${valueSet(bankTransactionRows, "payment_id", payments, dialect)}
        union
        select payment.id, refunded.tenant_line_id, payment.credit_line_id
        from (${lookupEach(
          bankAssignmentCreditRows,
          { column: "payment_id", values: payments, where: sql`${isOwn} and is_refund` },
          dialect,
        )}) as credit
        ${dialect.lookup("cross", { table: sql`bank_assignments`, as: "assignment", on: sql`assignment.${isOwn} and assignment.id = credit.assignment_id` })}
        ${dialect.lookup("cross", {
          table: sql`bank_assignment_credits`,
          as: "refunded",
          on: sql`refunded.${isOwn} and refunded.assignment_id = assignment.id
            and refunded.tenant_line_id = credit.tenant_line_id`,
        })}
        ${payment}
        where not assignment.is_reversed and payment.credit_line_id is not null
        union
        select payment.id, refunded.tenant_line_id, payment.credit_line_id
        from (${lookupEach(depositRefundRows, { column: "payment_id", values: payments, where: isOwn }, dialect)}) as credit
        ${dialect.lookup("cross", {
          table: sql`deposit_refunds`,
          as: "refunded",
          on: sql`refunded.${isOwn} and refunded.tenant_line_id = credit.tenant_line_id`,
        })}
        ${payment}
        where payment.credit_line_id is not null
        order by 2, 1`.execute(db);
      return refunds;
    },

    async insert(transactions) {
      await insertAll(bankTransactionRows, transactions.map(rows.encode), { db, dialect });
    },

    update: (transactions) => changedIn(MUTABLE_COLUMNS, transactions),
    recognise: (transactions) => changedIn(IDENTIFYING_COLUMNS, transactions),
  };
}

type SoughtColumn = "bank_reference" | "content_key" | "servicer_reference" | "end_to_end_id";

/** The mutable columns of a transaction. */
const MUTABLE_COLUMNS = [
  "status",
  "settled_cents",
  "assigned_cents",
  "payment_id",
  "entry_id",
  "tenant_line_id",
  "updated_at",
] as const;
/** The columns that identify a transaction in another file. */
const IDENTIFYING_COLUMNS = [
  "is_from_portal",
  "content_key",
  "content_ordinal",
  "is_on_statement",
  "servicer_reference",
  "end_to_end_id",
  "reference_lines",
] as const;
