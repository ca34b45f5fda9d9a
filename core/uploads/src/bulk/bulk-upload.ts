import type { DocumentId, FolderId, WorkspaceId } from "@cartulary/documents";
import {
  DEFAULT_LIST_DIALECT,
  type Id,
  type Instant,
  type JsonObject,
  type Listing,
  secondsAfter,
  tooLarge,
  type UserId,
  unprocessable,
} from "@cartulary/kernel";
import { type BulkUploadStatus, bulkUploadTransitions, isOpen } from "./bulk-upload-status.ts";

export type BulkUploadId = Id<"BulkUpload">;

/** Maximum number of files of a bulk upload (interface-documents.md, Limits). */
export const BULK_FILES_MAX = 100;
/** Maximum total bytes of the sources of a merge, which holds them in memory (documents.md 2.4). */
export const MERGE_SOURCES_BYTES_MAX = 268_435_456;
/** Time to wait for the next file, and for the merge after the last file. */
export const BULK_IDLE_SECONDS = 86_400;

/**
 * A counted group of uploaded files. A single file gets one of its own, so every document has a record of its upload.
 */
export interface BulkUpload {
  readonly id: BulkUploadId;
  readonly userId: UserId;
  readonly status: BulkUploadStatus;
  /** The client program. */
  readonly source: string;
  readonly totalFiles: number;
  /** Number of accepted files, successful and failed. */
  readonly receivedFiles: number;
  readonly successfulFiles: number;
  /** Number of accepted files that were lost in a failed merge. */
  readonly failedFiles: number;
  readonly autoClassify: boolean;
  /** True when the files become the pages of one PDF. */
  readonly mergeToPdf: boolean;
  /** The name of the merged document; ends in `.pdf`. `null` without a merge. */
  readonly mergedFileName: string | null;
  /** The id of the merged document, reserved so that every attempt creates the same document. */
  readonly reservedDocumentId: DocumentId | null;
  /** The id of the merged document once it exists. */
  readonly mergedDocumentId: DocumentId | null;
  /** Total bytes of the staged sources. */
  readonly stagedBytes: number;
  /** Destination of documents whose own request names none. */
  readonly documentsFolderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
  /** True when the bulk upload was created together with its only document. */
  readonly isLone: boolean;
  /** Arrival of the first file. */
  readonly startedAt: Instant | null;
  readonly completedAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The deadline, moved by every file and by the merge; `null` once it has ended. */
  readonly abandonedAt: Instant | null;
  /** The error code of a failure; `null` otherwise, or when unknown. */
  readonly failure: string | null;
}

/** The `source` of requests whose client is unknown (documents.md 2.4). */
export const SOURCE_UNKNOWN = "personal_access_token";

/** A bulk upload as the API shows it. */
export interface BulkUploadView
  extends Omit<
    BulkUpload,
    "reservedDocumentId" | "stagedBytes" | "isLone" | "documentsFolderId" | "abandonedAt" | "failure"
  > {
  readonly processedFiles: number;
  /** Percent. */
  readonly progress: number;
  readonly folderId: FolderId | null;
  /** Has `failure`, the error code, when the bulk upload failed. */
  readonly metadata: JsonObject;
}

export function bulkUploadView(bulk: BulkUpload): BulkUploadView {
  const { reservedDocumentId: _id, stagedBytes: _bytes, isLone: _lone, abandonedAt: _due, ...visible } = bulk;
  const { documentsFolderId, failure, ...view } = visible;
  const processedFiles = processed(bulk);
  return {
    ...view,
    processedFiles,
    progress: (processedFiles / bulk.totalFiles) * 100,
    folderId: documentsFolderId,
    metadata: failure === null ? {} : { failure },
  };
}

function processed({ successfulFiles, failedFiles }: BulkUpload): number {
  return successfulFiles + failedFiles;
}

/** True when every file has been received. */
export function isFull({ receivedFiles, totalFiles }: BulkUpload): boolean {
  return receivedFiles >= totalFiles;
}

/** Returns the deadline of a bulk upload that last changed at `now`. */
export function idleUntil(now: Instant): Instant {
  return secondsAfter(now, BULK_IDLE_SECONDS);
}

