export type { StagedFile } from "./bulk/add-file.ts";
export { stagedSourceBlobHolders } from "./bulk/blob-references.ts";
export type { NewBulkUpload } from "./bulk/bulk-input.ts";
export {
  BULK_FILES_MAX,
  BULK_IDLE_SECONDS,
  type BulkUpload,
  type BulkUploadField,
  type BulkUploadId,
  type BulkUploadView,
  bulkUploadListing,
  MERGE_SOURCES_BYTES_MAX,
} from "./bulk/bulk-upload.ts";
export { BULK_UPLOAD_STATUSES, type BulkUploadStatus } from "./bulk/bulk-upload-status.ts";
export type { BulkUploads } from "./bulk/bulk-uploads.ts";
export { MergeError, type MergeProblem } from "./bulk/merge-error.ts";
export type { StagedSource } from "./bulk/staged-source.ts";
export type { Completion } from "./chunked/assembly.ts";
export { chunkedUploadBlobHolders } from "./chunked/blob-references.ts";
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
} from "./chunked/chunked-upload.ts";
export type { ChunkedUploadStatus } from "./chunked/chunked-upload-status.ts";
export type { ChunkedUploadView } from "./chunked/chunked-upload-view.ts";
export type { ChunkedUploads } from "./chunked/chunked-uploads.ts";
export type { NewChunkedUpload } from "./chunked/new-upload.ts";
export type { IncomingChunk, ReceivedChunk } from "./chunked/receive-chunk.ts";
export {
  type BulkUploadScope,
  type BulkUploadStore,
  type BulkUploadStores,
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
export {
  createUploads,
  UPLOAD_QUEUES,
  type UploadDependencies,
  type UploadedDocuments,
  type Uploads,
} from "./uploads.ts";
