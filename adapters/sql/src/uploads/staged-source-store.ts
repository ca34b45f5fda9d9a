import type { BlobKey } from "@cartulary/kernel";
import type { BulkUploadId, StagedSourceStore } from "@cartulary/uploads";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { rowStore } from "../records/row-store.ts";
import { blobHoldersIn } from "./blob-references.ts";
import { stagedSourceRows, type UploadTables } from "./tables.ts";

const sources = rowStore(stagedSourceRows);

export function createStagedSourceStore(transaction: SqlTransaction<UploadTables>): StagedSourceStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(stagedSourceRows, dialect);
  const of = (bulkUploadId: BulkUploadId) =>
    db.selectFrom("staged_sources").select(rows.columns("staged_sources")).where("bulk_upload_id", "=", bulkUploadId);

  return {
    async find(bulkUploadId, position) {
      const row = await of(bulkUploadId).where("position", "=", position).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    insert: (source) => sources(transaction).insert(source),

    async findAll(bulkUploadId) {
      return (await of(bulkUploadId).orderBy("position").execute()).map(rows.decode);
    },

    async release(bulkUploadId) {
      const keys = (await of(bulkUploadId).execute()).map((row) => rows.decode(row).blobKey);
      await db
        .updateTable("staged_sources")
        .set({ blob_key: null })
        .where("bulk_upload_id", "=", bulkUploadId)
        .execute();
      return keys.filter((key): key is BlobKey => key !== null);
    },

    blobHolders: (from, through) =>
      blobHoldersIn(db, sql`select blob_key from staged_sources where blob_key is not null`, from, through),
  };
}
