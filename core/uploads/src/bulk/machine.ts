/** What a bulk upload is in (interface-documents.md, Bulk upload). */
export const BULK_UPLOAD_STATUSES = ["pending", "in_progress", "completed", "failed"] as const;
export type BulkUploadStatus = (typeof BULK_UPLOAD_STATUSES)[number];

/** Where each state leads (documents.md 2.4). */
export const BULK_UPLOAD_TRANSITIONS: Readonly<Record<BulkUploadStatus, readonly BulkUploadStatus[]>> = {
  /** To completed at once where its only file is no source of a merge; to failed where nothing came for a day. */
  pending: ["in_progress", "completed", "failed"],
  /** Merged or not, with all files; to failed where they cannot be merged, or the rest did not come for a day. */
  in_progress: ["in_progress", "completed", "failed"],
  completed: [],
  failed: [],
};

/** True where the table leads from one to the other. */
export function leadsTo(from: BulkUploadStatus, to: BulkUploadStatus): boolean {
  return BULK_UPLOAD_TRANSITIONS[from].includes(to);
}

/** True while files may still come. */
export function isOpen(status: BulkUploadStatus): boolean {
  return BULK_UPLOAD_TRANSITIONS[status].length > 0;
}
