import type { DocumentId } from "@cartulary/documents";
import { type Client, ClientError } from "@cartulary/wire";
import { codeOf } from "../account/refusals.ts";
import { type CompletedSession, sendInChunks } from "./chunked-file.ts";
import { type OutgoingFile, requireDocument, type UploadTransfer } from "./outgoing-file.ts";
import { type MadeDocument, sendWhole } from "./whole-file.ts";

/** The largest file that goes in one request. */
const WHOLE_BYTES_MAX = 8 * 1024 * 1024;

/** A document that was made of a file, now or by an earlier command. */
export type SentFile = MadeDocument | Awaited<ReturnType<Client["getDocument"]>>;

/** Makes a document of a file, or of what an interrupted command left of it. */
export async function sendFile(transfer: UploadTransfer, outgoing: OutgoingFile): Promise<SentFile> {
  if (outgoing.file.size <= WHOLE_BYTES_MAX) return sendWhole(transfer, outgoing);
  return documentOf(transfer, outgoing, await sendInChunks(transfer, outgoing));
}

/** A session makes one document, whoever asks however often: that one is the answer. */
async function documentOf(
  { server, patience }: UploadTransfer,
  { file, fields }: OutgoingFile,
  { uploadId, documentId }: CompletedSession,
): Promise<SentFile> {
  const { client } = server;
  const found = (id: DocumentId) => patience.ask(() => client.getDocument({ params: { id } }));
  if (documentId !== null) return found(documentId);
  try {
    const body = { ...fields, chunkedUploadId: uploadId };
    return requireDocument(file, await patience.ask(() => client.createDocument({ body })));
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
