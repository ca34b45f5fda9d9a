import type { MandataireId } from "@cartulary/rental/agency";
import type { FeeWithdrawalStore } from "@cartulary/rental/money";
import { sql } from "kysely";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertOf, rowSet, valueSet } from "../../../engine/row-set.ts";
import { sumFrom, sumOf } from "../../../ledger/sums.ts";
import { type FeeWithdrawalTables, feeWithdrawalRows } from "./tables.ts";

export function createFeeWithdrawalStore(
  { db, dialect }: SqlTransaction<FeeWithdrawalTables>,
  mandataireId: MandataireId,
): FeeWithdrawalStore {
  const rows = rowsOf(feeWithdrawalRows, dialect);
  const own = () => db.selectFrom("fee_withdrawals").where("mandataire_id", "=", mandataireId);

  return {
    async insert(withdrawal) {
      await insertOf(feeWithdrawalRows, [rows.encode(withdrawal)], dialect).execute(db);
    },

    async total() {
      const { total } = await own()
        .select(sumOf(sql.ref("amount_cents")).as("total"))
        .executeTakeFirstOrThrow();
      return sumFrom(total);
    },

    async unpaidTenantFees() {
      const { rows: found } = await sql<{ readonly unpaid: string }>`
        with fee as (
          select line.billing_run_id, line.computation, line.id, line.amount_ttc
          from billing_run_lines as line
          join billing_runs as run on run.mandataire_id = line.mandataire_id and run.id = line.billing_run_id
            and run.computation = line.computation and run.status = 'applied'
          where line.mandataire_id = ${mandataireId} and line.billing_category = 'tenant_fee'
            and line.status = 'active'
        )
        select ${sumOf(sql`each.cents`)} as unpaid from (
          select amount_ttc as cents from fee
          union all
          select -(paid.ht_cents + paid.vat_cents) as cents
          from fee join payment_allocations as paid on paid.mandataire_id = ${mandataireId}
            and paid.billing_run_id = fee.billing_run_id and paid.computation = fee.computation
            and paid.line_id = fee.id and paid.status = 'allocated'
        ) as each`.execute(db);
      return sumFrom(found[0]?.unpaid ?? "0 0");
    },

    async lockUnmatched(amounts) {
      if (amounts.length === 0) return [];
      const found = await own()
        .select(rows.columns("fee_withdrawals"))
        .where("amount_cents", "in", valueSet(feeWithdrawalRows, "amount_cents", amounts, dialect))
        .where("bank_reference", "is", null)
        .orderBy("booked_on")
        .orderBy("id")
        .modifyEnd(dialect.forUpdate)
        .execute();
      return found.map(rows.decode);
    },

    async match(withdrawals, at) {
      if (withdrawals.length === 0) return;
      const seen = rowSet(
        feeWithdrawalRows,
        ["id", "bank_reference"],
        withdrawals.map(({ id, bankReference }) => ({ id, bank_reference: bankReference })),
        dialect,
      );
      await sql`with seen as materialized (${seen})
        update fee_withdrawals set bank_reference = seen.bank_reference, updated_at = ${dialect.instant(at)} from seen
        where fee_withdrawals.mandataire_id = ${mandataireId} and fee_withdrawals.id = seen.id`.execute(db);
    },
  };
}
