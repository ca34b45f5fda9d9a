import { BULK_UPLOAD_STATUSES, bulkUploadListing } from "@cartulary/uploads";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, freeForm, instant, integer, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

const status = () => z.enum(BULK_UPLOAD_STATUSES);

/** Files that come in together, as far as they have. */
export const BulkUploadRecord = record("BulkUpload", {
  id: uuid<"BulkUpload">(),
  status: status(),
  /** By what program. */
  source: text(),
  totalFiles: integer(),
  processedFiles: integer(),
  successfulFiles: integer(),
  failedFiles: integer(),
  receivedFiles: integer(),
  /** Of a hundred. */
  progress: z.number(),
  autoClassify: flag(),
  mergeToPdf: flag(),
  mergedFileName: text().nullable(),
  /** Once the merge is done. */
  mergedDocumentId: uuid<"Document">().nullable(),
  startedAt: instant().nullable(),
  completedAt: instant().nullable(),
  folderId: uuid<"Folder">().nullable(),
  workspaceId: uuid<"Workspace">().nullable(),
  userId: uuid<"User">(),
  /** Of one that failed `failure`, the code of why: `timed_out`, `encrypted`, `forbidden`, `abandoned`… */
  metadata: freeForm(),
  createdAt: instant(),
  updatedAt: instant(),
});

/** What may be said of a bulk upload that is being made. */
const BulkUploadCreation = record("BulkUploadCreate", {
  /** 1 to 100. */
  totalFiles: integer(),
  documentsFolderId: uuid<"Folder">().nullable().exactOptional(),
  workspaceId: uuid<"Workspace">().nullable().exactOptional(),
  autoClassify: flag().exactOptional(),
  /** The application that asks, where it is left out. */
  source: text().nullable().exactOptional(),
  mergeToPdf: flag().exactOptional(),
  /** Needed where files are merged. */
  mergedFileName: text().nullable().exactOptional(),
});

/** A file that waits to be merged with the others. */
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

/** What can be done with files that come in together. */
export const bulkUploadOperations = operations({
  listBulkUploads: {
    method: "get",
    path: PATH,
    tag: "uploads",
    summary: "Your bulk uploads; everybody's for administrators",
    scope: "read",
    list: bulkUploadListing,
    replies: { 200: z.array(BulkUploadRecord) },
  },
  createBulkUpload: {
    method: "post",
    path: PATH,
    tag: "uploads",
    summary: "Announce files that will come in together, to be merged into one PDF or not",
    scope: "write",
    body: BulkUploadCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: BulkUploadRecord },
  },
  getBulkUpload: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "uploads",
    summary: "One bulk upload, with what has become of its files",
    scope: "read",
    params: snakeObject({ id: uuid<"BulkUpload">() }),
    replies: { 200: BulkUploadRecord },
  },
});
