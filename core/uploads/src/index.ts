export type { NewBulkUpload } from "./bulk/bulk-input.ts";
export {
  BULK_FILES_MAX,
  BULK_IDLE_SECONDS,
  type BulkUpload,
  type BulkUploadField,
  type BulkUploadId,
  type BulkUploadView,
  bulkUploadListing,
  MERGE_BYTES_MAX,
} from "./bulk/bulk-upload.ts";
export type { BulkUploads } from "./bulk/bulk-uploads.ts";
export { stagedSourceBlobHolders } from "./bulk/holders.ts";
export type { StagedFile } from "./bulk/intake.ts";
export { BULK_UPLOAD_STATUSES, BULK_UPLOAD_TRANSITIONS, type BulkUploadStatus } from "./bulk/machine.ts";
export { MergeError, type MergeProblem } from "./bulk/merge-error.ts";
export type { StagedSource } from "./bulk/staged-source.ts";
export {
  type BulkUploadStore,
  type BulkUploadStores,
  type BulkUploadsShown,
  type ChunkedUploadStore,
  type ChunkedUploadStores,
  type ChunkStore,
  MERGE_FORMATS,
  type MergeFormat,
  type MergeSource,
  type PdfMerger,
  type StagedSourceStore,
  type UploadStores,
} from "./ports.ts";
export type { Completion } from "./sessions/assembly.ts";
export {
  type AssembledFile,
  type AssemblyClaimId,
  CHUNK_BYTES_DEFAULT,
  CHUNK_BYTES_MAX,
  CHUNK_BYTES_MIN,
  type Chunk,
  type ChunkedUpload,
  type ChunkedUploadId,
  dueAt,
  FILE_BYTES_MAX,
  OPEN_SESSIONS_MAX,
  SESSION_SECONDS,
} from "./sessions/chunked-upload.ts";
export type { ChunkedUploads } from "./sessions/chunked-uploads.ts";
export { chunkedUploadBlobHolders } from "./sessions/holders.ts";
export type { ChunkedUploadStatus } from "./sessions/machine.ts";
export type { NewChunkedUpload } from "./sessions/new-upload.ts";
export type { IncomingChunk, ReceivedChunk } from "./sessions/receiving.ts";
export type { ChunkedUploadView } from "./sessions/view.ts";
export {
  createUploads,
  UPLOAD_QUEUES,
  type UploadDependencies,
  type UploadedDocuments,
  type Uploads,
} from "./uploads.ts";
