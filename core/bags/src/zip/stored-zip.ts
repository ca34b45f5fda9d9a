import { utf8Bytes } from "@cartulary/kernel";
import { centralEntry, endOfDirectory, localHeader, localHeaderBytes, type ZipEntry } from "./records.ts";

/**
 * Yields a ZIP whose files are stored without compression, with ZIP64 fields where sizes, offsets or the number of files
 * need them (APPNOTE 4.5.3). The same entries, date and bytes give the same ZIP. `entries` is called twice: for the files,
 * then for the directory. Throws when a file has another size than its entry; the ZIP is then cut.
 */
export async function* storedZip<Entry extends ZipEntry>(
  entries: () => AsyncIterable<Entry>,
  open: (entry: Entry) => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
  date: string,
): AsyncGenerator<Uint8Array> {
  for await (const entry of entries()) {
    yield localHeader(entry, utf8Bytes(entry.path), date);
    let remaining = entry.byteSize;
    for await (const piece of await open(entry)) {
      remaining -= piece.byteLength;
      if (remaining < 0) break;
      yield piece;
    }
    if (remaining !== 0) throw new Error(`${entry.path} has another size than its entry`);
  }
  yield* directory(entries, date);
}

async function* directory(entries: () => AsyncIterable<ZipEntry>, date: string): AsyncGenerator<Uint8Array> {
  let [offset, byteSize, count] = [0, 0, 0];
  for await (const entry of entries()) {
    const path = utf8Bytes(entry.path);
    const central = centralEntry(entry, path, { date, offset });
    yield central;
    byteSize += central.byteLength;
    count += 1;
    offset += localHeaderBytes(entry, path) + entry.byteSize;
  }
  yield endOfDirectory({ count, byteSize, offset });
}

/** Adds entries up to the size of their ZIP. */
export interface ZipSize {
  add(entry: ZipEntry): void;
  /** Bytes of the whole ZIP with the entries so far. */
  byteSize(): number;
}

const ANY_DATE = "1980-01-01T00:00:00.000Z";

/** Computes the size of a {@link storedZip} before it is written. */
export function zipSize(): ZipSize {
  let [offset, byteSize, count] = [0, 0, 0];
  return {
    add(entry) {
      const path = utf8Bytes(entry.path);
      byteSize += centralEntry(entry, path, { date: ANY_DATE, offset }).byteLength;
      count += 1;
      offset += localHeaderBytes(entry, path) + entry.byteSize;
    },
    byteSize: () => offset + byteSize + endOfDirectory({ count, byteSize, offset }).byteLength,
  };
}
