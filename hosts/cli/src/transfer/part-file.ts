import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, link, open, rename, rm, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { StoredDocument } from "./content.ts";
import { createResumeStore, type ResumeStore } from "./resume-store.ts";
import type { Transfer } from "./transfer.ts";

/** A file beside the one that is to be, which has the bytes that came so far. */
export interface PartFile extends AsyncDisposable {
  readonly handle: FileHandle;
  /** Gives it its name at last. Where `overwrite` is false, fails if something has that name meanwhile. */
  finish(overwrite: boolean): Promise<void>;
  /** Its bytes are wrong: no later command goes on with them. */
  discard(): Promise<void>;
}

/** Which file a command began to write, so that a later one goes on with that file and no other. */
interface PartState {
  /** The name, in the folder of the file that is to be. */
  readonly name: string;
  /** Device and number: another file may have got the name. */
  readonly file: string;
  /** Of the document. */
  readonly sha256: string;
}

/** No link is followed: it would have us write somewhere else. Windows has no such flag. */
const { O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
const NAME = /^\.cartulary-[\da-f-]{36}\.part$/;

/** Goes on with the file that an earlier command began for the same bytes, else begins one under a name not to be guessed. */
export async function openPart({ server }: Transfer, document: StoredDocument, path: string): Promise<PartFile> {
  const states = createResumeStore("download", isPartState);
  const key = [server.url, document.id, resolve(path)];
  const earlier = await states.find(key);
  const earlierPath = earlier && join(dirname(path), earlier.name);
  const known = earlier && earlierPath && (await ownFile(earlierPath, earlier.file));
  if (known && earlier.sha256 === document.sha256) return partFile(known, earlierPath, path, () => states.remove(key));
  if (known) {
    await known.close();
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
      await (overwrite ? rename(part, path) : placeAnew(part, path));
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

/** Gives a file a name that nothing has, also where the file system takes `Plan.pdf` and `plan.pdf` for the same. */
async function placeAnew(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    if (isCode(error, "EEXIST")) throw isThere(path);
    // A file system without links: whoever made the file meanwhile was looked for before.
    return rename(part, path);
  }
  await unlink(part);
}

/** What is thrown where a download would overwrite a file that nobody named. */
export function isThere(path: string): Error {
  return new Error(`${basename(path)} is there already: say where else with --output`);
}

/** The file that an earlier command of this user began: a plain file with one name. `null` where that is none of it. */
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
