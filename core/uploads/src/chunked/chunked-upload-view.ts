import type { DocumentId } from "@cartulary/documents";
import type { BlobKey, Instant } from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { bytesOf, MISSING_CHUNKS_LISTED_MAX, missingChunks, progressOf, totalChunks } from "./chunk-rules.ts";
import { asOf, type ChunkedUpload, type ChunkedUploadId } from "./chunked-upload.ts";
import type { ChunkedUploadStatus } from "./chunked-upload-status.ts";

/** A chunked upload as the API shows it. */
export interface ChunkedUploadView {
  readonly uploadId: ChunkedUploadId;
  readonly status: ChunkedUploadStatus;
  readonly filename: string;
  readonly contentType: string;
  readonly fileSize: number;
  readonly chunkSize: number;
  readonly totalChunks: number;
  /** All chunks when completed; 0 once the chunks are deleted. */
  readonly uploadedChunks: number;
  readonly uploadedBytes: number;
  /** Percent, with two decimals. */
  readonly progress: number;
  /** The first {@link MISSING_CHUNKS_LISTED_MAX}, ascending. */
  readonly missingChunks: readonly number[];
  readonly expiresAt: Instant;
  readonly expired: boolean;
  /** The key of the assembled file's blob, for operators of the store. */
  readonly objectKey: BlobKey | null;
  readonly documentId: DocumentId | null;
  readonly createdAt: Instant;
  readonly completedAt: Instant | null;
}

/** Returns the upload as of `now`, including transitions that are due but not saved. */
export async function chunkedUploadView(
  { chunks }: UploadStores,
  stored: ChunkedUpload,
  now: Instant,
): Promise<ChunkedUploadView> {
  const upload = asOf(stored, now);
  const isOpen = upload.status === "pending" || upload.status === "processing";
  return viewOf(upload, isOpen ? await chunks.numbers(upload.id) : []);
}

/** Returns an upload whose due transitions are applied, with the numbers of its stored chunks. */
export function viewOf(upload: ChunkedUpload, present: readonly number[]): ChunkedUploadView {
  const { id, status, assembled, fileSize } = upload;
  const isWhole = status === "completed";
  const uploadedBytes = isWhole ? fileSize : bytesOf(upload, present);
  return {
    uploadId: id,
    status,
    filename: upload.filename,
    contentType: upload.declaredContentType,
    fileSize,
    chunkSize: upload.chunkSize,
    totalChunks: totalChunks(upload),
    uploadedChunks: isWhole ? totalChunks(upload) : present.length,
    uploadedBytes,
    progress: progressOf(uploadedBytes, fileSize),
    missingChunks: isWhole ? [] : missingChunks(upload, present, MISSING_CHUNKS_LISTED_MAX),
    expiresAt: upload.expiresAt,
    expired: status === "expired",
    objectKey: assembled?.blobKey ?? null,
    documentId: upload.documentId,
    createdAt: upload.createdAt,
    completedAt: upload.completedAt,
  };
}
