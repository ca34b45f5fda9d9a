import { type ChunkedUpload, type ChunkedUploadStore, dueAt } from "@cartulary/uploads";
import { type ExpressionBuilder, sql } from "kysely";
import type { Entry } from "../engine/columns.ts";
import type { StoredInstant } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { rowStore } from "../records/row-store.ts";
import { blobHoldersIn } from "./blob-references.ts";
import { chunkedUploadRows, type UploadTables } from "./tables.ts";

const uploads = rowStore(chunkedUploadRows, { entryOf, recordOf: uploadOf });

/** The condition of an upload that is processing, or pending and not expired. */
const isOpen =
  (now: StoredInstant) =>
  ({ eb, and, or }: ExpressionBuilder<UploadTables, "chunked_uploads">) =>
    or([eb("status", "=", "processing"), and([eb("status", "=", "pending"), eb("expires_at", ">", now)])]);

export function createChunkedUploadStore(transaction: SqlTransaction<UploadTables>): ChunkedUploadStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(chunkedUploadRows, dialect);

  return {
    ...uploads(transaction),

    async renew(id, claimId, leaseUntil) {
      const until = dialect.instant(leaseUntil);
      const { numUpdatedRows } = await db
        .updateTable("chunked_uploads")
        .set({ lease_until: until, due_at: until })
        .where("id", "=", id)
        .where("status", "=", "processing")
        .where("claim_id", "=", claimId)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async countOpen(userId, now) {
      // An update without changes also locks the row, regardless of which host inserted it first.
      await db
        .insertInto("upload_owners")
        .values({ user_id: userId })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ user_id: userId }))
        .execute();
      const { count } = await db
        .selectFrom("chunked_uploads")
        .select(sql<number>`count(*)`.as("count"))
        .where("user_id", "=", userId)
        .where(isOpen(dialect.instant(now)))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async countAllOpen(now) {
      const { count } = await db
        .selectFrom("chunked_uploads")
        .select(sql<number>`count(*)`.as("count"))
        .where(isOpen(dialect.instant(now)))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async findOpen(userId, now, limit) {
      const at = dialect.instant(now);
      const open = await db
        .selectFrom("chunked_uploads")
        .select(rows.columns("chunked_uploads"))
        .where("user_id", "=", userId)
        .where("status", "in", ["pending", "processing"])
        .where(({ eb, or }) => or([eb("expires_at", ">", at), eb("lease_until", ">", at)]))
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return open.map((row) => uploadOf(rows.decode(row)));
    },

    async findDue(now, limit) {
      const due = await db
        .selectFrom("chunked_uploads")
        .select("id")
        .where("due_at", "<=", dialect.instant(now))
        .orderBy("due_at")
        .orderBy("id")
        .limit(limit)
        .execute();
      return due.map(({ id }) => id);
    },

    blobHolders: (from, through) =>
      blobHoldersIn(db, sql`select blob_key from chunked_uploads where document_id is null`, from, through),
  };
}

type UploadEntry = Entry<typeof chunkedUploadRows>;

const NOT_ASSEMBLED = { blobKey: null, sha256: null, md5: null, contentType: null, charset: null } as const;

function entryOf({ assembled, ...upload }: ChunkedUpload): UploadEntry {
  return { ...upload, ...NOT_ASSEMBLED, ...assembled, dueAt: dueAt({ assembled, ...upload }) };
}

function uploadOf({ blobKey, sha256, md5, contentType, charset, dueAt: _, ...upload }: UploadEntry): ChunkedUpload {
  const isAssembled = blobKey !== null && sha256 !== null && md5 !== null && contentType !== null;
  return { ...upload, assembled: isAssembled ? { blobKey, sha256, md5, contentType, charset } : null };
}
