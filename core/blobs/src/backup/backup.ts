import {
  type BackupFileState,
  type BackupFolder,
  type BlobStore,
  type Clock,
  type DatabaseBackup,
  type Digests,
  type NamedBlob,
  type NewId,
  secondsAfter,
  type Timer,
  type Transact,
} from "@cartulary/kernel";
import { batches } from "../batches.ts";
import { digestWhileReading } from "../digesting-stream.ts";
import type { BlobStores } from "../ports.ts";
import { type BackupCounts, type BackupHeader, MANIFEST, manifestLines, readManifest } from "./manifest.ts";

export interface BackupPorts {
  readonly transact: Transact<BlobStores>;
  readonly database: DatabaseBackup;
  readonly blobStore: BlobStore;
  readonly digests: Digests;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly newId: NewId;
  /** The version of this software, for the manifest. */
  readonly version: string;
}

/** Receives the number of blobs that are done. */
export type BackupProgress = (blobs: number) => void;

/** Copies a database and its blobs to a folder, while hosts serve. */
export interface Backup {
  /**
   * Writes a backup: a snapshot of the database with everything committed before the call, then the blobs that the
   * snapshot names; blobs that the folder has are not copied again. Until it is complete, the folder's previous backup
   * stays whole. Throws {@link DamagedBackupError} when bytes are missing or do not match their record.
   */
  save(folder: BackupFolder, progress?: BackupProgress): Promise<BackupCounts>;
  /** Reads everything that the manifest names. Throws {@link DamagedBackupError} with all damage. */
  check(folder: BackupFolder, progress?: BackupProgress): Promise<BackupCounts>;
}

/** Bytes of a backup, or of what is to be backed up, are missing or changed. */
export class DamagedBackupError extends Error {
  /** One line for each, at most {@link DAMAGE_MAX}. */
  readonly damage: readonly string[];

  constructor(damage: readonly string[]) {
    super(`${damage.length === DAMAGE_MAX ? "many" : damage.length} files are missing or damaged`);
    this.name = "DamagedBackupError";
    this.damage = damage;
  }
}

const DAMAGE_MAX = 1_000;

/** How long collection pauses without a sign of life of the backup. */
const PAUSE_SECONDS = 300;
const RENEW_MILLISECONDS = 60_000;
/** Blobs copied concurrently, because a bucket has latency. */
const AT_ONCE = 8;

export function createBackup(ports: BackupPorts): Backup {
  const { database, blobStore, digests, clock } = ports;
  return {
    async save(folder, progress) {
      await database.requireTools();
      await folder.begin();
      try {
        return await withoutCollection(ports, async () => {
          await writeManifest(ports, folder);
          const copy = (blob: NamedBlob) => copyBlob(blob, { from: blobStore, to: folder.blobs, digests });
          const { counts } = await eachBlob({ folder, state: "draft", work: copy, progress });
          await folder.publish([database.fileName, MANIFEST]);
          return counts;
        });
      } finally {
        await folder.end();
      }
    },

    check: (folder, progress) => checkBackup({ folder, digests, progress }).then(({ counts }) => counts),
  };

  /** Writes the drafts of the database and of the manifest, from one snapshot. */
  async function writeManifest({ version }: BackupPorts, folder: BackupFolder): Promise<void> {
    const createdAt = clock.now();
    const pages = database.save(folder.path(database.fileName, "draft"));
    const written = async function* (): AsyncGenerator<string> {
      const [first, rest] = await firstOf(pages);
      const file = await measured(await folder.read(database.fileName, "draft"), digests);
      const header: BackupHeader = { version, createdAt, database: { fileName: database.fileName, ...file } };
      yield* manifestLines(header, flat(first, rest));
    };
    await folder.writeLines(MANIFEST, written());
  }
}

/** Bytes released during the backup stay until it is done; otherwise those of a snapshot could be gone. */
async function withoutCollection<Result>(
  { transact, clock, timer, newId }: BackupPorts,
  work: () => Promise<Result>,
): Promise<Result> {
  const id = newId<"CollectionPause">();
  const pause = () =>
    transact.write(({ blobs }) => blobs.pause(id, secondsAfter(clock.now(), PAUSE_SECONDS), clock.now()));
  let renewal = Promise.resolve();
  let cancel = () => {};
  const renewLater = () => {
    cancel = timer.after(RENEW_MILLISECONDS, () => {
      // A failed renewal is tried again before the pause ends.
      renewal = pause().then(renewLater, renewLater);
    });
  };
  await pause();
  renewLater();
  try {
    return await work();
  } finally {
    cancel();
    await renewal;
    cancel();
    await transact.write(({ blobs }) => blobs.resume(id));
  }
}

interface Copying {
  readonly from: BlobStore;
  readonly to: BlobStore;
  readonly digests: Digests;
}

