import {
  type BlobKey,
  type BlobStore,
  type Check,
  type CheckStep,
  type Clock,
  type Digests,
  type Finding,
  millisecondsOf,
  readPages,
  type Transact,
} from "@cartulary/kernel";
import { batches } from "./batches.ts";
import { digestWhileReading } from "./digesting-stream.ts";
import type { BlobRecord, BlobStores } from "./ports.ts";

/**
 * Counts the references of one package's rows to the blobs between two keys, both included; omits unreferenced ones.
 */
export type BlobReferences<Stores> = (
  stores: Stores,
  from: BlobKey,
  through: BlobKey,
) => Promise<ReadonlyMap<BlobKey, number>>;

export interface BlobCheckDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly blobStore: BlobStore;
  readonly digests: Digests;
  readonly clock: Clock;
  /** One for every package with references to blobs. */
  readonly holders: readonly BlobReferences<Stores>[];
}

/** Blobs per progress step. */
const READ_COUNT = 64;
/** Blobs read concurrently, because a bucket has latency. */
const READ_AT_ONCE = 8;
/** Blobs per count of references, since each count scans all rows. */
const BATCH_COUNT = 20_000;
const STRAY_COUNT = 500;

/**
 * Creates the checks of blobs: bytes of live blobs exist and match their records, holder counts equal the number of
 * references, and, as a warning, no bytes lack a record.
 */
export function blobChecks<Stores extends BlobStores>(checking: BlobCheckDependencies<Stores>): readonly Check[] {
  return [
    { name: "bytes of blobs", run: () => checkBytes(checking) },
    { name: "holders of blobs", run: () => checkHolders(checking) },
    { name: "bytes without a record", run: () => checkUnrecorded(checking) },
  ];
}

/** Reads bytes outside transactions, so problems are checked again: the blob may have been released meanwhile. */
async function* checkBytes<Stores extends BlobStores>(
  checking: BlobCheckDependencies<Stores>,
): AsyncGenerator<CheckStep> {
  const { transact, blobStore } = checking;
  await blobStore.check();
  const pages = readPages<BlobRecord>((last) =>
    transact.read(({ blobs }) => blobs.live(last?.key ?? null, READ_COUNT)),
  );
  for await (const page of pages) {
    const suspects: Finding[] = [];
    for (let start = 0; start < page.length; start += READ_AT_ONCE) {
      const batch = page.slice(start, start + READ_AT_ONCE);
      for (const found of await Promise.all(batch.map((record) => bytesProblem(record, checking)))) {
        if (found) suspects.push(found);
      }
    }
    const records = await transact.read(({ blobs }) => blobs.find(suspects.map(({ id }) => id as BlobKey)));
    const findings = suspects.filter(({ id }) => records.get(id as BlobKey)?.state === "live");
    yield { count: page.length, findings };
  }
}

async function bytesProblem<Stores>(
  { key, byteSize, sha256 }: BlobRecord,
  { blobStore, digests }: BlobCheckDependencies<Stores>,
): Promise<Finding | null> {
  try {
    const bytes = await blobStore.open(key);
    if (!bytes) return damage(key, "its bytes are missing");
    const measure = digestWhileReading(bytes, digests, { checksUtf8: false });
    for await (const _ of measure.bytes);
    if (measure.byteSize() !== byteSize) {
      return damage(key, `has ${measure.byteSize()} bytes, its record says ${byteSize}`);
    }
    const found = measure.sha256();
    return found === sha256 ? null : damage(key, `has the sha256 ${found}, its record says ${sha256}`);
  } catch (error) {
    return damage(key, `its bytes cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function* checkHolders<Stores extends BlobStores>({
  transact,
  holders,
}: BlobCheckDependencies<Stores>): AsyncGenerator<CheckStep> {
  const pages = readPages<BlobRecord & { readonly rows: number }>((last) =>
    transact.read(async (stores) => {
      const page = await stores.blobs.live(last?.key ?? null, BATCH_COUNT);
      const [first, end] = [page[0], page.at(-1)];
      if (!first || !end) return [];
      const counts: ReadonlyMap<BlobKey, number>[] = [];
      for (const count of holders) counts.push(await count(stores, first.key, end.key));
      return page.map((record) => ({
        ...record,
        rows: counts.reduce((sum, each) => sum + (each.get(record.key) ?? 0), 0),
      }));
    }),
  );
  for await (const page of pages) {
    const miscounted = page.filter(({ holders: counted, rows }) => counted !== rows);
    const findings = miscounted.map(({ key, holders: counted, rows }) =>
      damage(key, `has ${counted} recorded holders, but ${rows} rows refer to it`),
    );
    yield { count: page.length, findings };
  }
}

/** Listed keys may be collected before the query, so their bytes are checked again. */
async function* checkUnrecorded<Stores extends BlobStores>({
  transact,
  blobStore,
  clock,
}: BlobCheckDependencies<Stores>): AsyncGenerator<CheckStep> {
  for await (const keys of batches(blobStore.list("", millisecondsOf(clock.now())), STRAY_COUNT)) {
    const findings: Finding[] = [];
    for (const key of await transact.read(({ blobs }) => blobs.findUnrecorded(keys))) {
      if (await exists(blobStore, key)) findings.push(unrecorded(key));
    }
    yield { count: keys.length, findings };
  }
}

async function exists(blobStore: BlobStore, key: BlobKey): Promise<boolean> {
  const bytes = await blobStore.open(key);
  if (!bytes) return false;
  for await (const _ of bytes) break;
  return true;
}

const damage = (id: BlobKey, message: string): Finding => ({ severity: "error", area: "blob", id, message });

const unrecorded = (id: BlobKey): Finding => ({
  severity: "warning",
  area: "blob",
  id,
  message: "has no record; a host removes it after two days",
});
