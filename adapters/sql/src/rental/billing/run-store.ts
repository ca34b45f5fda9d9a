import { type BillingRunStore, billingRunListing, type MandataireId } from "@cartulary/rental";
import { sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import { instantFrom } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/rows.ts";
import { columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { tenantRows } from "../estate/tenant-rows.ts";
import { type BillingTables, billingRunRows } from "./tables.ts";

const records = tenantRows(billingRunRows);
const columns = columnsOf(billingRunListing, billingRunRows);

/** The billing runs of one mandataire in SQL. */
export function createBillingRunStore(
  transaction: SqlTransaction<BillingTables>,
  mandataireId: MandataireId,
): BillingRunStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(billingRunRows, dialect);
  const own = () => db.selectFrom("billing_runs").where("billing_runs.mandataire_id", "=", mandataireId);
  const { find, lock, insert, update } = records(transaction, mandataireId);
  return {
    ...{ find, lock, insert, update },

    list: (query) =>
      pageOf(
        own(),
        { listing: billingRunListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("billing_runs")),
        (row: Row<typeof billingRunRows>) => rows.decode(row),
      ),

    async waiting(until) {
      const found = await own()
        .select(["id", "computing_at"])
        .where(({ or, and, eb }) =>
          or([
            eb("status", "=", "draft"),
            and([eb("status", "=", "scheduled"), eb("scheduled_at", "<=", sql<never>`${dialect.instant(until)}`)]),
          ]),
        )
        .orderBy("id")
        .execute();
      return found.map(({ id, computing_at: at }) => ({ id, computingAt: at === null ? null : instantFrom(at) }));
    },

    async any() {
      return (await own().select("id").limit(1).executeTakeFirst()) !== undefined;
    },
  };
}
