import type { BlobHolders } from "@cartulary/blobs";
import type { BulkUploadStores } from "../ports.ts";

/** The files that wait to be merged. */
export const stagedSourceBlobHolders: BlobHolders<BulkUploadStores> = ({ stagedSources }, from, through) =>
  stagedSources.blobHolders(from, through);
