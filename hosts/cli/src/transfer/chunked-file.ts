import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { ApiError, type ChunkedUpload } from "@cartulary/client";
import pMap from "p-map";
import { codeOf } from "../account/error-messages.ts";
import { type Chunk, chunksOf } from "./chunks.ts";
import { FileChangedError, throwIfChanged } from "./local-file.ts";
import { meterOf, type OutgoingFile, resumeStateOf, type UploadTransfer } from "./outgoing-file.ts";

/** Chunk size of a new upload; a resumed one keeps its own. */
const CHUNK_BYTES = 8 * 1024 * 1024;
const CONCURRENT_CHUNKS = 4;

/** The server's state of an upload. */
type Session = ChunkedUpload;

/** A completed upload, from which a document can be created. */
export type CompletedSession = Pick<Session, "upload_id" | "document_id">;

/**
 * Sends a large file in concurrent chunks, resuming an interrupted upload, and completes it with a checksum. The server
 * rejects it unless the assembled chunks are the whole file. A file that changed meanwhile is sent from the start by
 * the next command.
 */
export async function sendInChunks(transfer: UploadTransfer, outgoing: OutgoingFile): Promise<CompletedSession> {
  const session = (await resumedSession(transfer, outgoing)) ?? (await newSession(transfer, outgoing));
  if (session.status === "completed") return session;
  try {
    return await complete(transfer, outgoing, session, await sendMissing(transfer, outgoing, session));
  } catch (error) {
    if (!isFinal(error)) throw error;
    await abandon(transfer, outgoing, session);
    throw codeOf(error) === "checksum_mismatch" ? new FileChangedError(outgoing.file) : error;
  }
}

/** Returns the upload of an earlier command if it can be resumed or used. */
async function resumedSession(transfer: UploadTransfer, outgoing: OutgoingFile): Promise<Session | null> {
  const { server, patience } = transfer;
  const { uploadId } = await resumeStateOf(transfer, outgoing);
  if (uploadId === null) return null;
  try {
    const { data } = await patience.retry(() => server.client.getChunkedUploadStatus({ id: uploadId }));
    return data.file_size === outgoing.file.size && RESUMABLE.includes(data.status) && !data.expired ? data : null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

const RESUMABLE: readonly Session["status"][] = ["pending", "processing", "completed"];

async function newSession(transfer: UploadTransfer, outgoing: OutgoingFile): Promise<Session> {
  const { file, fields, key } = outgoing;
  const { bulk_upload_id: _, position: __, ...destination } = fields;
  const input = {
    filename: file.name,
    file_size: file.size,
    content_type: file.type,
    chunk_size: CHUNK_BYTES,
    ...destination,
  };
  const { data } = await transfer.patience.retry(() => transfer.server.client.createChunkedUpload(input));
  await transfer.states.save(key, { ...(await resumeStateOf(transfer, outgoing)), uploadId: data.upload_id });
  return data;
}

/** Reads the whole file and sends the missing chunks; returns the checksum of the file. */
async function sendMissing(transfer: UploadTransfer, outgoing: OutgoingFile, session: Session): Promise<string> {
  const { client } = transfer.server;
  const isMissing = missingIn(session);
  const meter = meterOf(transfer, outgoing, session.uploaded_bytes);
  await using handle = await open(outgoing.file.path);
  const chunks = chunksOf(outgoing.file, handle, session.chunk_size);
  const failure = new AbortController();
  const send = async ({ number, bytes }: Chunk) => {
    if (!isMissing(number)) return;
    const input = { id: session.upload_id, chunk_number: number, body: bytes };
    const options = {
      headers: { "content-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:` },
      signal: failure.signal,
    };
    await transfer.patience.retry(() => client.uploadChunk(input, options), failure.signal);
    meter.add(bytes.byteLength);
  };
  try {
    await pMap(chunks.read(), send, { concurrency: CONCURRENT_CHUNKS });
  } catch (error) {
    failure.abort();
    throw error;
  }
  return chunks.checksum();
}

/**
 * Returns the test for chunks to send. The server lists the first hundred missing ones; beyond those, all following
 * chunks are sent, some of them possibly twice.
 */
function missingIn(session: Session): (number: number) => boolean {
  const missing = new Set(session.missing_chunks);
  const isWhole = missing.size === session.total_chunks - session.uploaded_chunks;
  const last = session.missing_chunks.at(-1) ?? 0;
  return (number) => missing.has(number) || (!isWhole && number > last);
}

async function complete(
  { server, patience }: UploadTransfer,
  { file }: OutgoingFile,
  { upload_id: id }: Session,
  checksum: string,
): Promise<Session> {
  await throwIfChanged(file);
  const { data } = await patience.retry(() => server.client.completeChunkedUpload({ id, checksum }));
  return data;
}

/** Error codes after which an upload is useless. */
const FINAL_CODES: readonly (string | null)[] = ["checksum_mismatch", "upload_expired", "upload_not_open"];

const isFinal = (error: unknown): boolean => FINAL_CODES.includes(codeOf(error)) || error instanceof FileChangedError;

/** Deletes the saved state and cancels the upload, which otherwise expires. */
async function abandon(
  { server, states }: UploadTransfer,
  { key }: OutgoingFile,
  { upload_id: id }: Session,
): Promise<void> {
  await states.remove(key);
  await server.client.cancelChunkedUpload({ id }).catch(() => {});
}
