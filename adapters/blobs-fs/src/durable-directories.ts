import { dirname } from "node:path";
import { type FileOperations, isCode, orMissing } from "./file-operations.ts";

/** Enough for every directory of two levels of two digits, and a bound on memory all the same. */
const KNOWN_DIRECTORIES_MAX = 100_000;

export interface DurableDirectories {
  /** Resolves once the store's own directory exists and survives a power cut. It is made at the first call, never later. */
  prepare(): Promise<void>;

  /** Resolves once the directory at `path`, below the store's own, exists and survives a power cut. */
  make(path: string): Promise<void>;

  /** Rejects when the store's own directory was prepared and is no directory any more: unmounted perhaps. */
  stillThere(): Promise<void>;

  /** Looks at every directory again before it is relied upon: somebody may have removed one. */
  forget(): void;
}

/**
 * A new directory lasts only when its name in its parent was synced, and so on up. A directory that is found existing
 * may have been made a moment ago by another put, or by another process, that has not synced yet: its parent is synced
 * here too. Each directory is looked at once and then remembered.
 */
export function durableDirectories(files: FileOperations, root: string): DurableDirectories {
  const known = new Set<string>();
  let prepared: Promise<void> | null = null;

  async function make(path: string): Promise<void> {
    if (path === root || known.has(path)) return;
    await make(dirname(path));
    await makeOne(files, path);
    if (known.size >= KNOWN_DIRECTORIES_MAX) known.clear();
    known.add(path);
  }

  return {
    prepare() {
      prepared ??= makeRoot(files, root).catch((error) => {
        prepared = null;
        throw error;
      });
      return prepared;
    },
    make,
    async stillThere() {
      if (!prepared) return;
      await prepared;
      // The slash asks for a directory: a file of that name is no store.
      await files.stat(`${root}/`);
    },
    forget: () => known.clear(),
  };
}

async function makeRoot(files: FileOperations, root: string): Promise<void> {
  const missing = await missingUpFrom(files, root);
  for (const path of missing) await makeOne(files, path);
  // The others exist, but whoever made them, perhaps just now, may not have synced them.
  for (const path of ancestors(missing[0] ?? root)) await syncIfAllowed(files, dirname(path));
}

/** Those directories on the way to `path` that do not exist, outermost first. */
async function missingUpFrom(files: FileOperations, path: string): Promise<readonly string[]> {
  if (await orMissing(files.stat(path))) return [];
  return [...(await missingUpFrom(files, dirname(path))), path];
}

/** What is stored is for the host's own user, whatever its umask: what it makes is closed to all others. */
async function makeOne(files: FileOperations, path: string): Promise<void> {
  try {
    await files.mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  }
  await syncDirectory(files, dirname(path));
}

/**
 * Makes the names in a directory durable, once it was changed: it is opened meanwhile. Windows keeps them by itself and
 * cannot sync a directory.
 */
export async function syncDirectory(files: FileOperations, path: string, changed?: Promise<void>): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await files.open(path, "r");
  try {
    await changed;
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function ancestors(path: string): readonly string[] {
  return dirname(path) === path ? [] : [path, ...ancestors(dirname(path))];
}

/** A directory that we may not read cannot be synced by us; who made it answers for it. */
async function syncIfAllowed(files: FileOperations, path: string): Promise<void> {
  try {
    await syncDirectory(files, path);
  } catch (error) {
    if (!isCode(error, "EACCES")) throw error;
  }
}
