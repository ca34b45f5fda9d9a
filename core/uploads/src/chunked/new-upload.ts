import { type FolderId, isDeceptiveFileName, normalizeMediaType, type WorkspaceId } from "@cartulary/documents";
import {
  type FieldError,
  type Instant,
  isInvisible,
  isStorable,
  type JsonObject,
  jsonObjectError,
  secondsAfter,
  type UserId,
  withoutNulls,
} from "@cartulary/kernel";
import {
  CHUNK_BYTES_DEFAULT,
  CHUNK_BYTES_MAX,
  CHUNK_BYTES_MIN,
  type ChunkedUpload,
  type ChunkedUploadId,
  FILE_BYTES_MAX,
  SESSION_SECONDS,
} from "./chunked-upload.ts";

/** The fields of a request that creates a chunked upload. */
export interface NewChunkedUpload {
  readonly filename: string;
  /** 1 to {@link FILE_BYTES_MAX}. */
  readonly fileSize: number;
  readonly contentType: string;
  /** {@link CHUNK_BYTES_MIN} to {@link CHUNK_BYTES_MAX}; {@link CHUNK_BYTES_DEFAULT} when absent. */
  readonly chunkSize?: number;
  readonly documentsFolderId?: FolderId | null;
  readonly workspaceId?: WorkspaceId | null;
  readonly metadata?: JsonObject | null;
}

/** Maximum UTF-16 units of a sent name: sixteen times the stored maximum. */
const FILENAME_UNITS_MAX = 4_096;

/** Returns all errors of the values themselves. */
export function newUploadErrors({
  filename,
  fileSize,
  chunkSize = CHUNK_BYTES_DEFAULT,
  metadata,
}: NewChunkedUpload): readonly FieldError[] {
  return withoutNulls(
    filenameError(filename),
    boundError("fileSize", fileSize, 1, FILE_BYTES_MAX),
    boundError("chunkSize", chunkSize, CHUNK_BYTES_MIN, CHUNK_BYTES_MAX),
    metadata ? jsonObjectError("metadata", metadata) : null,
  );
}

/**
 * Rejects names that cannot be stored or deceive. Path and control characters are only removed when a document gets the
 * name.
 */
function filenameError(filename: string): FieldError | null {
  const field = "filename";
  if (filename.length > FILENAME_UNITS_MAX) {
    return { field, code: "too_long", message: `is too long (maximum is ${FILENAME_UNITS_MAX} characters)` };
  }
  if (!isStorable(filename)) return { field, code: "invalid", message: "contains an invalid character" };
  if (isInvisible(filename)) return { field, code: "blank", message: "can't be blank" };
  if (!isDeceptiveFileName(filename)) return null;
  return { field, code: "invalid", message: "can be mistaken for another name; rename the file" };
}

function boundError(field: string, value: number, min: number, max: number): FieldError | null {
  if (!Number.isInteger(value)) return { field, code: "not_a_number", message: "is not a whole number" };
  if (value < min) {
    return { field, code: "greater_than_or_equal_to", message: `must be greater than or equal to ${min}` };
  }
  if (value > max) return { field, code: "less_than_or_equal_to", message: `must be less than or equal to ${max}` };
  return null;
}

/** Builds a chunked upload from an input without errors. */
export function newUpload(
  input: NewChunkedUpload,
  { id, userId, now }: { readonly id: ChunkedUploadId; readonly userId: UserId; readonly now: Instant },
): ChunkedUpload {
  const { filename, fileSize, contentType, chunkSize = CHUNK_BYTES_DEFAULT } = input;
  return {
    id,
    userId,
    status: "pending",
    filename,
    declaredContentType: normalizeMediaType(contentType),
    fileSize,
    chunkSize,
    documentsFolderId: input.documentsFolderId ?? null,
    workspaceId: input.workspaceId ?? null,
    metadata: input.metadata ?? null,
    createdAt: now,
    expiresAt: secondsAfter(now, SESSION_SECONDS),
    claimId: null,
    leaseUntil: null,
    assembled: null,
    completedAt: null,
    documentId: null,
    changedAt: now,
  };
}
