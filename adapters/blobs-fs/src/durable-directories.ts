import { dirname } from "node:path";
import { type FileOperations, isCode, nullIfMissing } from "./file-operations.ts";

/** Covers every directory of two levels with two hexadecimal digits each, and limits memory. */
const KNOWN_DIRECTORIES_MAX = 100_000;

export interface DurableDirectories {
  /** Resolves once the store's own directory exists durably. Only the first call creates it. */
  prepare(): Promise<void>;

  /** Resolves once the directory at `path`, below the store's own, exists durably. */
  make(path: string): Promise<void>;

  /** Rejects if the prepared directory of the store is missing now, for example because it was unmounted. */
  verify(): Promise<void>;

  /** Forgets the known directories, so that each is checked again before use: another process may have removed one. */
  forget(): void;
}

/**
 * A new directory survives a power cut only after its parent was synced, and so on up to the root. An existing
 * directory may have been created a moment ago by another put or process that has not synced yet, so its parent is
 * synced here too. Each directory is synced once and then remembered.
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
    async verify() {
      if (!prepared) return;
      await prepared;
      // With the trailing slash, `stat` fails for a file of that name.
      await files.stat(`${root}/`);
    },
    forget: () => known.clear(),
  };
}

async function makeRoot(files: FileOperations, root: string): Promise<void> {
  const missing = await missingUpFrom(files, root);
  for (const path of missing) await makeOne(files, path);
  // The ancestors exist, but the process that created them may not have synced them yet.
  for (const path of ancestors(missing[0] ?? root)) await syncIfAllowed(files, dirname(path));
}

/** Returns the missing directories of `path`, outermost first. */
async function missingUpFrom(files: FileOperations, path: string): Promise<readonly string[]> {
  if (await nullIfMissing(files.stat(path))) return [];
  return [...(await missingUpFrom(files, dirname(path))), path];
}

/** Creates a directory that only the host's user can access, regardless of the umask. */
async function makeOne(files: FileOperations, path: string): Promise<void> {
  try {
    await files.mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  }
  await syncDirectory(files, dirname(path));
}

/**
 * Syncs a directory, so that the names in it are durable. Opens it while `changed` is pending and syncs after it. Does
 * nothing on Windows, which makes names durable without it and cannot sync directories.
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

/** Ignores directories that the process may not read: they cannot be synced, and they belong to another user. */
async function syncIfAllowed(files: FileOperations, path: string): Promise<void> {
  try {
    await syncDirectory(files, path);
  } catch (error) {
    if (!isCode(error, "EACCES")) throw error;
  }
}
