import { BULK_UPLOAD_STATUSES, bulkUploadListing } from "@cartulary/uploads";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, freeForm, instant, integer, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

const status = () => z.enum(BULK_UPLOAD_STATUSES);

/** Files uploaded together, and their progress. */
export const BulkUploadRecord = record("BulkUpload", {
  id: uuid<"BulkUpload">(),
  status: status(),
  /** Name of the uploading program. */
  source: text(),
  totalFiles: integer(),
  processedFiles: integer(),
  successfulFiles: integer(),
  failedFiles: integer(),
  receivedFiles: integer(),
  /** Percentage. */
  progress: z.number(),
  autoClassify: flag(),
  mergeToPdf: flag(),
  mergedFileName: text().nullable(),
  /** Set after the merge. */
  mergedDocumentId: uuid<"Document">().nullable(),
  startedAt: instant().nullable(),
  completedAt: instant().nullable(),
  folderId: uuid<"Folder">().nullable(),
  workspaceId: uuid<"Workspace">().nullable(),
  userId: uuid<"User">(),
  /** For a failed upload, `failure` is the error code: `timed_out`, `encrypted`, `forbidden`, `abandoned`… */
  metadata: freeForm(),
  createdAt: instant(),
  updatedAt: instant(),
});

const BulkUploadCreation = record("BulkUploadCreate", {
  /** 1 to 100. */
  totalFiles: integer(),
  documentsFolderId: uuid<"Folder">().nullable().exactOptional(),
  workspaceId: uuid<"Workspace">().nullable().exactOptional(),
  autoClassify: flag().exactOptional(),
  /** The calling application by default. */
  source: text().nullable().exactOptional(),
  mergeToPdf: flag().exactOptional(),
  /** Required for a merge. */
  mergedFileName: text().nullable().exactOptional(),
});

/** A file that waits to be merged. */
export const StagedFileRecord = record("StagedFile", {
  staged: z.literal(true),
  position: integer(),
  bulkUpload: record("StagedBulkUpload", {
    id: uuid<"BulkUpload">(),
    receivedFiles: integer(),
    totalFiles: integer(),
    status: status(),
  }),
});

const PATH = `${DOCUMENTS_BASE}/bulk_uploads` as const;

export const bulkUploadOperations = operations({
  listBulkUploads: {
    method: "get",
    path: PATH,
    tag: "uploads",
    summary: "List your bulk uploads; all of them for administrators",
    scope: "read",
    list: bulkUploadListing,
    replies: { 200: z.array(BulkUploadRecord) },
  },
  createBulkUpload: {
    method: "post",
    path: PATH,
    tag: "uploads",
    summary: "Create a bulk upload for several files, optionally merged into one PDF",
    scope: "write",
    body: BulkUploadCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: BulkUploadRecord },
  },
  getBulkUpload: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "uploads",
    summary: "Get a bulk upload and the progress of its files",
    scope: "read",
    params: snakeObject({ id: uuid<"BulkUpload">() }),
    replies: { 200: BulkUploadRecord },
  },
});
