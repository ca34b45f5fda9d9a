import {
  type BackupFolder,
  BlobExistsError,
  type BlobStore,
  blobKey,
  type DatabaseBackup,
  type Digests,
  type NamedBlob,
} from "@cartulary/kernel";
import { checkBackup, copyBlob, eachBlob } from "./backup.ts";
import type { BackupCounts } from "./manifest.ts";

/** Present in a blob store from the first change of a restore to its end; a host does not start on it. */
const RESTORE_MARK = blobKey("restore-in-progress");

export interface RestorePorts {
  readonly database: DatabaseBackup;
  readonly blobStore: BlobStore;
  readonly digests: Digests;
}

/** Receives the step, and the number of blobs that are done. */
export type RestoreProgress = (step: "check" | "copy", blobs: number) => void;

/** Brings a backup back into an empty database and an empty blob store. */
export interface Restore {
  /**
   * Checks the manifest and every digest, then that nothing is in the targets, and only then writes: the blobs that the
   * manifest names, then the database. Throws without a change when a check fails. An interrupted restore leaves targets
   * that neither a restore nor a host accepts.
   */
  load(folder: BackupFolder, progress?: RestoreProgress): Promise<BackupCounts>;
}

export function createRestore({ database, blobStore, digests }: RestorePorts): Restore {
  return {
    async load(folder, progress) {
      await database.requireTools();
      const { header, counts } = await checkBackup({ folder, digests, progress: (done) => progress?.("check", done) });
      const { fileName } = header.database;
      if (fileName !== database.fileName) {
        throw new Error(`the backup has ${fileName}; this database is restored from ${database.fileName}`);
      }
      await requireEmpty(database, blobStore);
      await markBegun(blobStore);
      const work = (blob: NamedBlob) => copyBlob(blob, { from: folder.blobs, to: blobStore, digests });
      await eachBlob({ folder, state: "published", work, progress: (done) => progress?.("copy", done) });
      await database.load(folder.path(fileName, "published"));
      await blobStore.remove(RESTORE_MARK);
      return counts;
    },
  };
}

async function requireEmpty(database: DatabaseBackup, blobStore: BlobStore): Promise<void> {
  if (!(await database.isEmpty())) throw new Error("the database is not empty; restore into an empty one");
  for await (const _ of blobStore.list("", Number.MAX_SAFE_INTEGER)) {
    throw new Error("the blob store is not empty; restore into an empty one");
  }
}

async function markBegun(blobStore: BlobStore): Promise<void> {
  const mark = async function* () {
    yield new Uint8Array(1);
  };
  try {
    await blobStore.put(RESTORE_MARK, mark());
  } catch (error) {
    throw error instanceof BlobExistsError ? new Error("another restore into this blob store has begun") : error;
  }
}

/** Throws when a restore into the blob store was interrupted, or still runs. */
export async function requireRestored(blobStore: BlobStore): Promise<void> {
  const mark = await blobStore.open(RESTORE_MARK);
  if (!mark) return;
  for await (const _ of mark) break;
  throw new Error("a restore into it is not complete; empty it and the database, and restore again");
}
