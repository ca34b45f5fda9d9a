export {
  type Blobs,
  createBlobs,
  STAGED_SECONDS,
  STRAY_SECONDS,
  type StoredFile,
  storageUnavailable,
} from "./blobs.ts";
export { BLOB_QUEUES, blobJobs, COLLECTION } from "./jobs.ts";
export { HEAD_BYTES } from "./measure.ts";
export type { BlobRecord, BlobRecords, BlobStores, StagedBlob } from "./ports.ts";
export { type BlobChecking, type BlobHolders, blobChecks } from "./verification.ts";
