import { type Transitions, transitions } from "@cartulary/kernel";

/** The statuses of a bulk upload (interface-documents.md, Bulk upload). */
export const BULK_UPLOAD_STATUSES = ["pending", "in_progress", "completed", "failed"] as const;
export type BulkUploadStatus = (typeof BULK_UPLOAD_STATUSES)[number];

/** The statuses that each status may become (documents.md 2.4). */
export const bulkUploadTransitions: Transitions<BulkUploadStatus> = transitions({
  /** To completed at once where its only file is no source of a merge; to failed where nothing came for a day. */
  pending: ["in_progress", "completed", "failed"],
  /** To completed with all files, merged or not; to failed when the merge fails, or after a day without files. */
  in_progress: ["in_progress", "completed", "failed"],
  completed: [],
  failed: [],
});

export function isOpen(status: BulkUploadStatus): boolean {
  return !bulkUploadTransitions.isFinal(status);
}
