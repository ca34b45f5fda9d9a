import { type JsonObject, type NewJob, parseId } from "@cartulary/kernel";
import type { BulkUpload, BulkUploadId } from "./bulk-upload.ts";

export const MERGE = "uploads/merge";

/** Returns the job that merges a bulk upload, on behalf of its creator. */
export function mergeJob({ id, userId }: Pick<BulkUpload, "id" | "userId">): NewJob {
  return { queue: MERGE, owner: userId, payload: { bulk_upload_id: id }, dedupeKey: id };
}

/** Returns the id of the bulk upload in a job's payload. */
export function bulkUploadIn({ bulk_upload_id: id }: JsonObject): BulkUploadId {
  const parsed = typeof id === "string" ? parseId<"BulkUpload">(id) : null;
  if (!parsed) throw new TypeError("The payload of a merge job has no bulk upload id");
  return parsed;
}