/** True when all files are staged and the merge has not ended. */
export function isMergeable(bulk: BulkUpload): boolean {
  return bulk.mergeToPdf && isOpen(bulk.status) && isFull(bulk);
}

/** Throws 422 `bulk_upload_closed` after the end, and `bulk_upload_full` when no more files are expected. */
export function requireOpenSlot(bulk: BulkUpload): void {
  if (!isOpen(bulk.status)) throw unprocessable("bulk_upload_closed", "The bulk upload has ended; create a new one");
  if (isFull(bulk))
    throw unprocessable("bulk_upload_full", `All ${bulk.totalFiles} files of the bulk upload were received`);
}

/** Counts one more document. */
export function withDocument(bulk: BulkUpload, now: Instant): BulkUpload {
  const received = withFile(bulk, now);
  return completedIfDone({ ...received, successfulFiles: received.successfulFiles + 1 }, now);
}

/** Counts one more source of the merge; throws 413 when the sources exceed {@link MERGE_SOURCES_BYTES_MAX} together. */
export function withSource(bulk: BulkUpload, byteSize: number, now: Instant): BulkUpload {
  const stagedBytes = bulk.stagedBytes + byteSize;
  requireMergeable(stagedBytes);
  return { ...withFile(bulk, now), stagedBytes };
}

/** Throws 413 when a merge has more than {@link MERGE_SOURCES_BYTES_MAX}. */
export function requireMergeable(stagedBytes: number): void {
  if (stagedBytes <= MERGE_SOURCES_BYTES_MAX) return;
  throw tooLarge(
    `The files of a merge must not exceed ${MERGE_SOURCES_BYTES_MAX} bytes in total; the bulk upload is unchanged`,
  );
}

function withFile(bulk: BulkUpload, now: Instant): BulkUpload {
  requireOpenSlot(bulk);
  const startedAt = bulk.startedAt ?? now;
  return { ...inStatus(bulk, "in_progress", now), startedAt, receivedFiles: bulk.receivedFiles + 1 };
}

function completedIfDone(bulk: BulkUpload, now: Instant): BulkUpload {
  return processed(bulk) < bulk.totalFiles ? bulk : { ...inStatus(bulk, "completed", now), completedAt: now };
}

/** Completes the bulk upload after its merged document was created. */
export function completeMerge(bulk: BulkUpload, now: Instant): BulkUpload {
  const { totalFiles: successfulFiles, reservedDocumentId: mergedDocumentId } = bulk;
  return completedIfDone({ ...bulk, successfulFiles, mergedDocumentId }, now);
}

/** Ends the bulk upload as failed. Staged sources are lost; documents that exist stay. */
export function markFailed(bulk: BulkUpload, failure: string, now: Instant): BulkUpload {
  const failedFiles = bulk.mergeToPdf ? bulk.receivedFiles : bulk.failedFiles;
  return { ...inStatus(bulk, "failed", now), failedFiles, failure, completedAt: now };
}

function inStatus(bulk: BulkUpload, next: BulkUploadStatus, now: Instant): BulkUpload {
  const status = bulkUploadTransitions.move(bulk.status, next);
  return { ...bulk, status, updatedAt: now, abandonedAt: isOpen(status) ? idleUntil(now) : null };
}

const fields = {
  id: "uuid",
  status: "keyword",
  source: "text",
  totalFiles: "integer",
  processedFiles: "integer",
  successfulFiles: "integer",
  failedFiles: "integer",
  receivedFiles: "integer",
  autoClassify: "boolean",
  mergeToPdf: "boolean",
  mergedFileName: "text",
  mergedDocumentId: "uuid",
  startedAt: "instant",
  completedAt: "instant",
  folderId: "uuid",
  workspaceId: "uuid",
  userId: "uuid",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type BulkUploadField = keyof typeof fields;

/** The filters and sort orders of lists of bulk uploads. */
export const bulkUploadListing: Listing<BulkUploadField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["createdAt", "updatedAt"],
  sort: "updatedAt",
};
