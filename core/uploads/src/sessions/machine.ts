/** What a session is in (interface-documents.md, Chunked upload session). */
export type ChunkedUploadStatus = "pending" | "processing" | "completed" | "failed" | "cancelled" | "expired";

/** Where each state leads (uploads.md 5.1). What comes from nowhere else ends a session for good. */
export const CHUNKED_UPLOAD_TRANSITIONS: Readonly<Record<ChunkedUploadStatus, readonly ChunkedUploadStatus[]>> = {
  pending: ["processing", "cancelled", "expired"],
  /** Back to pending: a checksum that differs, a store that does not answer, a lease that ran out. */
  processing: ["completed", "pending", "failed"],
  /** Only of what nobody used for a day. */
  completed: ["expired"],
  failed: [],
  cancelled: [],
  expired: [],
};

/** What is asked of a session by those who may. */
export type ChunkedUploadRequest = "chunk" | "complete" | "cancel" | "use";

/** Why a request is refused: codes of documents.md 2.2. */
export type ChunkedUploadRefusal = "upload_processing" | "upload_not_open" | "upload_expired" | "already_completed";

/** What a request does in a state: something, nothing though it is answered alike, or it is refused. */
type ChunkedUploadOutcome = "proceeds" | "repeats" | ChunkedUploadRefusal;

/** Every request in every state (uploads.md 5.1, 5.10.5). */
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

/** True where the table leads from one to the other. */
export function leadsTo(from: ChunkedUploadStatus, to: ChunkedUploadStatus): boolean {
  return CHUNKED_UPLOAD_TRANSITIONS[from].includes(to);
}
