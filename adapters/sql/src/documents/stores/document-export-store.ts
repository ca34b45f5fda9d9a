import { type DocumentExportField, type DocumentExportStore, documentExportListing } from "@cartulary/documents";
import type { BlobKey } from "@cartulary/kernel";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { type Columns, columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { rowStore } from "../../records/row-store.ts";
import { type DocumentTables, documentExportRows } from "../tables.ts";

const columns: Columns<DocumentExportField> = {
  ...columnsOf(documentExportListing, documentExportRows),
  versions: { ref: "document_exports.includes_versions", nullable: false },
  public: { ref: "document_exports.is_public", nullable: false },
  date: { ref: "document_exports.bagged_at", nullable: false },
};

const documentExports = rowStore(documentExportRows);

export function createDocumentExportStore(transaction: SqlTransaction<DocumentTables>): DocumentExportStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(documentExportRows, dialect);

  return {
    ...documentExports(transaction),

    list(query, { userId, now }) {
      const current = db.selectFrom("document_exports").where("expires_at", ">", dialect.instant(now));
      return pageOf(
        userId === null ? current : current.where("user_id", "=", userId),
        { listing: documentExportListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("document_exports")),
        (row) => rows.decode(row),
      );
    },

    async count(userId, now) {
      const { count } = await db
        .selectFrom("document_exports")
        .select(sql<number>`count(*)`.as("count"))
        .where("user_id", "=", userId)
        .where("expires_at", ">", dialect.instant(now))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async expired(now, limit) {
      const found = await db
        .selectFrom("document_exports")
        .select("id")
        .where("expires_at", "<=", dialect.instant(now))
        .orderBy("expires_at")
        .orderBy("id")
        .limit(limit)
        .execute();
      return found.map(({ id }) => id);
    },

    async blobHolders(from, through) {
      const { rows: found } = await sql<{ readonly blob_key: BlobKey; readonly holders: number }>`
        select blob_key, count(*) as holders from (
          select blob_key from document_exports where blob_key >= ${from} and blob_key <= ${through}
          union all
          select items_blob_key as blob_key from document_exports
          where items_blob_key >= ${from} and items_blob_key <= ${through}
        ) as holding group by blob_key`.execute(db);
      return new Map(found.map(({ blob_key: key, holders }) => [key, Number(holders)]));
    },
  };
}
