import type { BlobKey, Instant } from "@cartulary/kernel";
import type { BulkUploadId } from "./bulk-upload.ts";

/** A file that waits to be merged, and what is known of it afterwards. */
export interface StagedSource {
  readonly bulkUploadId: BulkUploadId;
  /** Its place among the others, ascending; one source has each. */
  readonly position: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly byteSize: number;
  /** Its bytes, which are its own; `null` once the merge has ended. */
  readonly blobKey: BlobKey | null;
  readonly createdAt: Instant;
}
