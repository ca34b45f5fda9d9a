import type { BlobReferences } from "@cartulary/blobs";
import type { UploadStores } from "../ports.ts";

/** References to blobs: those of chunks, and of assembled files without a document. */
export const chunkedUploadBlobHolders: readonly BlobReferences<UploadStores>[] = [
  ({ chunks }, from, through) => chunks.blobHolders(from, through),
  ({ chunkedUploads }, from, through) => chunkedUploads.blobHolders(from, through),
];
