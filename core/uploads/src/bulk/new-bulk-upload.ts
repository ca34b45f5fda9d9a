import type { CreationPlan, DocumentId } from "@cartulary/documents";
import { type Caller, type Instant, normalizeLine } from "@cartulary/kernel";
import { mergedFileName, type NewBulkUpload } from "./bulk-input.ts";
import { type BulkUpload, type BulkUploadId, idleUntil, SOURCE_UNKNOWN } from "./bulk-upload.ts";

/** The fields of a bulk upload that its request does not contain. */
interface Creation {
  readonly id: BulkUploadId;
  readonly documentId: DocumentId;
  readonly place: CreationPlan["place"];
  readonly now: Instant;
}

/** Builds a bulk upload from an input without errors. */
export function newBulkUpload(
  { userId, clientName: client = SOURCE_UNKNOWN }: Caller,
  input: NewBulkUpload,
  { id, documentId, place, now }: Creation,
): BulkUpload {
  const { totalFiles, autoClassify = false, mergeToPdf = false } = input;
  return {
    ...BULK_UPLOAD_DEFAULTS,
    ...{ id, userId, totalFiles, autoClassify, mergeToPdf },
    source: normalizeLine(input.source ?? "") || client,
    mergedFileName: mergeToPdf ? mergedFileName(input.mergedFileName ?? "") : null,
    reservedDocumentId: mergeToPdf ? documentId : null,
    documentsFolderId: place.documentsFolderId,
    workspaceId: place.workspaceId,
    createdAt: now,
    updatedAt: now,
    abandonedAt: idleUntil(now),
  };
}

/** The defaults of a bulk upload without files. */
export const BULK_UPLOAD_DEFAULTS: Omit<
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
