import { hash, randomUUID } from "node:crypto";
import * as nodeFiles from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { BlobExistsError, type BlobKey, type BlobStore, insufficientStorage, parseBlobKey } from "@cartulary/kernel";
import { type DurableDirectories, durableDirectories, syncDirectory } from "./durable-directories.ts";
import { type FileOperations, isCode, type OpenFile, orMissing, unlinkIfThere } from "./file-operations.ts";
import { readFile } from "./file-reading.ts";

/** Where the blobs are, and with which file operations. */
export interface FsBlobStoreOptions {
  /** Made, with its parents, at the first use. A directory that goes away later is an error, not made again. */
  readonly directory: string;
  readonly files?: FileOperations;
}

/** Where files grow until they are whole. Its first character cannot begin a key's segment. */
const PARTIALS = ".partial";

/**
 * Blobs as files: the blob of key `ab/cd/x` is the file `ab/cd/x` below `directory`, on one file system with hard links.
 *
 * A put writes a partial file, syncs it, gives it the key's name with `link`, and syncs the directory. `link` makes a
 * whole file appear at once and fails when the name is taken, in one step of the file system, whoever else is writing;
 * `rename` would replace the other's bytes, and creating the name first would show an empty blob. Each put has a
 * partial file of its own, so that no put and no removal can ever touch the bytes of another.
 *
 * A key that runs through another as through a directory (`a` and `a/b`) is refused by the file system. A stream that
 * `open` answered and that nobody iterates holds its file open. A full device is the `insufficient_storage` of the
 * kernel; every other failure of the file system is thrown as it is.
 */
export function createFsBlobStore({ directory, files = nodeFiles }: FsBlobStoreOptions): BlobStore {
  const root = resolve(directory);
  const directories = durableDirectories(files, root);
  const pathOf = (key: BlobKey) => join(root, key);
  const partials = join(root, PARTIALS);

  return {
    async put(key, bytes) {
      const partial = join(partials, `${partialPrefix(key)}${randomUUID()}`);
      try {
        await makeDirectories(directories, partials, dirname(pathOf(key)));
        const file = await written(files, partial, bytes);
        await publish(files, { file, path: partial }, key, pathOf(key));
      } catch (error) {
        directories.forget();
        // What cannot be removed now goes when the key is removed; the first error tells more than this one.
        await unlinkIfThere(files, partial).catch(() => {});
        throw isCode(error, "ENOSPC", "EDQUOT") ? insufficientStorage(error) : error;
      }
    },

    async open(key, range, memory) {
      const found = await openFile(files, pathOf(key));
      // Where the whole store is gone, nothing is known of any blob.
      if (!found) await directories.stillThere();
      return found && readFile(found.file, found.size, range, memory);
    },

    async remove(key) {
      if (await unlinkIfThere(files, pathOf(key))) await syncDirectory(files, dirname(pathOf(key)));
      for (const { name } of await entriesOf(files, partials)) {
        if (name.startsWith(partialPrefix(key))) await unlinkIfThere(files, join(partials, name));
      }
    },

    list: (prefix, olderThan) => list({ files, root, prefix, olderThan }, ""),

    async check() {
      await directories.prepare();
      await files.access(root, nodeFiles.constants.R_OK | nodeFiles.constants.W_OK | nodeFiles.constants.X_OK);
    },
  };
}

/** A digest, since a key may be longer than a file's name may be. */
function partialPrefix(key: BlobKey): string {
  return `${hash("sha256", key)}.`;
}

async function makeDirectories(directories: DurableDirectories, ...paths: readonly string[]): Promise<void> {
  await directories.prepare();
  for (const path of paths) await directories.make(path);
}

/** What fits into so much is written at once: each write is a turn of another thread, which costs more than to copy it. */
const SMALL_BYTES = 131_072;

/** Memory in which small files are put together, for one put after another. */
const spare: Buffer[] = [];
const SPARE_MAX = 8;

