import { constants } from "node:fs";
import { copyFile, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { DatabaseBackup, NamedBlob } from "@cartulary/kernel";
import Database from "better-sqlite3";

const PAGE_COUNT = 1_000;

/** In one step: SQLite begins again when another process writes between two steps. */
const ALL_PAGES = 2_147_483_647;

/** Backs up the database file at `path` by SQLite's online backup, and restores it. */
export function createSqliteBackup({ path }: { readonly path: string }): DatabaseBackup {
  return {
    fileName: "database.sqlite",
    requireTools: async () => {},

    async *save(target) {
      const source = new Database(path, { readonly: true, fileMustExist: true });
      try {
        await source.backup(target, { progress: () => ALL_PAGES });
      } finally {
        source.close();
      }
      const copy = new Database(target);
      try {
        // Makes the copy one file: it has the journal mode of the source, with a separate log.
        copy.pragma("journal_mode = delete");
        await syncFile(target);
        yield* liveBlobs(copy);
      } finally {
        copy.close();
      }
    },

    // Opening a database creates files next to it, even for reading.
    isEmpty: async () => (await sizeOf(path)) === 0,

    async load(source) {
      const draft = `${path}.restoring`;
      await rm(draft, { force: true });
      await copyFile(source, draft, constants.COPYFILE_EXCL);
      await syncFile(draft);
      for (const log of ["-wal", "-shm"]) await rm(`${path}${log}`, { force: true });
      await rename(draft, path);
      await syncDirectory(dirname(path));
    },
  };
}

function* liveBlobs(database: Database.Database): Generator<readonly NamedBlob[]> {
  const page = database.prepare<[string, number], NamedBlob>(
    `select key, byte_size as byteSize, sha256 from blobs where state = 'live' and key > ? order by key limit ?`,
  );
  for (let last = ""; ; ) {
    const blobs = page.all(last, PAGE_COUNT);
    const end = blobs.at(-1);
    if (!end) return;
    yield blobs;
    last = end.key;
  }
}

/** The size of a file in bytes; 0 for one that does not exist. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return 0;
    throw error;
  }
}

/** Makes a file durable, and private to its owner. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.chmod(0o600);
  await file.sync();
  await file.close();
}

/** Windows makes names durable without it and cannot sync directories. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  await directory.sync();
  await directory.close();
}
