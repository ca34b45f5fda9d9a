import type { FeeWithdrawalStore, MandataireId } from "@cartulary/rental";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { insertOf } from "../../engine/row-set.ts";
import { rowsOf } from "../../engine/rows.ts";
import { sumFrom, sumOf } from "../../ledger/sums.ts";
import { type FeeWithdrawalTables, feeWithdrawalRows } from "./tables.ts";

/** The fees that one mandataire withdrew, in SQL. */
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

    async lockUnseen(amountCents) {
      const row = await own()
        .select(rows.columns("fee_withdrawals"))
        .where("amount_cents", "=", amountCents)
        .where("bank_reference", "is", null)
        .orderBy("booked_on")
        .orderBy("id")
        .limit(1)
        .modifyEnd(dialect.forUpdate)
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async see({ id, bankReference }, at) {
      await db
        .updateTable("fee_withdrawals")
        .set({ bank_reference: bankReference, updated_at: dialect.instant(at) })
        .where("mandataire_id", "=", mandataireId)
        .where("id", "=", id)
        .execute();
    },
  };
}
