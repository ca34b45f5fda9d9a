import type { DocumentId, FolderId, WorkspaceId } from "@cartulary/documents";
import {
  type Id,
  type Instant,
  type JsonObject,
  type Listing,
  refused,
  secondsAfter,
  standardLists,
  tooLarge,
  type UserId,
} from "@cartulary/kernel";
import { type BulkUploadStatus, isOpen, leadsTo } from "./machine.ts";

export type BulkUploadId = Id<"BulkUpload">;

/** Files of one bulk upload (interface-documents.md, Limits). */
export const BULK_FILES_MAX = 100;
/** Bytes of all sources of a merge together: what merges them holds them in memory (documents.md 2.4). */
export const MERGE_BYTES_MAX = 268_435_456;
/** How long the next file is waited for, and after the last one the merge. */
export const BULK_IDLE_SECONDS = 86_400;

/** Files that came in together, counted; or a single one, so that every document tells how it came. */
export interface BulkUpload {
  readonly id: BulkUploadId;
  readonly userId: UserId;
  readonly status: BulkUploadStatus;
  /** By what program. */
  readonly source: string;
  readonly totalFiles: number;
  /** Accepted, whatever became of them. */
  readonly receivedFiles: number;
  readonly successfulFiles: number;
  /** Accepted, and lost to what came after. */
  readonly failedFiles: number;
  readonly autoClassify: boolean;
  /** Whether its files become the pages of one PDF. */
  readonly mergeToPdf: boolean;
  /** Of a merge; ends in `.pdf`. */
  readonly mergedFileName: string | null;
  /** The document that a merge makes, there or not: every attempt makes the same. */
  readonly reservedDocumentId: DocumentId | null;
  /** The same, once it is there. */
  readonly mergedDocumentId: DocumentId | null;
  /** Bytes of the sources that were staged. */
  readonly stagedBytes: number;
  /** Where its documents are to lie unless their own requests say. */
  readonly documentsFolderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
  /** Whether it was made for one document, by the document's own request. */
  readonly isLone: boolean;
  /** When its first file came. */
  readonly startedAt: Instant | null;
  readonly completedAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** When it is given up unless something happens to it before, be it a file or the merge; `null` after its end. */
  readonly abandonedAt: Instant | null;
  /** Why it failed: the code of what refused it; `null` where it did not, or nobody knows. */
  readonly failure: string | null;
}

/** What uploads are said to come by where no program is known (documents.md 2.4). */
export const OWN_TOKEN = "personal_access_token";

/** A bulk upload as it is answered. */
export interface BulkUploadView
  extends Omit<
    BulkUpload,
    "reservedDocumentId" | "stagedBytes" | "isLone" | "documentsFolderId" | "abandonedAt" | "failure"
  > {
  readonly processedFiles: number;
  /** Of a hundred. */
  readonly progress: number;
  readonly folderId: FolderId | null;
  /** Of one that failed `failure`, the code of why. */
  readonly metadata: JsonObject;
}

/** What a bulk upload is told as. */
export function bulkUploadView(bulk: BulkUpload): BulkUploadView {
  const { reservedDocumentId: _id, stagedBytes: _bytes, isLone: _lone, abandonedAt: _due, ...shown } = bulk;
  const { documentsFolderId, failure, ...view } = shown;
  const processedFiles = processed(bulk);
  return {
    ...view,
    processedFiles,
    progress: (processedFiles / bulk.totalFiles) * 100,
    folderId: documentsFolderId,
    metadata: failure === null ? {} : { failure },
  };
}

/** Files of which it is known what became of them. */
function processed({ successfulFiles, failedFiles }: BulkUpload): number {
  return successfulFiles + failedFiles;
}

/** Whether every file has come. */
export function isFull({ receivedFiles, totalFiles }: BulkUpload): boolean {
  return receivedFiles >= totalFiles;
}

/** When one is given up to which something happened at `now`. */
export function idleUntil(now: Instant): Instant {
  return secondsAfter(now, BULK_IDLE_SECONDS);
}

/** Whether all that is left is to merge its files. */
export function isMergeable(bulk: BulkUpload): boolean {
  return bulk.mergeToPdf && isOpen(bulk.status) && isFull(bulk);
}

/** Refuses another file: 422 `bulk_upload_closed` after its end, `bulk_upload_full` while the last ones are dealt with. */
export function requireRoom(bulk: BulkUpload): void {
  if (!isOpen(bulk.status)) throw refused("bulk_upload_closed", "The bulk upload has ended; make another one");
  if (isFull(bulk)) throw refused("bulk_upload_full", `All ${bulk.totalFiles} files of the bulk upload have come`);
}

/** With one more document. */
export function withDocument(bulk: BulkUpload, now: Instant): BulkUpload {
  const received = withFile(bulk, now);
  return ended({ ...received, successfulFiles: received.successfulFiles + 1 }, now);
}

/** With one more source of the merge, of so many bytes; 413 where they are too many together. */
export function withSource(bulk: BulkUpload, byteSize: number, now: Instant): BulkUpload {
  const stagedBytes = bulk.stagedBytes + byteSize;
  requireMergeable(stagedBytes);
  return { ...withFile(bulk, now), stagedBytes };
}

/** Refuses more bytes than are merged: 413. */
export function requireMergeable(stagedBytes: number): void {
  if (stagedBytes <= MERGE_BYTES_MAX) return;
  throw tooLarge(`The files of a merge have ${MERGE_BYTES_MAX} bytes together at most; the bulk upload is unchanged`);
}

function withFile(bulk: BulkUpload, now: Instant): BulkUpload {
  requireRoom(bulk);
  const startedAt = bulk.startedAt ?? now;
  return { ...moved(bulk, "in_progress", now), startedAt, receivedFiles: bulk.receivedFiles + 1 };
}

function ended(bulk: BulkUpload, now: Instant): BulkUpload {
  return processed(bulk) < bulk.totalFiles ? bulk : { ...moved(bulk, "completed", now), completedAt: now };
}

/** Merged: the document is there. */
export function merged(bulk: BulkUpload, now: Instant): BulkUpload {
  const { totalFiles: successfulFiles, reservedDocumentId: mergedDocumentId } = bulk;
  return ended({ ...bulk, successfulFiles, mergedDocumentId }, now);
}

/** Ended without all that was announced: what was staged for a merge is lost, documents that were made stay. */
export function failed(bulk: BulkUpload, failure: string, now: Instant): BulkUpload {
  const failedFiles = bulk.mergeToPdf ? bulk.receivedFiles : bulk.failedFiles;
  return { ...moved(bulk, "failed", now), failedFiles, failure, completedAt: now };
}

function moved(bulk: BulkUpload, status: BulkUploadStatus, now: Instant): BulkUpload {
  if (!leadsTo(bulk.status, status)) throw new TypeError(`No bulk upload goes from ${bulk.status} to ${status}`);
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

/** A field that {@link bulkUploadListing} knows. */
export type BulkUploadField = keyof typeof fields;

/** What lists of bulk uploads may be filtered and sorted by. */
export const bulkUploadListing: Listing<BulkUploadField> = {
  dialect: standardLists,
  fields,
  sorts: ["createdAt", "updatedAt"],
  sort: "updatedAt",
};
