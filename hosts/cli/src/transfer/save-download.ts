import { createHash, type Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { print } from "../print.ts";
import { createMeter } from "./meter.ts";
import { openPart } from "./part-file.ts";
import { contentFrom, type StoredDocument } from "./resumable-download.ts";
import type { Transfer } from "./transfer.ts";

/** Writes the content to standard output. Throws at the end when the digest differs. */
export async function printContent(transfer: Transfer, document: StoredDocument): Promise<void> {
  const hash = createHash("sha256");
  for await (const piece of withProgress(transfer, document, 0)) {
    hash.update(piece);
    await print(piece);
  }
  requireDigest(document, hash);
}

/**
 * Writes the content to a file and verifies its digest; replaces an existing file only with `overwrite`. Until then the
 * bytes are in a temporary file, which a later command resumes.
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

/** Appends the missing bytes; returns the digest of all bytes. */
async function fill(transfer: Transfer, document: StoredDocument, handle: FileHandle): Promise<Hash> {
  const hash = createHash("sha256");
  const already = await digestSoFar(handle, document, hash);
  for await (const piece of withProgress(transfer, document, already)) {
    hash.update(piece);
    await handle.appendFile(piece);
  }
  await handle.sync();
  return hash;
}

/** Digests the bytes already in the file and returns their number; truncates a file that is too long. */
async function digestSoFar(handle: FileHandle, { byte_size: byteSize }: StoredDocument, hash: Hash): Promise<number> {
  const { size } = await handle.stat();
  if (size > byteSize) await handle.truncate();
  if (size > byteSize || size === 0) return 0;
  for await (const piece of handle.createReadStream({ start: 0, autoClose: false })) hash.update(piece);
  return size;
}

/** Yields the bytes from `start` on and shows the progress. */
async function* withProgress(transfer: Transfer, document: StoredDocument, start: number): AsyncGenerator<Uint8Array> {
  const { server, patience, progress } = transfer;
  const { name, byte_size: total } = document;
  const meter = createMeter({ name, total, already: start, now: () => performance.now(), show: progress.show });
  for await (const piece of contentFrom(server, patience, document, start)) {
    yield piece;
    meter.add(piece.byteLength);
  }
}

function requireDigest({ name, sha256 }: StoredDocument, hash: Hash): void {
  const digest = hash.digest("hex");
  if (digest !== sha256)
    throw new Error(`${name}: checksum mismatch (expected ${sha256}, got ${digest}); run the command again`);
}
