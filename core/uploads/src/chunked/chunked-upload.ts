import type { DocumentId, FolderId, WorkspaceId } from "@cartulary/documents";
import {
  type BlobKey,
  type Id,
  type Instant,
  type JsonObject,
  millisecondsOf,
  secondsAfter,
  type UserId,
} from "@cartulary/kernel";
import { type ChunkedUploadStatus, chunkedUploadTransitions } from "./chunked-upload-status.ts";

export type ChunkedUploadId = Id<"ChunkedUpload">;
/** One host's attempt to assemble a session. */
export type AssemblyClaimId = Id<"AssemblyClaim">;

/** Maximum bytes of a file (interface-documents.md, Limits). */
export const FILE_BYTES_MAX = 5_368_709_120;
/** Minimum bytes of every chunk but the last, and maximum. */
export const CHUNK_BYTES_MIN = 1_048_576;
export const CHUNK_BYTES_MAX = 104_857_600;
/**
 * Bytes of every chunk but the last, where the client names no size.
 *
 * @example
 * ```ts
 * import { CHUNK_BYTES_DEFAULT } from "@cartulary/uploads";
 *
 * Math.ceil(2 ** 30 / CHUNK_BYTES_DEFAULT); // the chunks of a file of one gibibyte
 * ```
 */
export const CHUNK_BYTES_DEFAULT = 5_242_880;
/** Lifetime of an open upload, and of a completed one without a document. */
export const SESSION_SECONDS = 86_400;
/** Time for which an ended upload can be read. */
export const ENDED_RETENTION_SECONDS = 2_592_000;
/** Maximum number of open uploads per user (uploads.md 5.10.6). */
export const OPEN_SESSIONS_MAX = 100;

/** A large file that is uploaded in chunks. */
export interface ChunkedUpload {
  readonly id: ChunkedUploadId;
  readonly userId: UserId;
  readonly status: ChunkedUploadStatus;
  /** As sent, including a path. */
  readonly filename: string;
  /** The declared media type without parameters; `application/octet-stream` when it is malformed. */
  readonly declaredContentType: string;
  readonly fileSize: number;
  readonly chunkSize: number;
  /** Destination of the document, unless its own request names one. */
  readonly documentsFolderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
  /** The document's `metadataUser`, unless its own request has some. */
  readonly metadata: JsonObject | null;
  readonly createdAt: Instant;
  /** Expiry while pending, and while completed without a document. */
  readonly expiresAt: Instant;
  /**
   * The claim of the assembling host; other hosts may claim the upload after `leaseUntil`. Both `null` unless
   * processing.
   */
  readonly claimId: AssemblyClaimId | null;
  readonly leaseUntil: Instant | null;
  /** The upload owns the blob until a document is created from it. `null` unless completed. */
  readonly assembled: AssembledFile | null;
  readonly completedAt: Instant | null;
  /** The document created from the file. */
  readonly documentId: DocumentId | null;
  /** Time of the last change of status. */
  readonly changedAt: Instant;
}

/** A file assembled from its chunks. */
export interface AssembledFile {
  readonly blobKey: BlobKey;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Base64. */
  readonly md5: string;
  /** The media type detected from the bytes. */
  readonly contentType: string;
  /** Set for plain text in UTF-8. */
  readonly charset: "utf-8" | null;
}

/** A stored chunk; the row references its blob. */
export interface Chunk {
  readonly uploadId: ChunkedUploadId;
  /** From 1. */
  readonly number: number;
  readonly byteSize: number;
  /** Base64. */
  readonly md5: string;
  readonly blobKey: BlobKey;
}

/** Returns the time of the next automatic transition: expiry, end of the lease, or deletion. */
export function dueAt(upload: ChunkedUpload): Instant {
  const { status, expiresAt, leaseUntil, changedAt } = upload;
  if (status === "processing" && leaseUntil !== null) return leaseUntil;
  if (status === "pending" || isUnused(upload)) return expiresAt;
  return secondsAfter(changedAt, ENDED_RETENTION_SECONDS);
}

/** Returns the upload as of `now`, including transitions that are due but not saved. */
export function asOf(upload: ChunkedUpload, now: Instant): ChunkedUpload {
  if (millisecondsOf(dueAt(upload)) > millisecondsOf(now)) return upload;
  if (upload.status === "processing") return asOf(transition(upload, "pending", now), now);
  if (upload.status === "pending" || isUnused(upload)) return transition(upload, "expired", now);
  return upload;
}

/** True for a completed upload without a document: it owns its blob. */
export function isUnused({ status, documentId }: ChunkedUpload): boolean {
  return status === "completed" && documentId === null;
}

/** Fields that change along with the status. */
type TransitionFields = Partial<
  Pick<ChunkedUpload, "claimId" | "leaseUntil" | "assembled" | "completedAt" | "expiresAt">
>;

/** Returns the upload in another status. Clears the claim and the assembled file unless `fields` sets them. */
export function transition(
  upload: ChunkedUpload,
  next: ChunkedUploadStatus,
  now: Instant,
  fields: TransitionFields = {},
): ChunkedUpload {
  const status = chunkedUploadTransitions.move(upload.status, next);
  return { ...upload, status, claimId: null, leaseUntil: null, assembled: null, changedAt: now, ...fields };
}
