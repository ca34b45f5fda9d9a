import { stat } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { BAG_DECLARATION, BAG_FILES_MAX, type BagItem, NoBagError } from "@cartulary/bags";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { bagBasics, type OpenBag } from "./bag-basics.ts";

/** Archives whose content is larger and more than {@link RATIO_MAX} times as large as the archive are refused. */
const CONTENT_BYTES_MAX = 1_073_741_824;
const RATIO_MAX = 200;

/** File types of Unix in the upper half of an entry's attributes. */
const FILE_TYPE = 0o170000;
const REGULAR_FILE = 0o100000;
const FOLDER = 0o040000;

/**
 * Opens the bag in a ZIP, at its top or in its only top folder. Throws {@link NoBagError} for a file that is no ZIP, and
 * an error for more than a million files, names that leave the bag, and content that is out of proportion (a ZIP bomb).
 */
export async function zipBag(path: string): Promise<OpenBag> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((cause: unknown) => {
    throw new NoBagError(`it is neither a folder nor a ZIP: ${messageOf(cause)}`);
  });
  try {
    const entries = await readEntries(zip, (await stat(path)).size);
    const root = rootOf(entries);
    return {
      ...bagBasics,
      folder: null,
      items: () => itemsOf(entries, root),
      open: (file) => contentOf(zip, entries.get(`${root}${file}`), file),
      async [Symbol.asyncDispose]() {
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function readEntries(zip: ZipFile, archiveBytes: number): Promise<ReadonlyMap<string, Entry>> {
  const tooMany = () => new Error(`the archive has more than ${BAG_FILES_MAX} files`);
  if (zip.entryCount > 2 * BAG_FILES_MAX) throw tooMany();
  const entries = new Map<string, Entry>();
  let contentBytes = 0;
  for await (const entry of zip.eachEntry()) {
    contentBytes += entry.uncompressedSize;
    if (contentBytes > CONTENT_BYTES_MAX && contentBytes > RATIO_MAX * archiveBytes)
      throw new Error(`the archive is a bomb: its content is more than ${RATIO_MAX} times as large as itself`);
    if (entries.has(entry.fileName)) throw new Error(`the archive has ${JSON.stringify(entry.fileName)} twice`);
    entries.set(entry.fileName, entry);
    if (entries.size > 2 * BAG_FILES_MAX) throw tooMany();
  }
  return entries;
}

/** Returns the path of the bag in the archive: empty, or the only top folder with its slash. */
function rootOf(entries: ReadonlyMap<string, Entry>): string {
  if (entries.has(BAG_DECLARATION)) return "";
  const tops = new Set<string>();
  for (const name of entries.keys()) tops.add(name.slice(0, name.indexOf("/") + 1));
  const [top = ""] = tops;
  return tops.size === 1 ? top : "";
}

async function* itemsOf(entries: ReadonlyMap<string, Entry>, root: string): AsyncGenerator<BagItem> {
  for (const [name, entry] of entries) {
    const path = name.slice(root.length).replace(/\/$/, "");
    if (path !== "") yield { path, kind: kindOf(entry), byteSize: entry.uncompressedSize };
  }
}

function kindOf({ fileName, externalFileAttributes }: Entry): BagItem["kind"] {
  const type = (externalFileAttributes >>> 16) & FILE_TYPE;
  if (fileName.endsWith("/")) return type === 0 || type === FOLDER ? "folder" : "other";
  return type === 0 || type === REGULAR_FILE ? "file" : "other";
}

/** Yields the bytes of an entry; throws when they have another size or checksum. */
async function* contentOf(zip: ZipFile, entry: Entry | undefined, path: string): AsyncGenerator<Uint8Array> {
  if (!entry) throw new Error(`${path} is not in the archive`);
  if (entry.isEncrypted()) throw new Error("it needs a password");
  let checksum = 0;
  for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (checksum !== entry.crc32) throw new Error("it has another checksum than the archive lists");
}
