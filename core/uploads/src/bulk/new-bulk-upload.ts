import type { DocumentId, Foreseen } from "@cartulary/documents";
import { type Caller, type Instant, line } from "@cartulary/kernel";
import type { ProgramName } from "../ports.ts";
import { mergedFileName, type NewBulkUpload } from "./bulk-input.ts";
import type { BulkUpload, BulkUploadId } from "./bulk-upload.ts";

/** What uploads are said to come by where no program is known (documents.md 2.4). */
const OWN_TOKEN = "personal_access_token";

/** By what program a caller sends files. */
export async function programOf<Stores>(stores: Stores, caller: Caller, name: ProgramName<Stores>): Promise<string> {
  return (await name(stores, caller)) ?? OWN_TOKEN;
}

/** What is known of a bulk upload beside what its request says. */
interface Making {
  readonly id: BulkUploadId;
  readonly source: string;
  readonly now: Instant;
}

/** A bulk upload of an input without errors. */
export function newBulkUpload(
  { userId }: Caller,
  input: NewBulkUpload,
  {
    id,
    source,
    now,
    place,
    documentId,
  }: Making & { readonly place: Foreseen["place"]; readonly documentId: DocumentId },
): BulkUpload {
  const { totalFiles, autoClassify = false, mergeToPdf = false } = input;
  return {
    ...NOTHING_RECEIVED,
    ...{ id, userId, totalFiles, autoClassify, mergeToPdf },
    source: line(input.source ?? "") || source,
    mergedFileName: mergeToPdf ? mergedFileName(input.mergedFileName ?? "") : null,
    reservedDocumentId: mergeToPdf ? documentId : null,
    documentsFolderId: place.documentsFolderId,
    workspaceId: place.workspaceId,
    createdAt: now,
    updatedAt: now,
  };
}

/** That of a document that came alone. */
export function loneBulkUpload({ userId }: Caller, { id, source, now }: Making): BulkUpload {
  const dates = { startedAt: now, completedAt: now, createdAt: now, updatedAt: now };
  const counts = { totalFiles: 1, receivedFiles: 1, successfulFiles: 1 };
  return { ...NOTHING_RECEIVED, ...counts, ...dates, id, userId, source, status: "completed", isLone: true };
}

const NOTHING_RECEIVED = {
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
} as const;
