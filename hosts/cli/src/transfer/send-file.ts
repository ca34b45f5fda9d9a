import { ApiError, type CreatedDocument } from "@cartulary/client";
import { type CompletedSession, sendInChunks } from "./chunked-file.ts";
import type { OutgoingFile, UploadTransfer } from "./outgoing-file.ts";
import type { StoredDocument } from "./resumable-download.ts";
import { type CreationAnswer, sendWhole } from "./send-whole-file.ts";

/** From this size on, files are sent in chunks. */
const CHUNKED_BYTES_MIN = 8 * 1024 * 1024;

/** The document of a file, created now or by an earlier command; `null` for a source of a merge. */
export type UploadResult = CreatedDocument | StoredDocument | null;

/** Creates a document from a file; resumes an interrupted upload. */
export async function sendFile(transfer: UploadTransfer, outgoing: OutgoingFile): Promise<UploadResult> {
  if (outgoing.file.size >= CHUNKED_BYTES_MIN)
    return documentOf(transfer, outgoing, await sendInChunks(transfer, outgoing));
  return unlessStaged(await sendWhole(transfer, outgoing));
}

const unlessStaged = (answer: CreationAnswer): CreatedDocument | null => ("staged" in answer ? null : answer);

/**
 * An upload creates one document; a repeated request returns it. A source of a merge has the document of the merge,
 * which may not exist yet.
 */
async function documentOf(
  { server, patience }: UploadTransfer,
  { fields }: OutgoingFile,
  { upload_id: uploadId, document_id: documentId }: CompletedSession,
): Promise<UploadResult> {
  const { client } = server;
  const existingDocument = async (id: string) =>
    fields.position === undefined ? patience.retry(() => client.getDocument({ id })) : null;
  if (documentId !== null) return existingDocument(documentId);
  try {
    const input = { ...fields, chunked_upload_id: uploadId };
    return unlessStaged(await patience.retry(() => client.createDocument(input)));
  } catch (error) {
    const id = documentIn(error);
    if (id === null) throw error;
    return existingDocument(id);
  }
}

/** Returns the id of the document that already used the upload. */
function documentIn(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "upload_already_used") return null;
  return (error.details as { readonly document_id?: string } | null)?.document_id ?? null;
}
