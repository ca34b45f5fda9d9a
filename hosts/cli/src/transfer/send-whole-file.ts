import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { CreatedDocument, StagedFile } from "@cartulary/client";
import { codeOf } from "../account/error-messages.ts";
import { FileChangedError, type LocalFile } from "./local-file.ts";
import { meterOf, type OutgoingFile, resumeStateOf, type UploadTransfer } from "./outgoing-file.ts";

/** The reply to a creation: a document, or a staged source of a merge. */
export type CreationAnswer = CreatedDocument | StagedFile;

/**
 * Sends a small file in one request, under an idempotency key, so that a repetition returns the same document. Throws
 * when the document's digest differs from the file's.
 */
export async function sendWhole(transfer: UploadTransfer, outgoing: OutgoingFile): Promise<CreationAnswer> {
  const { server, patience, states } = transfer;
  const { file, fields, key } = outgoing;
  const bytes = await bytesOf(file);
  const state = await resumeStateOf(transfer, outgoing);
  await states.save(key, state);
  const input = { ...fields, uploaded_file: new File([bytes], file.name, { type: file.type }) };
  const send = () => {
    const meter = meterOf(transfer, outgoing, 0);
    const onProgress = () => meter.add(bytes.byteLength);
    return server.client.createDocument(input, { onProgress, headers: { "idempotency-key": state.idempotencyKey } });
  };
  try {
    return requireSame(file, bytes, await patience.retry(send));
  } catch (error) {
    if (codeOf(error) !== "idempotency_key_reused") throw error;
    await states.remove(key);
    throw new FileChangedError(file);
  }
}

async function bytesOf(file: LocalFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(file.path);
  if (bytes.byteLength !== file.size) throw new FileChangedError(file);
  return bytes;
}

function requireSame(file: LocalFile, bytes: Uint8Array, reply: CreationAnswer): CreationAnswer {
  const digest = createHash("sha256").update(bytes).digest("hex");
  if ("staged" in reply || reply.sha256 === digest) return reply;
  throw new Error(`${file.typed}: checksum mismatch (expected ${digest}, got ${reply.sha256} in document ${reply.id})`);
}
