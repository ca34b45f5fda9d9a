import {
  type Caller,
  DomainError,
  forbidden,
  type Instant,
  isAdministrator,
  notFound,
  orNotFound,
  unprocessable,
} from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { asOf, type ChunkedUpload, type ChunkedUploadId } from "./chunked-upload.ts";
import {
  CHUNKED_UPLOAD_OUTCOMES,
  type ChunkedUploadRefusal,
  type ChunkedUploadRequest,
} from "./chunked-upload-status.ts";

/** Retry-After of requests during an assembly (uploads.md 5.10.3). */
const PROCESSING_RETRY_SECONDS = 2;

/** Returns the upload to its owner and to administrators; throws 404 for other callers. */
export function requireVisible(upload: ChunkedUpload | null, caller: Caller): ChunkedUpload {
  const found = orNotFound(upload);
  if (found.userId !== caller.userId && !isAdministrator(caller)) throw notFound();
  return found;
}

/** Returns the upload to its owner; throws 403 for administrators, 404 for other callers. */
export function requireOwner(upload: ChunkedUpload | null, caller: Caller): ChunkedUpload {
  const found = requireVisible(upload, caller);
  if (found.userId === caller.userId) return found;
  throw forbidden("Only the user who created an upload may send its chunks and complete it");
}

/**
 * Returns the upload as of `now` if its status allows the request, possibly without effect; otherwise throws the error
 * of the table.
 */
export function requireAllowed(stored: ChunkedUpload, request: ChunkedUploadRequest, now: Instant): ChunkedUpload {
  const upload = asOf(stored, now);
  const outcome = CHUNKED_UPLOAD_OUTCOMES[request][upload.status];
  if (outcome === "proceeds" || outcome === "repeats") return upload;
  throw ERRORS[outcome](upload);
}

/**
 * Locks and returns the owner's upload if its status allows the request. Saves an expired claim as ended first: its
 * former holder can then no longer complete what this request changes.
 */
export async function lockForRequest(
  { chunkedUploads }: UploadStores,
  caller: Caller,
  id: ChunkedUploadId,
  request: ChunkedUploadRequest,
  now: Instant,
): Promise<ChunkedUpload> {
  const stored = requireOwner(await chunkedUploads.lock(id), caller);
  const upload = requireAllowed(stored, request, now);
  if (upload.status !== stored.status) await chunkedUploads.update(upload);
  return upload;
}

/** True when the request changes the upload; call after {@link requireAllowed}. */
export function changesState({ status }: ChunkedUpload, request: ChunkedUploadRequest): boolean {
  return CHUNKED_UPLOAD_OUTCOMES[request][status] === "proceeds";
}

const ERRORS: Readonly<Record<ChunkedUploadRefusal, (upload: ChunkedUpload) => DomainError>> = {
  upload_processing: uploadProcessing,
  upload_not_open: ({ status }) =>
    unprocessable("upload_not_open", `The upload is ${status}; this operation is not allowed`),
  upload_expired: () => unprocessable("upload_expired", "The upload has expired; start a new one"),
  already_completed: () => unprocessable("already_completed", "The upload is completed and cannot be cancelled"),
};

/** Returns the 409 error during an assembly, with a Retry-After. */
export function uploadProcessing(): DomainError {
  return new DomainError("conflict", "upload_processing", "The file is being assembled; retry in a moment", {
    retryAfterSeconds: PROCESSING_RETRY_SECONDS,
  });
}

export function checksumMismatch(message: string): DomainError {
  return unprocessable("checksum_mismatch", message);
}