/**
 * The file, still open, once its bytes, though not yet any name of it, survive a power cut. It is opened with the first
 * bytes: those that somebody is still to make may be long in coming.
 */
async function written(files: FileOperations, path: string, bytes: AsyncIterable<Uint8Array>): Promise<OpenFile> {
  const create = () => files.open(path, "wx", 0o600);
  const memory = spare.pop() ?? Buffer.allocUnsafeSlow(SMALL_BYTES);
  let file: OpenFile | null = null;
  let gathered = 0;
  let isSmall = true;
  try {
    for await (const chunk of bytes) {
      file ??= await create();
      isSmall &&= gathered + chunk.byteLength <= SMALL_BYTES;
      if (isSmall) {
        memory.set(chunk, gathered);
        gathered += chunk.byteLength;
      } else {
        if (gathered > 0) await writeAll(file, memory.subarray(0, gathered));
        gathered = 0;
        await writeAll(file, chunk);
      }
    }
    file ??= await create();
    if (gathered > 0) await writeAll(file, memory.subarray(0, gathered));
    await file.sync();
    return file;
  } catch (error) {
    await file?.close();
    throw error;
  } finally {
    if (spare.length < SPARE_MAX) spare.push(memory);
  }
}

async function writeAll(file: OpenFile, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.byteLength; ) {
    written += (await file.write(chunk, written)).bytesWritten;
  }
}

/** A partial file that is whole and synced. */
interface WholeFile {
  readonly file: OpenFile;
  readonly path: string;
}

/**
 * Gives a file its key's name, for good. Of what is done here only the order of name and sync counts: the rest, each a
 * turn of another thread, goes on beside them.
 */
async function publish(files: FileOperations, whole: WholeFile, key: BlobKey, path: string): Promise<void> {
  const naming = files.link(whole.path, path);
  const syncing = syncDirectory(files, dirname(path), naming);
  const [named, ...others] = await Promise.allSettled([
    naming,
    syncing,
    naming.then(() => files.unlink(whole.path)),
    whole.file.close(),
  ]);
  if (named.status === "rejected") throw isCode(named.reason, "EEXIST") ? new BlobExistsError(key) : named.reason;
  const failure = others.find((each) => each.status === "rejected");
  if (!failure) return;
  // Nobody was told of this blob, so nothing is kept of it.
  await unlinkIfThere(files, path).catch(() => {});
  throw failure.reason;
}

/** The file at `path`; `null` when there is none, or a directory. */
async function openFile(
  files: FileOperations,
  path: string,
): Promise<{ readonly file: OpenFile; readonly size: number } | null> {
  const file = await orMissing(files.open(path, "r"));
  if (!file) return null;
  const found = await file.stat();
  if (found.isFile()) return { file, size: found.size };
  await file.close();
  return null;
}

interface Search {
  readonly files: FileOperations;
  readonly root: string;
  readonly prefix: string;
  readonly olderThan: number;
}

/** Goes only into directories where keys of the prefix can be; `above` is empty or ends with a slash. */
async function* list(search: Search, above: string): AsyncGenerator<BlobKey> {
  for (const entry of await entriesOf(search.files, join(search.root, above))) {
    const key = parseBlobKey(`${above}${entry.name}`);
    if (!key) continue;
    if (entry.isDirectory() && mayContain(`${key}/`, search.prefix)) yield* list(search, `${key}/`);
    if (entry.isFile() && key.startsWith(search.prefix) && (await isOlder(search, key))) yield key;
  }
}

const mayContain = (directory: string, prefix: string) => directory.startsWith(prefix) || prefix.startsWith(directory);

async function isOlder({ files, root, olderThan }: Search, key: BlobKey): Promise<boolean> {
  const stored = await orMissing(files.stat(join(root, key)));
  return stored !== null && stored.mtimeMs < olderThan;
}

async function entriesOf(files: FileOperations, path: string) {
  return (await orMissing(files.readdir(path, { withFileTypes: true }))) ?? [];
}
