import type { MandataireId } from "@cartulary/rental/agency";
import {
  type ChargeAdjustment,
  type ChargeStatement,
  type ChargeStatementStore,
  chargeStatementListing,
} from "@cartulary/rental/billing";
import { type SqlBool, sql } from "kysely";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertAll, valueSet } from "../../../engine/row-set.ts";
import { columnsOf } from "../../../records/listing.ts";
import { pageOf } from "../../../records/pages.ts";
import { leaseRows } from "../../property/tables/leases.ts";
import { type ChargeTables, chargeAdjustmentRows, chargeStatementRows, supplierInvoiceRows } from "./tables.ts";

const columns = columnsOf(chargeStatementListing, chargeStatementRows);

export function createChargeStatementStore(
  { db, dialect }: SqlTransaction<ChargeTables>,
  mandataireId: MandataireId,
): ChargeStatementStore {
  const rows = rowsOf(chargeStatementRows, dialect);
  const adjustments = rowsOf(chargeAdjustmentRows, dialect);
  const own = () => db.selectFrom("charge_statements").where("charge_statements.mandataire_id", "=", mandataireId);
  const all = () => own().select(rows.columns("charge_statements"));
  const invoices = (id: ChargeStatement["id"] | null) =>
    db.updateTable("supplier_invoices").set({ charge_statement_id: id }).where("mandataire_id", "=", mandataireId);

  return {
    async find(id) {
      const row = await all().where("id", "=", id).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async lock(id) {
      const row = await all().where("id", "=", id).modifyEnd(dialect.forUpdate).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    list: (query) =>
      pageOf(
        own(),
        { listing: chargeStatementListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("charge_statements")),
        rows.decode,
      ),

    async overlapping(propertyId, { from, to }) {
      const found = await all()
        .where("property_id", "=", propertyId)
        .where("period_from", "<=", to)
        .where("period_to", ">=", from)
        .orderBy("id")
        .execute();
      return found.map(rows.decode);
    },

    async insert(statement) {
      await db.insertInto("charge_statements").values(rows.encode(statement)).execute();
      const ids = statement.lines.flatMap(({ supplierInvoiceId }) => supplierInvoiceId ?? []);
      if (ids.length > 0)
        await invoices(statement.id)
          .where("id", "in", valueSet(supplierInvoiceRows, "id", ids, dialect))
          .execute();
    },

    async update({ id, status, approvedAt, updatedAt }) {
      const at = (instant: typeof approvedAt) => (instant === null ? null : dialect.instant(instant));
      await db
        .updateTable("charge_statements")
        .set({ status, approved_at: at(approvedAt), updated_at: at(updatedAt) } as never)
        .where("mandataire_id", "=", mandataireId)
        .where("id", "=", id)
        .execute();
    },

    async remove(id) {
      await invoices(null).where("charge_statement_id", "=", id).execute();
      await db.deleteFrom("charge_statements").where("mandataire_id", "=", mandataireId).where("id", "=", id).execute();
    },

    async insertAdjustments(due) {
      const encoded = due.map((each) => adjustments.encode({ ...each, mandataireId, billingRunId: null }));
      await insertAll(chargeAdjustmentRows, encoded, { db, dialect });
    },

    async dueAdjustments(leases) {
      if (leases.length === 0) return [];
      const found = await db
        .selectFrom("charge_adjustments")
        .select(adjustments.columns("charge_adjustments"))
        .where("mandataire_id", "=", mandataireId)
        .where("billing_run_id", "is", null)
        .where("lease_id", "in", valueSet(leaseRows, "id", leases, dialect))
        .orderBy("statement_id")
        .orderBy("lease_unit_id")
        .execute();
      return found.map((row): ChargeAdjustment => {
        const { mandataireId: _, billingRunId: __, ...adjustment } = adjustments.decode(row);
        return adjustment;
      });
    },

    async bill(runId, billed, now) {
      for (const { statementId, leaseUnitId } of billed)
        await db
          .updateTable("charge_adjustments")
          .set({ billing_run_id: runId })
          .where("mandataire_id", "=", mandataireId)
          .where("statement_id", "=", statementId)
          .where("lease_unit_id", "=", leaseUnitId)
          .execute();
      const statements = [...new Set(billed.map(({ statementId }) => statementId))];
      if (statements.length === 0) return;
      await db
        .updateTable("charge_statements")
        .set({ status: "billed", updated_at: dialect.instant(now) } as never)
        .where("mandataire_id", "=", mandataireId)
        .where("id", "in", valueSet(chargeStatementRows, "id", statements, dialect))
        .where(
          sql<SqlBool>`not exists (select 1 from charge_adjustments as due
            where due.mandataire_id = charge_statements.mandataire_id and due.statement_id = charge_statements.id
              and due.billing_run_id is null)`,
        )
        .execute();
    },

    async unbill(runId, now) {
      const ofRun = db
        .selectFrom("charge_adjustments")
        .select("statement_id")
        .where("mandataire_id", "=", mandataireId)
        .where("billing_run_id", "=", runId);
      await db
        .updateTable("charge_statements")
        .set({ status: "approved", updated_at: dialect.instant(now) } as never)
        .where("mandataire_id", "=", mandataireId)
        .where("id", "in", ofRun)
        .execute();
      await db
        .updateTable("charge_adjustments")
        .set({ billing_run_id: null })
        .where("mandataire_id", "=", mandataireId)
        .where("billing_run_id", "=", runId)
        .execute();
    },
  };
}
