import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { documentOperations, ReplyValue } from "@cartulary/wire";
import { codeOf } from "../account/refusals.ts";
import { ChangedFile, type LocalFile } from "./local-file.ts";
import type { Meter } from "./meter.ts";
import { meterOf, type OutgoingFile, resumeStateOf, type UploadTransfer } from "./outgoing-file.ts";

/** A document that was made of a file; where files are merged, that the file waits for the others. */
export type CreationAnswer = ReplyValue<(typeof documentOperations.createDocument)["replies"][201 | 202], never>;

const PIECE_BYTES = 65_536;

/**
 * Sends a small file in one request, under a key by which an interrupted one is answered the same document again. The
 * digest that comes back is the file's, or it is an error.
 */
export async function sendWhole(transfer: UploadTransfer, outgoing: OutgoingFile): Promise<CreationAnswer> {
  const { server, patience, states } = transfer;
  const { file, fields, key } = outgoing;
  const bytes = await bytesOf(file);
  const state = await resumeStateOf(transfer, outgoing);
  await states.save(key, state);
  const send = () =>
    server.client.createDocument({
      body: fields,
      file: { name: file.name, type: file.type, bytes: pieces(bytes, meterOf(transfer, outgoing, 0)) },
      headers: { "idempotency-key": state.idempotencyKey },
    });
  try {
    return requireSame(file, bytes, await patience.ask(send));
  } catch (error) {
    if (codeOf(error) !== "idempotency_key_reused") throw error;
    await states.remove(key);
    throw new ChangedFile(file);
  }
}

async function bytesOf(file: LocalFile): Promise<Uint8Array> {
  const bytes = await readFile(file.path);
  if (bytes.byteLength !== file.size) throw new ChangedFile(file);
  return bytes;
}

async function* pieces(bytes: Uint8Array, meter: Meter): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += PIECE_BYTES) {
    const piece = bytes.subarray(start, start + PIECE_BYTES);
    yield piece;
    meter.add(piece.byteLength);
  }
}

function requireSame(file: LocalFile, bytes: Uint8Array, made: CreationAnswer): CreationAnswer {
  const digest = createHash("sha256").update(bytes).digest("hex");
  if ("staged" in made || made.sha256 === digest) return made;
  throw new Error(`${file.typed} is ${digest}, and the document ${made.id} that was made of it ${made.sha256}`);
}
