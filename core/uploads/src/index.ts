export { MergeError, type MergeProblem } from "./bulk/merge-error.ts";
export {
  type ChunkedUploadStore,
  type ChunkedUploadStores,
  type ChunkStore,
  MERGE_FORMATS,
  type MergeFormat,
  type MergeSource,
  type PdfMerger,
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
export { CHUNKED_UPLOAD_QUEUES, chunkedUploadJobs } from "./sessions/jobs.ts";
export type { ChunkedUploadStatus } from "./sessions/machine.ts";
export type { NewChunkedUpload } from "./sessions/new-upload.ts";
export type { IncomingChunk, ReceivedChunk } from "./sessions/receiving.ts";
export type { ChunkedUploadView } from "./sessions/view.ts";
export { createUploads, type UploadDependencies, type Uploads } from "./uploads.ts";
