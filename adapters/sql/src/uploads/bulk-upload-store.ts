import { type BulkUpload, type BulkUploadField, type BulkUploadStore, bulkUploadListing } from "@cartulary/uploads";
import { type SqlBool, sql } from "kysely";
import type { Entry } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { type Columns, columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { rowStore } from "../records/row-store.ts";
import { bulkUploadRows, LISTED_UPLOADS, type UploadTables } from "./tables.ts";

const columns: Columns<BulkUploadField> = {
  ...columnsOf(bulkUploadListing, bulkUploadRows),
  folderId: { ref: "bulk_uploads.documents_folder_id", nullable: true },
};

const bulkUploads = rowStore(bulkUploadRows, { entryOf, recordOf: bulkOf });

export function createBulkUploadStore(transaction: SqlTransaction<UploadTables>): BulkUploadStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(bulkUploadRows, dialect);

  return {
    ...bulkUploads(transaction),

    list(query, { userId, includeSingle }) {
      const all = db.selectFrom("bulk_uploads");
      const own = userId === null ? all : all.where("user_id", "=", userId);
      return pageOf(
        includeSingle ? own : own.where(sql.raw<SqlBool>(LISTED_UPLOADS)),
        { listing: bulkUploadListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("bulk_uploads")),
        (row) => bulkOf(rows.decode(row)),
      );
    },

    async countOpen() {
      const { count } = await db
        .selectFrom("bulk_uploads")
        .select(sql<number>`count(*)`.as("count"))
        .where("abandoned_at", "is not", null)
        .where(sql.raw<SqlBool>(LISTED_UPLOADS))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async abandoned(now, limit) {
      const due = await db
        .selectFrom("bulk_uploads")
        .select("id")
        .where("abandoned_at", "<=", dialect.instant(now))
        .orderBy("abandoned_at")
        .orderBy("id")
        .limit(limit)
        .execute();
      return due.map(({ id }) => id);
    },
  };
}

type BulkUploadEntry = Entry<typeof bulkUploadRows>;

function entryOf(bulk: BulkUpload): BulkUploadEntry {
  return { ...bulk, processedFiles: bulk.successfulFiles + bulk.failedFiles };
}

function bulkOf({ processedFiles: _sum, ...bulk }: BulkUploadEntry): BulkUpload {
  return bulk;
}
