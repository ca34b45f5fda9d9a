import type { DocumentId } from "@cartulary/documents";
import { ClientError } from "@cartulary/wire";
import { codeOf } from "../account/refusals.ts";
import { type CompletedSession, sendInChunks } from "./chunked-file.ts";
import type { StoredDocument } from "./content.ts";
import type { OutgoingFile, UploadTransfer } from "./outgoing-file.ts";
import { type CreationAnswer, sendWhole } from "./whole-file.ts";

/** The largest file that goes in one request. */
const WHOLE_BYTES_MAX = 8 * 1024 * 1024;

/** A document that was made of a file, now or by an earlier command; `null` of a file that waits to be merged. */
export type SentFile = CreatedDocument | StoredDocument | null;

type CreatedDocument = Exclude<CreationAnswer, { readonly staged: true }>;

/** Makes a document of a file, or of what an interrupted command left of it. */
export async function sendFile(transfer: UploadTransfer, outgoing: OutgoingFile): Promise<SentFile> {
  if (outgoing.file.size > WHOLE_BYTES_MAX)
    return documentOf(transfer, outgoing, await sendInChunks(transfer, outgoing));
  return unlessStaged(await sendWhole(transfer, outgoing));
}

const unlessStaged = (answer: CreationAnswer): CreatedDocument | null => ("staged" in answer ? null : answer);

/**
 * A session makes one document, whoever asks however often: that one is the answer. Of a session that waits to be merged,
 * it is the document of the merge, which need not be there yet.
 */
async function documentOf(
  { server, patience }: UploadTransfer,
  { fields }: OutgoingFile,
  { uploadId, documentId }: CompletedSession,
): Promise<SentFile> {
  const { client } = server;
  const found = async (id: DocumentId) =>
    fields.position === undefined ? patience.ask(() => client.getDocument({ params: { id } })) : null;
  if (documentId !== null) return found(documentId);
  try {
    const body = { ...fields, chunkedUploadId: uploadId };
    return unlessStaged(await patience.ask(() => client.createDocument({ body })));
  } catch (error) {
    const id = documentIn(error);
    if (id === null) throw error;
    return found(id);
  }
}

/** The document that a session was spent on. */
function documentIn(error: unknown): DocumentId | null {
  if (!(error instanceof ClientError) || codeOf(error) !== "upload_already_used") return null;
  const { details } = error.body as { readonly details?: { readonly document_id?: DocumentId } };
  return details?.document_id ?? null;
}
