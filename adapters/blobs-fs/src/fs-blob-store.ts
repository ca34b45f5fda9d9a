import { hash, randomUUID } from "node:crypto";
import * as nodeFiles from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { BlobExistsError, type BlobKey, type BlobStore, insufficientStorage, parseBlobKey } from "@cartulary/kernel";
import { type DurableDirectories, durableDirectories, syncDirectory } from "./durable-directories.ts";
import { type FileOperations, isCode, nullIfMissing, type OpenFile, unlinkIfThere } from "./file-operations.ts";
import { readFile } from "./file-stream.ts";

export interface FsBlobStoreOptions {
  /** Created with its parents at first use. If it disappears later, operations fail; it is not created again. */
  readonly directory: string;
  readonly files?: FileOperations;
}

/** Directory of incomplete files. No segment of a key can begin with a dot. */
const PARTIALS = ".partial";

/**
 * Stores the blob of key `ab/cd/x` as the file `ab/cd/x` below `directory`, on one file system with hard links.
 *
 * A put writes a partial file, syncs it, links it to the name of the key and syncs the directory. `link` makes the
 * whole file appear atomically and fails if the name exists, whichever process writes it; `rename` would replace
 * existing bytes, and creating the name first would expose an empty blob. Each put has its own partial file, so
 * concurrent puts and removals never touch its bytes.
 *
 * The file system rejects a key that has another key as its directory (`a` and `a/b`). A stream from `open` that is
 * never iterated keeps its file open. A full device throws the kernel's `insufficient_storage`; other file system
 * errors are thrown unchanged.
 *
 * @example
 * ```ts
 * import { createFsBlobStore } from "@cartulary/blobs-fs";
 *
 * const store = createFsBlobStore({ directory: "data/blobs" });
 * await store.check(); // rejects when the directory cannot be written
 * ```
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
        const file = await writePartial(files, partial, bytes);
        await publish(files, { file, path: partial }, key, pathOf(key));
      } catch (error) {
        directories.forget();
        // A partial file that cannot be removed now is removed with the key. The first error is the useful one.
        await unlinkIfThere(files, partial).catch(() => {});
        throw isCode(error, "ENOSPC", "EDQUOT") ? insufficientStorage(error) : error;
      }
    },

    async open(key, range, memory) {
      const found = await openFile(files, pathOf(key));
      // If the store's directory is missing, a missing file proves nothing.
      if (!found) await directories.verify();
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

/** Uses a digest, because a key may be longer than the maximum length of a file name. */
function partialPrefix(key: BlobKey): string {
  return `${hash("sha256", key)}.`;
}

async function makeDirectories(directories: DurableDirectories, ...paths: readonly string[]): Promise<void> {
  await directories.prepare();
  for (const path of paths) await directories.make(path);
}

/** Files up to this size are written in one call: each call to the thread pool costs more than copying. */
const SMALL_BYTES = 131_072;

/** Reusable buffers for small files. */
const spare: Buffer[] = [];
const SPARE_MAX = 8;

/**
 * Writes a partial file and returns it, still open, once its bytes are durable; its name is not durable yet. Creates
 * the file with the first bytes, because a generated stream may take long to start.
 */
async function writePartial(files: FileOperations, path: string, bytes: AsyncIterable<Uint8Array>): Promise<OpenFile> {
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
  for (let offset = 0; offset < chunk.byteLength; ) {
    offset += (await file.write(chunk, offset)).bytesWritten;
  }
}

/** A partial file that is complete and synced. */
interface WholeFile {
  readonly file: OpenFile;
  readonly path: string;
}

/**
 * Links a file to the name of its key. Only the order of link and directory sync matters; the other steps run at the
 * same time.
 */
async function publish(files: FileOperations, whole: WholeFile, key: BlobKey, path: string): Promise<void> {
  const naming = files.link(whole.path, path);
  const syncing = syncDirectory(files, dirname(path), naming);
  const [linked, ...rest] = await Promise.allSettled([
    naming,
    syncing,
    naming.then(() => files.unlink(whole.path)),
    whole.file.close(),
  ]);
  if (linked.status === "rejected") throw isCode(linked.reason, "EEXIST") ? new BlobExistsError(key) : linked.reason;
  const failure = rest.find((each) => each.status === "rejected");
  if (!failure) return;
  // The put fails, so the linked blob is removed.
  await unlinkIfThere(files, path).catch(() => {});
  throw failure.reason;
}

/** Opens the file at `path`; `null` if there is none, or for a directory. */
async function openFile(
  files: FileOperations,
  path: string,
): Promise<{ readonly file: OpenFile; readonly size: number } | null> {
  const file = await nullIfMissing(files.open(path, "r"));
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

/** Descends only into directories that can contain keys with the prefix; `above` is empty or ends with a slash. */
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
  const stored = await nullIfMissing(files.stat(join(root, key)));
  return stored !== null && stored.mtimeMs < olderThan;
}

async function entriesOf(files: FileOperations, path: string) {
  return (await nullIfMissing(files.readdir(path, { withFileTypes: true }))) ?? [];
}
