export { type Blobs, createBlobs, STAGED_SECONDS, STRAY_SECONDS, type StoredFile } from "./blobs.ts";
export { HEAD_BYTES } from "./measure.ts";
export type { BlobRecords, BlobStores, StagedBlob } from "./ports.ts";
