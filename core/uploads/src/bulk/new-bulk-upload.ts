import type { DocumentId, Foreseen } from "@cartulary/documents";
import { type Caller, type Instant, line } from "@cartulary/kernel";
import { mergedFileName, type NewBulkUpload } from "./bulk-input.ts";
import { type BulkUpload, type BulkUploadId, idleUntil, OWN_TOKEN } from "./bulk-upload.ts";

/** What is known of a bulk upload beside what its request says. */
interface Making {
  readonly id: BulkUploadId;
  readonly documentId: DocumentId;
  readonly place: Foreseen["place"];
  readonly now: Instant;
}

/** A bulk upload of an input without errors. */
export function newBulkUpload(
  { userId, program = OWN_TOKEN }: Caller,
  input: NewBulkUpload,
  { id, documentId, place, now }: Making,
): BulkUpload {
  const { totalFiles, autoClassify = false, mergeToPdf = false } = input;
  return {
    ...NOTHING_RECEIVED,
    ...{ id, userId, totalFiles, autoClassify, mergeToPdf },
    source: line(input.source ?? "") || program,
    mergedFileName: mergeToPdf ? mergedFileName(input.mergedFileName ?? "") : null,
    reservedDocumentId: mergeToPdf ? documentId : null,
    documentsFolderId: place.documentsFolderId,
    workspaceId: place.workspaceId,
    createdAt: now,
    updatedAt: now,
    abandonedAt: idleUntil(now),
  };
}

/** A bulk upload of which nothing was said, and to which nothing has come. */
export const NOTHING_RECEIVED: Omit<
  BulkUpload,
  "id" | "userId" | "source" | "totalFiles" | "createdAt" | "updatedAt" | "abandonedAt"
> = {
  status: "pending",
  receivedFiles: 0,
  successfulFiles: 0,
  failedFiles: 0,
  autoClassify: false,
  mergeToPdf: false,
  mergedFileName: null,
  reservedDocumentId: null,
  mergedDocumentId: null,
  stagedBytes: 0,
  documentsFolderId: null,
  workspaceId: null,
  isLone: false,
  startedAt: null,
  completedAt: null,
  failure: null,
};
