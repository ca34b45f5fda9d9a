import {
  type Caller,
  DomainError,
  existing,
  forbidden,
  type Instant,
  isAdministrator,
  notFound,
  refused,
} from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { asOf, type ChunkedUpload, type ChunkedUploadId } from "./chunked-upload.ts";
import { CHUNKED_UPLOAD_OUTCOMES, type ChunkedUploadRefusal, type ChunkedUploadRequest } from "./machine.ts";

/** How long whoever meets an assembly is asked to wait (uploads.md 5.10.3). */
const PROCESSING_RETRY_SECONDS = 2;

/** The session, for its owner and for administrators; for anybody else there is none (404). */
export function seen(upload: ChunkedUpload | null, caller: Caller): ChunkedUpload {
  const found = existing(upload);
  if (found.userId !== caller.userId && !isAdministrator(caller)) throw notFound();
  return found;
}

/** The session, for its owner alone: administrators, who see it, are refused with 403. */
export function own(upload: ChunkedUpload | null, caller: Caller): ChunkedUpload {
  const found = seen(upload, caller);
  if (found.userId === caller.userId) return found;
  throw forbidden("Only whoever opened an upload sends its chunks and completes it");
}

/**
 * The session as it is at `now`, if a request proceeds or repeats in its state; refused with the code of the table
 * otherwise.
 */
export function admitted(stored: ChunkedUpload, request: ChunkedUploadRequest, now: Instant): ChunkedUpload {
  const upload = asOf(stored, now);
  const outcome = CHUNKED_UPLOAD_OUTCOMES[request][upload.status];
  if (outcome === "proceeds" || outcome === "repeats") return upload;
  throw REFUSALS[outcome](upload);
}

/**
 * The session of its owner, locked, if the request proceeds or repeats. A claim that had lapsed is over from here on,
 * written down before anything else changes: whoever held it can no longer complete what is changed now.
 */
export async function lockedFor(
  { chunkedUploads }: UploadStores,
  caller: Caller,
  id: ChunkedUploadId,
  request: ChunkedUploadRequest,
  now: Instant,
): Promise<ChunkedUpload> {
  const stored = own(await chunkedUploads.lock(id), caller);
  const upload = admitted(stored, request, now);
  if (upload.status !== stored.status) await chunkedUploads.update(upload);
  return upload;
}

/** Whether the request changes anything; asked of what was {@link admitted}. */
export function proceeds({ status }: ChunkedUpload, request: ChunkedUploadRequest): boolean {
  return CHUNKED_UPLOAD_OUTCOMES[request][status] === "proceeds";
}

const REFUSALS: Readonly<Record<ChunkedUploadRefusal, (upload: ChunkedUpload) => DomainError>> = {
  upload_processing: uploadProcessing,
  upload_not_open: ({ status }) =>
    refused("upload_not_open", `This upload is ${status}; what is asked cannot be done in that state`),
  upload_expired: () => refused("upload_expired", "This upload's time is over; open another one"),
  already_completed: () => refused("already_completed", "This upload is completed and can no longer be cancelled"),
};

/** 409: the chunks are being put together; to be asked again in a moment. */
export function uploadProcessing(): DomainError {
  return new DomainError("conflict", "upload_processing", "The file is being put together; ask again in a moment", {
    retryAfterSeconds: PROCESSING_RETRY_SECONDS,
  });
}

/** 422: bytes are not those that their sender says. */
export function checksumMismatch(message: string): DomainError {
  return refused("checksum_mismatch", message);
}
