import type { BlobKey, Instant } from "@cartulary/kernel";
import type { BulkUploadId } from "./bulk-upload.ts";

/** A file that waits to be merged; its record stays afterwards. */
export interface StagedSource {
  readonly bulkUploadId: BulkUploadId;
  /** Its position in the merged PDF, ascending and unique. */
  readonly position: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly byteSize: number;
  /** Its own blob; `null` once the bulk upload has ended. */
  readonly blobKey: BlobKey | null;
  readonly createdAt: Instant;
}
