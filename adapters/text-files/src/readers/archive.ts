import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { Unreadable } from "./unreadable.ts";

/** The entries of a ZIP. Names are in lower case, because part names of office files are case-insensitive. */
export interface Archive {
  readonly names: Iterable<string>;
  has(name: string): boolean;
  /** Inflates an entry; yields nothing if there is none with this name. */
  read(name: string): AsyncIterable<Uint8Array>;
}

/** Maximum number of entries; the largest presentations have some thousands. */
const ENTRIES_MAX = 20_000;
/** Maximum inflated size of all entries that are read. */
const INFLATED_BYTES_MAX = 268_435_456;
/** Maximum compression ratio of an entry; sheets with many similar rows reach a hundred. */
const RATIO_MAX = 400;
/** Entries up to this inflated size may have any ratio. */
const ANY_RATIO_BYTES = 1_048_576;

/** Opens a ZIP and reads its directory. Entries are inflated on reading; nothing is written to disk. */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (zip.entryCount > ENTRIES_MAX) throw new Unreadable("damaged", "Too many entries");
  const entries = new Map<string, Entry>();
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    count += 1;
    if (count > ENTRIES_MAX) throw new Unreadable("damaged", "Too many entries");
    const name = entry.fileName.toLowerCase();
    if (!entries.has(name)) entries.set(name, entry);
  }
  const budget = { bytes: INFLATED_BYTES_MAX };
  return {
    names: entries.keys(),
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      if (entry) yield* inflate(zip, entry, budget);
    },
  };
}

async function* inflate(zip: ZipFile, entry: Entry, budget: { bytes: number }): AsyncIterable<Uint8Array> {
  if (entry.isEncrypted()) throw new Unreadable("locked", "An entry requires a password");
  const ratioBytesMax = Math.max(ANY_RATIO_BYTES, RATIO_MAX * entry.compressedSize);
  let length = 0;
  let checksum = 0;
  for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
    length += piece.byteLength;
    budget.bytes -= piece.byteLength;
    if (length > ratioBytesMax || budget.bytes < 0) throw new Unreadable("damaged", "An entry becomes too large");
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (checksum !== entry.crc32) throw new Unreadable("damaged", "An entry has a wrong checksum");
}
