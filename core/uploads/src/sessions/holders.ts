import type { BlobHolders } from "@cartulary/blobs";
import type { UploadStores } from "../ports.ts";

/** For the checks of blobs: chunks, and whole files that are their sessions' own. */
export const chunkedUploadBlobHolders: readonly BlobHolders<UploadStores>[] = [
  ({ chunks }, from, through) => chunks.blobHolders(from, through),
  ({ chunkedUploads }, from, through) => chunkedUploads.blobHolders(from, through),
];
