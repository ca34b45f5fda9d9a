import type { DocumentId } from "@cartulary/documents";
import type { BlobKey, Instant } from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { bytesOf, MISSING_NAMED_MAX, missingChunks, progressOf, totalChunks } from "./chunk-rules.ts";
import { asOf, type ChunkedUpload, type ChunkedUploadId } from "./chunked-upload.ts";
import type { ChunkedUploadStatus } from "./machine.ts";

/** A session as it is answered. */
export interface ChunkedUploadView {
  readonly uploadId: ChunkedUploadId;
  readonly status: ChunkedUploadStatus;
  readonly filename: string;
  readonly contentType: string;
  readonly fileSize: number;
  readonly chunkSize: number;
  readonly totalChunks: number;
  /** Counts stay as they were when it is completed, and are 0 once its chunks are gone. */
  readonly uploadedChunks: number;
  readonly uploadedBytes: number;
  /** 0 to 100, in hundredths. */
  readonly progress: number;
  /** The first {@link MISSING_NAMED_MAX}, ascending. */
  readonly missingChunks: readonly number[];
  readonly expiresAt: Instant;
  readonly expired: boolean;
  /** Under which the bytes are stored: of no use to anybody but whoever looks after the store. */
  readonly objectKey: BlobKey | null;
  readonly documentId: DocumentId | null;
  readonly createdAt: Instant;
  readonly completedAt: Instant | null;
}

/** The session as it is at `now`, whether or not somebody has written that down. */
export async function viewOf(
  { chunks }: UploadStores,
  stored: ChunkedUpload,
  now: Instant,
): Promise<ChunkedUploadView> {
  const upload = asOf(stored, now);
  const isOpen = upload.status === "pending" || upload.status === "processing";
  return shown(upload, isOpen ? await chunks.numbers(upload.id) : []);
}

/** With those of its chunks that are there. */
function shown(upload: ChunkedUpload, present: readonly number[]): ChunkedUploadView {
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
    missingChunks: isWhole ? [] : missingChunks(upload, present, MISSING_NAMED_MAX),
    expiresAt: upload.expiresAt,
    expired: status === "expired",
    objectKey: assembled?.blobKey ?? null,
    documentId: upload.documentId,
    createdAt: upload.createdAt,
    completedAt: upload.completedAt,
  };
}
