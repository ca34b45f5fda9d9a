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
import { type ChunkedUploadStatus, leadsTo } from "./machine.ts";

export type ChunkedUploadId = Id<"ChunkedUpload">;
/** One host's attempt to assemble a session. */
export type AssemblyClaimId = Id<"AssemblyClaim">;

/** Bytes of the longest file (interface-documents.md, Limits). */
export const FILE_BYTES_MAX = 5_368_709_120;
/** Bytes of the shortest chunk but the last, and of the longest. */
export const CHUNK_BYTES_MIN = 1_048_576;
export const CHUNK_BYTES_MAX = 104_857_600;
/** Where the request does not say. */
export const CHUNK_BYTES_DEFAULT = 5_242_880;
/** How long a session lives, and a finished one that nobody makes a document of. */
export const SESSION_SECONDS = 86_400;
/** How long it can be asked about after its end. */
export const REMEMBERED_SECONDS = 2_592_000;
/** Sessions that one person may have under way (uploads.md 5.10.6). */
export const OPEN_SESSIONS_MAX = 100;

/** A large file on its way in, in chunks. */
export interface ChunkedUpload {
  readonly id: ChunkedUploadId;
  readonly userId: UserId;
  readonly status: ChunkedUploadStatus;
  /** As it was sent, path and all. */
  readonly filename: string;
  /** As it was declared, without parameters; `application/octet-stream` for what is no media type. */
  readonly declaredContentType: string;
  readonly fileSize: number;
  readonly chunkSize: number;
  /** Where its document is to lie unless the document's own request says. */
  readonly documentsFolderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
  /** Becomes the document's `metadataUser` unless its request says; `null` says nothing. */
  readonly metadata: JsonObject | null;
  readonly createdAt: Instant;
  /** While it is pending, and again once it is completed and unused. */
  readonly expiresAt: Instant;
  /** Whoever assembles it; others may take it over when the lease has run out. Both `null` unless it is processing. */
  readonly claimId: AssemblyClaimId | null;
  readonly leaseUntil: Instant | null;
  /** The assembled file. Its bytes are the session's until a document takes them over; `null` unless it is completed. */
  readonly assembled: AssembledFile | null;
  readonly completedAt: Instant | null;
  /** What the file became. */
  readonly documentId: DocumentId | null;
  /** When its status changed last. */
  readonly changedAt: Instant;
}

/** A whole file that was put together from its chunks. */
export interface AssembledFile {
  readonly blobKey: BlobKey;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Base64. */
  readonly md5: string;
  /** What the bytes are taken for. */
  readonly contentType: string;
  /** Of plain text that is. */
  readonly charset: "utf-8" | null;
}

/** One stored chunk; its row holds its blob. */
export interface Chunk {
  readonly uploadId: ChunkedUploadId;
  /** From 1. */
  readonly number: number;
  readonly byteSize: number;
  /** Base64. */
  readonly md5: string;
  readonly blobKey: BlobKey;
}

/** When something becomes of a session by itself: an expiry, the end of a lease or of remembering it. */
export function dueAt(upload: ChunkedUpload): Instant {
  const { status, expiresAt, leaseUntil, changedAt } = upload;
  if (status === "processing" && leaseUntil !== null) return leaseUntil;
  if (status === "pending" || isUnused(upload)) return expiresAt;
  return secondsAfter(changedAt, REMEMBERED_SECONDS);
}

/** The session as the passing of time leaves it, whether or not somebody has written that down. */
export function asOf(upload: ChunkedUpload, now: Instant): ChunkedUpload {
  if (millisecondsOf(dueAt(upload)) > millisecondsOf(now)) return upload;
  if (upload.status === "processing") return asOf(moved(upload, "pending", now), now);
  if (upload.status === "pending" || isUnused(upload)) return moved(upload, "expired", now);
  return upload;
}

/** A finished file that no document was made of: only then are its bytes the session's own. */
export function isUnused({ status, documentId }: ChunkedUpload): boolean {
  return status === "completed" && documentId === null;
}

/** What a change of status brings along. */
type Moving = Partial<Pick<ChunkedUpload, "claimId" | "leaseUntil" | "assembled" | "completedAt" | "expiresAt">>;

/** In another status. Claims end with it, and so do assembled bytes, unless `moving` says otherwise. */
export function moved(
  upload: ChunkedUpload,
  status: ChunkedUploadStatus,
  now: Instant,
  moving: Moving = {},
): ChunkedUpload {
  if (!leadsTo(upload.status, status)) throw new TypeError(`No session goes from ${upload.status} to ${status}`);
  return { ...upload, status, claimId: null, leaseUntil: null, assembled: null, changedAt: now, ...moving };
}
