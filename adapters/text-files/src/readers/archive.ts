import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { Unreadable } from "./unreadable.ts";

/** The entries of a ZIP. Names are in lower case, as those of parts of office files count as the same in any case. */
export interface Archive {
  readonly names: Iterable<string>;
  has(name: string): boolean;
  /** Inflates an entry; yields nothing where there is none of this name. */
  read(name: string): AsyncIterable<Uint8Array>;
}

/** The largest presentations have some thousands. */
const ENTRIES_MAX = 20_000;
/** Of all entries that are read, inflated. */
const INFLATED_BYTES_MAX = 268_435_456;
/** How much larger an entry may become by inflating; sheets of many like rows become a hundred times as large. */
const RATIO_MAX = 400;
/** An entry that does not become larger than this may have any ratio. */
const ANY_RATIO_BYTES = 1_048_576;

/** Reads the directory of a ZIP. Nothing is inflated until it is read, and nothing is ever written. */
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
      if (entry) yield* inflated(zip, entry, budget);
    },
  };
}

async function* inflated(zip: ZipFile, entry: Entry, budget: { bytes: number }): AsyncIterable<Uint8Array> {
  if (entry.isEncrypted()) throw new Unreadable("locked", "An entry asks for a password");
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
  if (checksum !== entry.crc32) throw new Unreadable("damaged", "An entry is not what it was");
}