/** Copies a blob unless the target has it. Returns the problem, or `null`. */
export async function copyBlob(blob: NamedBlob, { from, to, digests }: Copying): Promise<string | null> {
  if (await exists(to, blob)) return null;
  const bytes = await from.open(blob.key);
  if (!bytes) return `blob ${blob.key}: its bytes are missing`;
  const measure = digestWhileReading(bytes, digests, { checksUtf8: false });
  let problem: string | null = null;
  const checked = async function* () {
    yield* measure.bytes;
    problem = difference(blob, { byteSize: measure.byteSize(), sha256: measure.sha256() });
    // Throwing here keeps the store from publishing the bytes.
    if (problem !== null) throw new Error(problem);
  };
  try {
    await to.put(blob.key, checked());
    return null;
  } catch (error) {
    if (problem !== null) return `blob ${blob.key}: ${problem}`;
    throw error;
  }
}

async function exists(store: BlobStore, { key }: NamedBlob): Promise<boolean> {
  const bytes = await store.open(key);
  if (!bytes) return false;
  for await (const _ of bytes) break;
  return true;
}

interface Measures {
  readonly byteSize: number;
  readonly sha256: string;
}

function difference(expected: Measures, { byteSize, sha256 }: Measures): string | null {
  if (byteSize !== expected.byteSize) return `has ${byteSize} bytes, recorded are ${expected.byteSize}`;
  return sha256 === expected.sha256 ? null : `has the sha256 ${sha256}, recorded is ${expected.sha256}`;
}

async function measured(bytes: AsyncIterable<Uint8Array> | null, digests: Digests): Promise<Measures> {
  if (!bytes) throw new Error("The copy of the database is missing");
  const measure = digestWhileReading(bytes, digests, { checksUtf8: false });
  for await (const _ of measure.bytes);
  return { byteSize: measure.byteSize(), sha256: measure.sha256() };
}

interface Reading {
  readonly folder: BackupFolder;
  readonly digests: Digests;
  readonly progress: BackupProgress | undefined;
}

/** A backup's manifest, read to its end. */
export interface ReadBackup {
  readonly header: BackupHeader;
  readonly counts: BackupCounts;
}

/** Reads every byte that a published manifest names. Throws {@link DamagedBackupError}. */
export async function checkBackup({ folder, digests, progress }: Reading): Promise<ReadBackup> {
  const work = async (blob: NamedBlob) => {
    const bytes = await folder.blobs.open(blob.key);
    const problem = bytes ? difference(blob, await measured(bytes, digests)) : "its bytes are missing";
    return problem && `blob ${blob.key}: ${problem}`;
  };
  const checkDatabase = async ({ database: { fileName, ...recorded } }: BackupHeader) => {
    const bytes = await folder.read(fileName, "published");
    const problem = bytes ? difference(recorded, await measured(bytes, digests)) : "it is missing";
    return problem && `${fileName}: ${problem}`;
  };
  return eachBlob({ folder, state: "published", work, checkDatabase, progress });
}

interface EachBlob {
  readonly folder: BackupFolder;
  readonly state: BackupFileState;
  /** Returns a problem, or `null`. */
  work(blob: NamedBlob): Promise<string | null>;
  checkDatabase?(header: BackupHeader): Promise<string | null>;
  readonly progress: BackupProgress | undefined;
}

/** Works on every blob of a manifest, some at once. Throws {@link DamagedBackupError} for the problems, at the end. */
export async function eachBlob({ folder, state, work, checkDatabase, progress }: EachBlob): Promise<ReadBackup> {
  const lines = await folder.readLines(MANIFEST, state);
  if (!lines) throw new Error(`There is no ${MANIFEST}: the backup is not complete`);
  const damage: string[] = [];
  const note = (problem: string | null | undefined) => {
    if (problem && damage.length < DAMAGE_MAX) damage.push(problem);
  };
  let [header, counts]: [BackupHeader | null, BackupCounts | null] = [null, null];
  const blobs = async function* (): AsyncGenerator<NamedBlob> {
    for await (const part of readManifest(lines)) {
      if (part.kind === "blob") yield part.blob;
      if (part.kind === "counts") counts = part.counts;
      if (part.kind !== "header") continue;
      header = part.header;
      note(await checkDatabase?.(part.header));
    }
  };
  let done = 0;
  for await (const some of batches(blobs(), AT_ONCE)) {
    for (const problem of await Promise.all(some.map(work))) note(problem);
    done += some.length;
    progress?.(done);
  }
  if (damage.length > 0) throw new DamagedBackupError(damage);
  if (!header || !counts) throw new Error(`${MANIFEST} is empty`);
  return { header, counts };
}

/** Returns the first page, and the iteration of the others. */
async function firstOf<Page>(pages: AsyncIterable<Page>): Promise<readonly [Page | null, AsyncIterable<Page>]> {
  const iterator = pages[Symbol.asyncIterator]();
  const { value, done } = await iterator.next();
  const rest: AsyncIterable<Page> = { [Symbol.asyncIterator]: () => iterator };
  return [done ? null : value, rest];
}

async function* flat(
  first: readonly NamedBlob[] | null,
  rest: AsyncIterable<readonly NamedBlob[]>,
): AsyncGenerator<NamedBlob> {
  if (first) yield* first;
  for await (const page of rest) yield* page;
}
