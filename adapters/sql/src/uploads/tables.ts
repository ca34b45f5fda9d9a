import type { DocumentId, FolderId, WorkspaceId } from "@cartulary/documents";
import type { BlobKey, JsonObject, UserId } from "@cartulary/kernel";
import type { AssemblyClaimId, ChunkedUpload, ChunkedUploadId } from "@cartulary/uploads";
import { defineEntity } from "@mikro-orm/core";
import { type Database, id, instant, integer, json, text } from "../engine/columns.ts";

/** Large files on their way in. Nothing here is a foreign key but to itself: what a session names may go before it does. */
export const chunkedUploadRows = defineEntity({
  name: "ChunkedUpload",
  tableName: "chunked_uploads",
  properties: {
    id: id<ChunkedUploadId>().primary(),
    userId: id<UserId>(),
    status: text<ChunkedUpload["status"]>(),
    filename: text(),
    declaredContentType: text(),
    fileSize: integer(),
    chunkSize: integer(),
    documentsFolderId: id<FolderId>().nullable(),
    workspaceId: id<WorkspaceId>().nullable(),
    metadata: json<JsonObject>().nullable(),
    createdAt: instant(),
    expiresAt: instant(),
    claimId: id<AssemblyClaimId>().nullable(),
    leaseUntil: instant().nullable(),
    /** The assembled file, and what is known of it: all of it or nothing. */
    blobKey: text<BlobKey>().nullable(),
    sha256: text().nullable(),
    md5: text().nullable(),
    contentType: text().nullable(),
    charset: text<"utf-8">().nullable(),
    completedAt: instant().nullable(),
    documentId: id<DocumentId>().nullable(),
    changedAt: instant(),
    /** When something becomes of it by itself. */
    dueAt: instant(),
  },
  indexes: [
    { name: "chunked_uploads_user_id_index", properties: ["userId", "status"] },
    { name: "chunked_uploads_due_at_index", properties: ["dueAt", "id"] },
    { name: "chunked_uploads_blob_key_index", properties: ["blobKey"], where: "blob_key is not null" },
  ],
});

/** Stored chunks of sessions that are under way. */
export const uploadChunkRows = defineEntity({
  name: "UploadChunk",
  tableName: "upload_chunks",
  properties: {
    uploadId: id<ChunkedUploadId>().primary(),
    number: integer().primary(),
    byteSize: integer(),
    md5: text(),
    blobKey: text<BlobKey>(),
  },
  indexes: [{ name: "upload_chunks_blob_key_index", properties: ["blobKey"] }],
});

/** Whoever has ever sent a large file: a row to be locked while that person's sessions are counted. */
export const uploadOwnerRows = defineEntity({
  name: "UploadOwner",
  tableName: "upload_owners",
  properties: { userId: id<UserId>().primary() },
});

/** What the stores of this module see. */
export type UploadTables = Database<typeof chunkedUploadRows | typeof uploadChunkRows | typeof uploadOwnerRows>;
