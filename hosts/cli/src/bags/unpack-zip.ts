import { createHash } from "node:crypto";
import { mkdir, open, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathProblem } from "@cartulary/bags";
import { type ByteReader, byteReader } from "./byte-reader.ts";
import { requireDigest } from "./save-zip.ts";

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const ZIP64_SIZE = 0xffff_ffff;
const PIECE_BYTES = 1_048_576;

/**
 * Writes the files of a ZIP, as our servers stream it, below an empty folder, without the folder at its top: files are
 * stored, with sizes before their bytes. Empties the folder again when the ZIP is not as expected.
 */
export async function unpackZip(bytes: AsyncIterable<Uint8Array>, folder: string, sha256: string): Promise<void> {
  const hash = createHash("sha256");
  try {
    const reader = byteReader(hashed(bytes, hash));
    const made = new Set<string>([folder]);
    const memory = Buffer.allocUnsafe(PIECE_BYTES);
    for (let entry = await nextEntry(reader); entry; entry = await nextEntry(reader)) {
      const path = join(folder, entry.path);
      const parent = entry.isFolder ? path : dirname(path);
      if (!made.has(parent)) await mkdir(parent, { recursive: true });
      made.add(parent);
      if (!entry.isFolder) await writeEntry(reader, path, entry.byteSize, memory);
    }
    await reader.drain();
    requireDigest(hash.digest("hex"), sha256);
  } catch (error) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}

async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  hash: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
}

interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
  readonly byteSize: number;
}

/** Reads the header of the next file; `null` at the directory behind the last one. */
async function nextEntry(reader: ByteReader): Promise<Entry | null> {
  const header = await reader.exactly(LOCAL_HEADER_BYTES).catch(() => null);
  if (header?.readUInt32LE(0) !== LOCAL_HEADER) return null;
  const name = String(await reader.exactly(header.readUInt16LE(26)));
  const extra = await reader.exactly(header.readUInt16LE(28));
  const size = header.readUInt32LE(22);
  const byteSize = size === ZIP64_SIZE ? Number(extra.readBigUInt64LE(4)) : size;
  const isFolder = name.endsWith("/");
  const path = name.slice(name.indexOf("/") + 1, isFolder ? -1 : undefined);
  const problem = pathProblem(path);
  if (problem) throw new Error(`the server sends a file whose path ${problem}`);
  return { path, isFolder, byteSize };
}

/** Writes a file. Gathers the small pieces that arrive in `memory`, because each write costs more than copying. */
async function writeEntry(reader: ByteReader, path: string, byteSize: number, memory: Buffer): Promise<void> {
  await using handle = await open(path, "wx");
  for (let remaining = byteSize; remaining > 0; ) {
    let gathered = 0;
    while (gathered < Math.min(remaining, memory.byteLength)) {
      const piece = await reader.upTo(Math.min(remaining, memory.byteLength) - gathered);
      memory.set(piece, gathered);
      gathered += piece.byteLength;
    }
    await handle.appendFile(memory.subarray(0, gathered));
    remaining -= gathered;
  }
}
