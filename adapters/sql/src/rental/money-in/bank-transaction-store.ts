import { type BankTransactionStore, bankTransactionListing, type MandataireId, type Refund } from "@cartulary/rental";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { insertAll, rowSet, valueSet } from "../../engine/row-set.ts";
import { rowsOf } from "../../engine/rows.ts";
import { columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { bankTransactionRows, type MoneyInTables } from "./tables.ts";

const columns = columnsOf(bankTransactionListing, bankTransactionRows);

/** The bank transactions of one mandataire in SQL. */
export function createBankTransactionStore(
  { db, dialect }: SqlTransaction<MoneyInTables>,
  mandataireId: MandataireId,
): BankTransactionStore {
  const rows = rowsOf(bankTransactionRows, dialect);
  const own = () => db.selectFrom("bank_transactions").where("bank_transactions.mandataire_id", "=", mandataireId);
  const all = () => own().select(rows.columns("bank_transactions"));
  const setOf = (column: "bank_reference" | "payment_id", values: readonly string[]) =>
    valueSet(bankTransactionRows, column, values as never, dialect);

  return {
    async find(id) {
      const row = await all().where("id", "=", id).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    list: (query) =>
      pageOf(
        own(),
        { listing: bankTransactionListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("bank_transactions")),
        rows.decode,
      ),

    async lock(references) {
      if (references.length === 0) return [];
      const locked = all()
        .where("bank_reference", "in", setOf("bank_reference", references) as never)
        // Along the key SQLite would go through the whole table.
        .orderBy(sql.raw(dialect.name === "sqlite" ? "+id" : "id"))
        .modifyEnd(dialect.forUpdate);
      return (await locked.execute()).map(rows.decode);
    },

    async refundsOf(payments) {
      if (payments.length === 0) return [];
      const { rows: found } = await sql<Refund>`
        select payments.id as "paymentId", refund.tenant_line_id as "tenantLineId",
          payments.credit_line_id as "creditLineId"
        from bank_transactions as refund
        join payments on payments.mandataire_id = refund.mandataire_id and payments.id = refund.payment_id
        where refund.mandataire_id = ${mandataireId} and refund.tenant_line_id is not null
          and payments.credit_line_id is not null and refund.payment_id in ${setOf("payment_id", payments)}
        order by refund.id`.execute(db);
      return found;
    },

    async insert(transactions) {
      await insertAll(bankTransactionRows, transactions.map(rows.encode), { db, dialect });
    },

    async update(transactions) {
      if (transactions.length === 0) return;
      const changed = rowSet(bankTransactionRows, ["id", ...CHANGING], transactions.map(rows.encode), dialect);
      const set = CHANGING.map((column) => sql`${sql.ref(column)} = ${sql.ref(`changed.${column}`)}`);
      await sql`with changed as materialized (${changed})
        update bank_transactions set ${sql.join(set)} from changed
        where bank_transactions.mandataire_id = ${mandataireId} and bank_transactions.id = changed.id`.execute(db);
    },
  };
}

/** What changes of a transaction once it is stored. */
const CHANGING = ["status", "payment_id", "entry_id", "tenant_line_id", "updated_at"] as const;
