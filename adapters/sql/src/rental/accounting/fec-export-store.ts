import { type FecExport, type FecExportStore, type FecFileStore, fecExportListing } from "@cartulary/rental/accounting";
import type { MandataireId } from "@cartulary/rental/agency";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { type Columns, columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { type AccountingTables, fecExportRows, fecFileRows } from "./tables.ts";

const columns: Columns<keyof typeof fecExportListing.fields> = {
  ...columnsOf(fecExportListing, fecExportRows),
  totalDebit: { ref: "fec_exports.total_debit_cents", nullable: false },
  totalCredit: { ref: "fec_exports.total_credit_cents", nullable: false },
  downloadUrl: { ref: "fec_exports.download_path", nullable: false },
};

export function createFecExportStore(
  { db, dialect }: SqlTransaction<AccountingTables>,
  mandataireId: MandataireId,
): FecExportStore {
  const rows = rowsOf(fecExportRows, dialect);
  const own = () => db.selectFrom("fec_exports").where("fec_exports.mandataire_id", "=", mandataireId);
  const decoded = (row: Parameters<typeof rows.decode>[0]): FecExport => {
    const { mandataireId: _, ...fecExport } = rows.decode(row);
    return fecExport;
  };

  return {
    async find(id) {
      const row = await own().select(rows.columns("fec_exports")).where("fec_exports.id", "=", id).executeTakeFirst();
      return row ? decoded(row) : null;
    },

    list: (query) =>
      pageOf(
        own(),
        { listing: fecExportListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("fec_exports")),
        decoded,
      ),

    async insert(fecExport) {
      await db
        .insertInto("fec_exports")
        .values(rows.encode({ ...fecExport, mandataireId }))
        .execute();
    },

    async remove(id) {
      const { numDeletedRows } = await db
        .deleteFrom("fec_exports")
        .where("mandataire_id", "=", mandataireId)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async any() {
      return (await own().select("fec_exports.id").limit(1).executeTakeFirst()) !== undefined;
    },
  };
}

/** The blobs of the accounting files of all mandataires, in SQL. */
export function createFecFileStore({ db, dialect }: SqlTransaction<AccountingTables>): FecFileStore {
  const rows = rowsOf(fecFileRows, dialect);

  return {
    async find(mandataireId, id) {
      const row = await db
        .selectFrom("fec_files")
        .select("blob_key")
        .where("mandataire_id", "=", mandataireId)
        .where("export_id", "=", id)
        .executeTakeFirst();
      return row?.blob_key ?? null;
    },

    async insert(mandataireId, exportId, blobKey) {
      await db.insertInto("fec_files").values(rows.encode({ mandataireId, exportId, blobKey })).execute();
    },

    async remove(mandataireId, id) {
      const removed = await db
        .deleteFrom("fec_files")
        .where("mandataire_id", "=", mandataireId)
        .where("export_id", "=", id)
        .returning("blob_key")
        .executeTakeFirst();
      return removed?.blob_key ?? null;
    },

    async holders(from, through) {
      const found = await db
        .selectFrom("fec_files")
        .select("blob_key")
        .select(sql<number>`count(*)`.as("count"))
        .where("blob_key", ">=", from)
        .where("blob_key", "<=", through)
        .groupBy("blob_key")
        .execute();
      return new Map(found.map(({ blob_key, count }) => [blob_key, Number(count)]));
    },
  };
}
