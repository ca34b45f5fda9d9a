import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, link, open, rename, rm, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { StoredDocument } from "./resumable-download.ts";
import { createResumeStore, type ResumeStore } from "./resume-store.ts";
import type { Transfer } from "./transfer.ts";

/** A temporary file in the target folder with the bytes received so far. */
export interface PartFile extends AsyncDisposable {
  readonly handle: FileHandle;
  /** Renames it to the target. Without `overwrite`, throws when the target exists. */
  finish(overwrite: boolean): Promise<void>;
  /** Deletes it after a digest mismatch, so that it is not resumed. */
  discard(): Promise<void>;
}

/** Identifies the temporary file of an earlier command. */
interface PartState {
  /** Its name in the target folder. */
  readonly name: string;
  /** Device and inode: another file may have the name now. */
  readonly file: string;
  /** The document's digest. */
  readonly sha256: string;
}

/** Does not follow links, which could point elsewhere. Windows has no such flag. */
const { O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
const NAME = /^\.cartulary-[\da-f-]{36}\.part$/;

/** Reopens the temporary file of an earlier command for the same bytes, else creates one with a random name. */
export async function openPart({ server }: Transfer, document: StoredDocument, path: string): Promise<PartFile> {
  const states = createResumeStore("download", isPartState);
  const key = [server.url, document.id, resolve(path)];
  const earlier = await states.find(key);
  const earlierPath = earlier && join(dirname(path), earlier.name);
  const reopened = earlier && earlierPath && (await ownFile(earlierPath, earlier.file));
  if (reopened && earlier.sha256 === document.sha256)
    return partFile(reopened, earlierPath, path, () => states.remove(key));
  if (reopened) {
    await reopened.close();
    await unlink(earlierPath);
  }
  return newPart(document, path, states, key);
}

async function newPart(
  { sha256 }: StoredDocument,
  path: string,
  states: ResumeStore<PartState>,
  key: readonly unknown[],
): Promise<PartFile> {
  const name = `.cartulary-${randomUUID()}.part`;
  const part = join(dirname(path), name);
  const handle = await open(part, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666);
  try {
    await states.save(key, { name, file: await identityOf(handle), sha256 });
  } catch (error) {
    await handle.close();
    await unlink(part);
    throw error;
  }
  return partFile(handle, part, path, () => states.remove(key));
}

function partFile(handle: FileHandle, part: string, path: string, forget: () => Promise<void>): PartFile {
  return {
    handle,
    async finish(overwrite) {
      await handle.close();
      await (overwrite ? rename(part, path) : renameToNew(part, path));
      await forget();
    },
    async discard() {
      await handle.close();
      await rm(part, { force: true });
      await forget();
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/** Renames without overwriting, also on case-insensitive file systems. */
async function renameToNew(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    if (isCode(error, "EEXIST")) throw alreadyExists(path);
    // The file system has no links. The target's absence was checked at the start.
    return rename(part, path);
  }
  await unlink(part);
}

/** Returns the error for a target that exists and was not named with --output. */
export function alreadyExists(path: string): Error {
  return new Error(`${basename(path)} already exists; choose another file with --output`);
}

/**
 * Opens an earlier command's temporary file: a regular file of this user without other links. Returns `null` for
 * others.
 */
async function ownFile(path: string, identity: string): Promise<FileHandle | null> {
  const handle = await open(path, O_RDWR | O_APPEND | O_NOFOLLOW).catch(() => null);
  if (!handle) return null;
  const stats = await handle.stat();
  const isOwn = process.getuid === undefined || stats.uid === process.getuid();
  if (stats.isFile() && isOwn && stats.nlink === 1 && (await identityOf(handle)) === identity) return handle;
  await handle.close();
  return null;
}

async function identityOf(handle: FileHandle): Promise<string> {
  const { dev, ino } = await handle.stat({ bigint: true });
  return `${dev}:${ino}`;
}

function isPartState(value: unknown): value is PartState {
  const { name, file, sha256 } = (value ?? {}) as Partial<PartState>;
  return typeof name === "string" && NAME.test(name) && typeof file === "string" && typeof sha256 === "string";
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
