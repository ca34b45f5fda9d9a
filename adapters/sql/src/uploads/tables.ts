import type { DocumentId, FolderId, WorkspaceId } from "@cartulary/documents";
import type { BlobKey, JsonObject, UserId } from "@cartulary/kernel";
import type { AssemblyClaimId, BulkUpload, BulkUploadId, ChunkedUpload, ChunkedUploadId } from "@cartulary/uploads";
import { defineEntity } from "@mikro-orm/core";
import { boolean, type Database, foldedText, id, instant, integer, json, text } from "../engine/columns.ts";

/**
 * Uploads of large files. The only foreign keys are within this module: the referenced records may be deleted first.
 */
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
    /** The assembled file and its properties, which are set together. */
    blobKey: text<BlobKey>().nullable(),
    sha256: text().nullable(),
    md5: text().nullable(),
    contentType: text().nullable(),
    charset: text<"utf-8">().nullable(),
    completedAt: instant().nullable(),
    documentId: id<DocumentId>().nullable(),
    changedAt: instant(),
    /** The time of the next automatic change. */
    dueAt: instant(),
  },
  indexes: [
    { name: "chunked_uploads_user_id_index", properties: ["userId", "status"] },
    { name: "chunked_uploads_due_at_index", properties: ["dueAt", "id"] },
    { name: "chunked_uploads_blob_key_index", properties: ["blobKey"], where: "blob_key is not null" },
  ],
});

/** Stored chunks of open uploads. */
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

/** Users with chunked uploads: the row to lock while a user's uploads are counted. */
export const uploadOwnerRows = defineEntity({
  name: "UploadOwner",
  tableName: "upload_owners",
  properties: { userId: id<UserId>().primary() },
});

/** The condition of the partial indexes; list queries must contain it literally. */
export const LISTED_UPLOADS = "not is_lone";

/** Files that were uploaded together, or one by one. */
export const bulkUploadRows = defineEntity({
  name: "BulkUpload",
  tableName: "bulk_uploads",
  properties: {
    id: id<BulkUploadId>().primary(),
    userId: id<UserId>(),
    status: text<BulkUpload["status"]>(),
    source: text(),
    sourceFold: foldedText(),
    totalFiles: integer(),
    receivedFiles: integer(),
    /** The sum of the next two, for filters. */
    processedFiles: integer(),
    successfulFiles: integer(),
    failedFiles: integer(),
    autoClassify: boolean(),
    mergeToPdf: boolean(),
    mergedFileName: text().nullable(),
    mergedFileNameFold: foldedText().nullable(),
    reservedDocumentId: id<DocumentId>().nullable(),
    mergedDocumentId: id<DocumentId>().nullable(),
    stagedBytes: integer(),
    documentsFolderId: id<FolderId>().nullable(),
    workspaceId: id<WorkspaceId>().nullable(),
    isLone: boolean(),
    startedAt: instant().nullable(),
    completedAt: instant().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    /** The time at which it is abandoned; `null` after its end. */
    abandonedAt: instant().nullable(),
    failure: text().nullable(),
  },
  indexes: [
    { name: "bulk_uploads_created_at_index", properties: ["createdAt", "id"], where: LISTED_UPLOADS },
    { name: "bulk_uploads_updated_at_index", properties: ["updatedAt", "id"], where: LISTED_UPLOADS },
    { name: "bulk_uploads_user_id_created_at_index", properties: ["userId", "isLone", "createdAt", "id"] },
    { name: "bulk_uploads_user_id_updated_at_index", properties: ["userId", "updatedAt", "id"], where: LISTED_UPLOADS },
    {
      name: "bulk_uploads_abandoned_at_index",
      properties: ["abandonedAt", "id"],
      where: "abandoned_at is not null",
    },
  ],
});

/** Sources of merges, one at each position. */
export const stagedSourceRows = defineEntity({
  name: "StagedSource",
  tableName: "staged_sources",
  properties: {
    bulkUploadId: id<BulkUploadId>().primary(),
    position: integer().primary(),
    sha256: text(),
    byteSize: integer(),
    blobKey: text<BlobKey>().nullable(),
    createdAt: instant(),
  },
  indexes: [{ name: "staged_sources_blob_key_index", properties: ["blobKey"], where: "blob_key is not null" }],
});

export type UploadTables = Database<
  | typeof chunkedUploadRows
  | typeof uploadChunkRows
  | typeof uploadOwnerRows
  | typeof bulkUploadRows
  | typeof stagedSourceRows
>;
