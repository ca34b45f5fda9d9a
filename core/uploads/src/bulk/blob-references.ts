import type { BlobReferences } from "@cartulary/blobs";
import type { BulkUploadStores } from "../ports.ts";

/** The staged sources' references to blobs. */
export const stagedSourceBlobHolders: BlobReferences<BulkUploadStores> = ({ stagedSources }, from, through) =>
  stagedSources.blobHolders(from, through);
