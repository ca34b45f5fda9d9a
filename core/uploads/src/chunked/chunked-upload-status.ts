import { type Transitions, transitions } from "@cartulary/kernel";

/** The statuses of a chunked upload (interface-documents.md, Chunked upload session). */
export type ChunkedUploadStatus = "pending" | "processing" | "completed" | "failed" | "cancelled" | "expired";

/** The statuses that each status may become (uploads.md 5.1). */
export const chunkedUploadTransitions: Transitions<ChunkedUploadStatus> = transitions({
  pending: ["processing", "cancelled", "expired"],
  /** Back to pending: wrong checksum, failing store, expired lease. */
  processing: ["completed", "pending", "failed"],
  /** Only after a day without a document. */
  completed: ["expired"],
  failed: [],
  cancelled: [],
  expired: [],
});

/** A kind of request about an upload; `use` creates a document or a version from it. */
export type ChunkedUploadRequest = "chunk" | "complete" | "cancel" | "use";

/** Error codes of documents.md 2.2. */
export type ChunkedUploadRefusal = "upload_processing" | "upload_not_open" | "upload_expired" | "already_completed";

/** The effect of a request in a status: a change, a repeated reply without a change, or an error. */
type ChunkedUploadOutcome = "proceeds" | "repeats" | ChunkedUploadRefusal;

/** The outcome of every request in every status (uploads.md 5.1, 5.10.5). */
export const CHUNKED_UPLOAD_OUTCOMES: Readonly<
  Record<ChunkedUploadRequest, Readonly<Record<ChunkedUploadStatus, ChunkedUploadOutcome>>>
> = {
  chunk: {
    pending: "proceeds",
    processing: "upload_processing",
    completed: "upload_not_open",
    failed: "upload_not_open",
    cancelled: "upload_not_open",
    expired: "upload_expired",
  },
  complete: {
    pending: "proceeds",
    processing: "upload_processing",
    completed: "repeats",
    failed: "upload_not_open",
    cancelled: "upload_not_open",
    expired: "upload_expired",
  },
  cancel: {
    pending: "proceeds",
    processing: "upload_processing",
    completed: "already_completed",
    failed: "repeats",
    cancelled: "repeats",
    expired: "repeats",
  },
  use: {
    pending: "upload_not_open",
    processing: "upload_not_open",
    completed: "proceeds",
    failed: "upload_not_open",
    cancelled: "upload_not_open",
    expired: "upload_expired",
  },
};
