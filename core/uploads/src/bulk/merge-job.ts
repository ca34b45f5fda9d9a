import { type JsonObject, type NewJob, parseId } from "@cartulary/kernel";
import type { BulkUpload, BulkUploadId } from "./bulk-upload.ts";

/** The queue of merges. */
export const MERGE = "uploads/merge";

/** What has the sources of a bulk upload merged, for the person who made it. */
export function mergeJob({ id, userId }: Pick<BulkUpload, "id" | "userId">): NewJob {
  return { queue: MERGE, owner: userId, payload: { bulk_upload_id: id }, dedupeKey: id };
}

/** The bulk upload that a job speaks of. */
export function bulkUploadIn({ bulk_upload_id: id }: JsonObject): BulkUploadId {
  const parsed = typeof id === "string" ? parseId<"BulkUpload">(id) : null;
  if (!parsed) throw new TypeError("A merge names no bulk upload");
  return parsed;
}
