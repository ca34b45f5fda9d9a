import type { BlobReferences } from "@cartulary/blobs";
import type { ExportStores } from "./ports.ts";

/** The blobs that exports refer to: their ZIP and the list of what is in it. */
export const exportBlobHolders: BlobReferences<ExportStores> = ({ documentExports }, from, through) =>
  documentExports.blobHolders(from, through);
