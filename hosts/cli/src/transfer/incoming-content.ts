import { createHash, type Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { print } from "../print.ts";
import { contentFrom, type StoredDocument } from "./content.ts";
import { createMeter } from "./meter.ts";
import { openPart } from "./part-file.ts";
import type { Transfer } from "./transfer.ts";

/** Writes the bytes to standard output. Throws at their end where they have another digest than the document. */
export async function printContent(transfer: Transfer, document: StoredDocument): Promise<void> {
  const hash = createHash("sha256");
  for await (const piece of arriving(transfer, document, 0)) {
    hash.update(piece);
    await print(piece);
  }
  requireDigest(document, hash);
}

/**
 * Writes the bytes to a file once they are whole and have the document's digest, in the place of what stands there where
 * `overwrite` allows that. Until then they are in a file beside it, with which a later command goes on.
 */
export async function saveContent(
  transfer: Transfer,
  document: StoredDocument,
  path: string,
  overwrite: boolean,
): Promise<void> {
  await using part = await openPart(transfer, document, path);
  const hash = await fill(transfer, document, part.handle);
  try {
    requireDigest(document, hash);
  } catch (error) {
    await part.discard();
    throw error;
  }
  await part.finish(overwrite);
}

/** Appends what is missing, and answers the digest of all of it. */
async function fill(transfer: Transfer, document: StoredDocument, handle: FileHandle): Promise<Hash> {
  const hash = createHash("sha256");
  const already = await digestSoFar(handle, document, hash);
  for await (const piece of arriving(transfer, document, already)) {
    hash.update(piece);
    await handle.appendFile(piece);
  }
  await handle.sync();
  return hash;
}

/** How many bytes of the file are there; more than it has are none of its own. */
async function digestSoFar(handle: FileHandle, { byteSize }: StoredDocument, hash: Hash): Promise<number> {
  const { size } = await handle.stat();
  if (size > byteSize) await handle.truncate();
  if (size > byteSize || size === 0) return 0;
  for await (const piece of handle.createReadStream({ start: 0, autoClose: false })) hash.update(piece);
  return size;
}

/** The bytes from `start` on, while whoever watches is shown how far they came. */
async function* arriving(transfer: Transfer, document: StoredDocument, start: number): AsyncGenerator<Uint8Array> {
  const { server, patience, progress } = transfer;
  const { name, byteSize: total } = document;
  const meter = createMeter({ name, total, already: start, now: () => performance.now(), show: progress.show });
  for await (const piece of contentFrom(server, patience, document, start)) {
    yield piece;
    meter.add(piece.byteLength);
  }
}

function requireDigest({ name, sha256 }: StoredDocument, hash: Hash): void {
  const digest = hash.digest("hex");
  if (digest !== sha256) throw new Error(`${name} is ${sha256}, and what came ${digest}: run it again`);
}
