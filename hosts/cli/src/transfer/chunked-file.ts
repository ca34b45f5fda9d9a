import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { Id } from "@cartulary/kernel";
import { type Client, ClientError } from "@cartulary/wire";
import pMap from "p-map";
import { codeOf } from "../account/refusals.ts";
import { type Chunk, chunksOf } from "./chunks.ts";
import { ChangedFile, requireUnchanged } from "./local-file.ts";
import { meterOf, type OutgoingFile, resumeStateOf, type UploadTransfer } from "./outgoing-file.ts";

/** Of a new session; one that is gone on with has its own. */
const CHUNK_BYTES = 8 * 1024 * 1024;
const CHUNKS_AT_ONCE = 4;

/** What the server has of a file. */
type Session = Awaited<ReturnType<Client["getChunkedUploadStatus"]>>["data"];

/** A session that is complete, from which a document can be made. */
export type CompletedSession = Pick<Session, "uploadId" | "documentId">;

/**
 * Sends a large file in chunks, several at a time, into a session that an interrupted command may have left, and has the
 * server put them together. It does only if all of them together are the file: by its checksum, and as it was at the
 * start. A file that changed meanwhile begins anew next time.
 */
export async function sendInChunks(transfer: UploadTransfer, outgoing: OutgoingFile): Promise<CompletedSession> {
  const session = (await presentSession(transfer, outgoing)) ?? (await newSession(transfer, outgoing));
  if (session.status === "completed") return session;
  try {
    return await complete(transfer, outgoing, session, await sendMissing(transfer, outgoing, session));
  } catch (error) {
    if (!isOver(error)) throw error;
    await abandon(transfer, outgoing, session);
    throw codeOf(error) === "checksum_mismatch" ? new ChangedFile(outgoing.file) : error;
  }
}

/** The session that an earlier command left, while it is of any use. */
async function presentSession(transfer: UploadTransfer, outgoing: OutgoingFile): Promise<Session | null> {
  const { server, patience } = transfer;
  const { uploadId } = await resumeStateOf(transfer, outgoing);
  if (uploadId === null) return null;
  try {
    const id = uploadId as UploadId;
    const { data } = await patience.ask(() => server.client.getChunkedUploadStatus({ params: { id } }));
    return data.fileSize === outgoing.file.size && GOES_ON.includes(data.status) && !data.expired ? data : null;
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) return null;
    throw error;
  }
}

type UploadId = Id<"ChunkedUpload">;

const GOES_ON: readonly Session["status"][] = ["pending", "processing", "completed"];

async function newSession(transfer: UploadTransfer, outgoing: OutgoingFile): Promise<Session> {
  const { file, fields, key } = outgoing;
  const { bulkUploadId: _, position: __, ...destination } = fields;
  const body = {
    filename: file.name,
    fileSize: file.size,
    contentType: file.type,
    chunkSize: CHUNK_BYTES,
    ...destination,
  };
  const { data } = await transfer.patience.ask(() => transfer.server.client.createChunkedUpload({ body }));
  await transfer.states.save(key, { ...(await resumeStateOf(transfer, outgoing)), uploadId: data.uploadId });
  return data;
}

/** Reads the whole file and sends what the server does not have; the checksum of all of it. */
async function sendMissing(transfer: UploadTransfer, outgoing: OutgoingFile, session: Session): Promise<string> {
  const { client } = transfer.server;
  const isMissing = missingIn(session);
  const meter = meterOf(transfer, outgoing, session.uploadedBytes);
  await using handle = await open(outgoing.file.path);
  const chunks = chunksOf(outgoing.file, handle, session.chunkSize);
  const failure = new AbortController();
  const send = async ({ number, bytes }: Chunk) => {
    if (!isMissing(number)) return;
    const call = {
      params: { id: session.uploadId, chunkNumber: number },
      bytes,
      headers: { "content-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:` },
      signal: failure.signal,
    };
    await transfer.patience.ask(() => client.uploadChunk(call), failure.signal);
    meter.add(bytes.byteLength);
  };
  try {
    await pMap(chunks.read(), send, { concurrency: CHUNKS_AT_ONCE });
  } catch (error) {
    failure.abort();
    throw error;
  }
  return chunks.checksum();
}

/**
 * Whether a chunk has to be sent. The server names the first hundred that it lacks: where there are more, those behind the
 * last of them are sent too, which at worst has it get some twice.
 */
function missingIn({ missingChunks, totalChunks, uploadedChunks }: Session): (number: number) => boolean {
  const missing = new Set(missingChunks);
  const isWhole = missing.size === totalChunks - uploadedChunks;
  const last = missingChunks.at(-1) ?? 0;
  return (number) => missing.has(number) || (!isWhole && number > last);
}

async function complete(
  { server, patience }: UploadTransfer,
  { file }: OutgoingFile,
  { uploadId: id }: Session,
  checksum: string,
): Promise<Session> {
  await requireUnchanged(file);
  const { data } = await patience.ask(() =>
    server.client.completeChunkedUpload({ params: { id }, body: { checksum } }),
  );
  return data;
}

/** Codes of sessions that nothing can be made of any more. */
const OVER: readonly (string | null)[] = ["checksum_mismatch", "upload_expired", "upload_not_open"];

const isOver = (error: unknown): boolean => OVER.includes(codeOf(error)) || error instanceof ChangedFile;

/** Leaves nothing behind to go on with. The server forgets it by itself if it cannot be told. */
async function abandon(
  { server, states }: UploadTransfer,
  { key }: OutgoingFile,
  { uploadId: id }: Session,
): Promise<void> {
  await states.remove(key);
  await server.client.cancelChunkedUpload({ params: { id } }).catch(() => {});
}
