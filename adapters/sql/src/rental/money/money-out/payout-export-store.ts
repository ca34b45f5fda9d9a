import type { Cents } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import type { PayoutExportId } from "@cartulary/rental/billing";
import {
  type ExportedPayout,
  type PayoutExport,
  type PayoutExportDetail,
  type PayoutExportStore,
  payoutExportListing,
} from "@cartulary/rental/money";
import { sql } from "kysely";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertAll, valueSet } from "../../../engine/row-set.ts";
import { type Columns, columnsOf } from "../../../records/listing.ts";
import { pageOf } from "../../../records/pages.ts";
import { refusedTransactionOf } from "../../billing/rent-calls/refused-payouts.ts";
import { exportedPayoutRows, type PayoutExportTables, payoutExportRows } from "./tables.ts";

const columns: Columns<keyof typeof payoutExportListing.fields> = {
  ...columnsOf(payoutExportListing, payoutExportRows),
  totalAmount: { ref: "payout_exports.total_amount_cents", nullable: false },
};

export function createPayoutExportStore(
  { db, dialect }: SqlTransaction<PayoutExportTables>,
  mandataireId: MandataireId,
): PayoutExportStore {
  const rows = rowsOf(payoutExportRows, dialect);
  const pairs = rowsOf(exportedPayoutRows, dialect);
  const shown = rows.omit(["document"]);
  const own = () => db.selectFrom("payout_exports").where("payout_exports.mandataire_id", "=", mandataireId);
  const decoded = (row: Parameters<typeof shown.decode>[0]): PayoutExport => {
    const { totalAmountCents: totalAmount, ...made } = shown.decode(row);
    return { ...made, totalAmount };
  };

  /** Adds the current payouts, in two statements for any number of files. */
  const withPayouts = async (exports: readonly PayoutExport[]): Promise<readonly PayoutExportDetail[]> => {
    if (exports.length === 0) return [];
    const ids = valueSet(
      payoutExportRows,
      "id",
      exports.map(({ id }) => id),
      dialect,
    );
    const { rows: found } = await sql<StoredPayout>`
      select pair.export_id as "exportId", payout.id as "payoutId", payout.reference,
        payout.amount_cents as "amountCents",
        case when payout.export_id = pair.export_id then payout.status else 'failed' end as status,
        case when payout.export_id = pair.export_id then payout.bank_transaction_id end as "paidBy",
        case when payout.export_id = pair.export_id then ${refusedTransactionOf("payout")} end as "refusedBy"
      from exported_payouts as pair
      join owner_payouts as payout on payout.mandataire_id = pair.mandataire_id and payout.id = pair.payout_id
      where pair.mandataire_id = ${mandataireId} and pair.export_id in ${ids}
      order by pair.export_id, payout.reference`.execute(db);
    const payoutsOf = Map.groupBy(found, ({ exportId }) => exportId);
    return exports.map((each) => ({ ...each, payouts: (payoutsOf.get(each.id) ?? []).map(payoutFrom) }));
  };

  return {
    async find(id) {
      const row = await own().select(shown.columns("payout_exports")).where("id", "=", id).executeTakeFirst();
      const [found] = await withPayouts(row ? [decoded(row)] : []);
      return found ?? null;
    },

    async list(query) {
      const { items, ...page } = await pageOf(
        own(),
        { listing: payoutExportListing, query, columns, dialect },
        (matching) => matching.select(shown.columns("payout_exports")),
        decoded,
      );
      return { ...page, items: await withPayouts(items) };
    },

    async document(id) {
      return (await own().select("document").where("id", "=", id).executeTakeFirst())?.document ?? null;
    },

    async insert({ totalAmount: totalAmountCents, ...made }, payouts, document) {
      await db
        .insertInto("payout_exports")
        .values(rows.encode({ ...made, totalAmountCents, document }))
        .execute();
      const exported = payouts.map((payoutId) => pairs.encode({ mandataireId, exportId: made.id, payoutId }));
      await insertAll(exportedPayoutRows, exported, { db, dialect });
    },

    async remove(id) {
      await db
        .deleteFrom("exported_payouts")
        .where("mandataire_id", "=", mandataireId)
        .where("export_id", "=", id)
        .execute();
      const { numDeletedRows } = await db
        .deleteFrom("payout_exports")
        .where("mandataire_id", "=", mandataireId)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

interface StoredPayout extends Omit<ExportedPayout, "refused" | "bankTransactionId" | "amountCents"> {
  readonly exportId: PayoutExportId;
  readonly amountCents: Cents;
  readonly paidBy: ExportedPayout["bankTransactionId"];
  readonly refusedBy: ExportedPayout["bankTransactionId"];
}

function payoutFrom({ exportId: _, paidBy, refusedBy, ...payout }: StoredPayout): ExportedPayout {
  return { ...payout, refused: refusedBy !== null, bankTransactionId: refusedBy ?? paidBy };
}
