import type { MandataireId } from "@cartulary/rental/agency";
import { type BillingRunStore, billingRunListing } from "@cartulary/rental/billing";
import { sql } from "kysely";
import type { Row } from "../../../engine/columns.ts";
import { instantFrom } from "../../../engine/dialect.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { columnsOf } from "../../../records/listing.ts";
import { pageOf } from "../../../records/pages.ts";
import { createMandataireRowStore } from "../../property/mandataire-rows.ts";
import { type BillingTables, billingRunRows } from "./tables.ts";

const records = createMandataireRowStore(billingRunRows);
/** The status of rows that only carry the line of an initial balance (decision 0175). */
export const HIDDEN = "hidden";

const columns = columnsOf(billingRunListing, billingRunRows);

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

    async insertHidden(run) {
      const row = { ...rows.encode(run), status: sql<never>`${HIDDEN}` };
      await db.insertInto("billing_runs").values(row).execute();
    },

    list: (query) =>
      pageOf(
        own().where("status", "<>", sql<never>`${HIDDEN}`),
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
