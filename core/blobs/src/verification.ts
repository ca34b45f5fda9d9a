import {
  type BlobKey,
  type BlobStore,
  type Check,
  type Clock,
  type Digests,
  type Finding,
  type Looked,
  millisecondsOf,
  pagesOf,
  type Transact,
} from "@cartulary/kernel";
import { batches } from "./batches.ts";
import { measured } from "./measure.ts";
import type { BlobRecord, BlobStores } from "./ports.ts";

/** How often the rows of one package refer to each blob between two keys, both included; those of no row are left out. */
export type BlobHolders<Stores> = (
  stores: Stores,
  from: BlobKey,
  through: BlobKey,
) => Promise<ReadonlyMap<BlobKey, number>>;

/** What the checks of blobs are made of. */
export interface BlobChecking<Stores> {
  readonly transact: Transact<Stores>;
  readonly blobStore: BlobStore;
  readonly digests: Digests;
  readonly clock: Clock;
  /** One of every package whose rows refer to blobs. */
  readonly holders: readonly BlobHolders<Stores>[];
}

/** Blobs whose bytes are read between two signs of progress. */
const READ_COUNT = 64;
/** Blobs whose bytes are read at the same time: a bucket makes one wait for each. */
const READ_AT_ONCE = 8;
/** Rows are counted for so many blobs at once, since each count goes through all of them. */
const BATCH_COUNT = 20_000;
const STRAY_COUNT = 500;

/**
 * What has to be true of blobs: the bytes of every live one are there and are what was recorded, as many rows refer to
 * it as are counted, and (a warning, no more) no bytes are there without a record.
 */
export function blobChecks<Stores extends BlobStores>(checking: BlobChecking<Stores>): readonly Check[] {
  return [
    { name: "bytes of blobs", look: () => lookAtBytes(checking) },
    { name: "holders of blobs", look: () => checkHolders(checking) },
    { name: "bytes without a record", look: () => lookForStrays(checking) },
  ];
}

/** No transaction is open while bytes are read: what is found is looked at again, for it may have been let go. */
async function* lookAtBytes<Stores extends BlobStores>(checking: BlobChecking<Stores>): AsyncGenerator<Looked> {
  const { transact, blobStore } = checking;
  await blobStore.check();
  const pages = pagesOf<BlobRecord>((last) => transact.read(({ blobs }) => blobs.live(last?.key ?? null, READ_COUNT)));
  for await (const page of pages) {
    const suspects: Finding[] = [];
    for (let start = 0; start < page.length; start += READ_AT_ONCE) {
      const some = page.slice(start, start + READ_AT_ONCE);
      for (const found of await Promise.all(some.map((record) => bytesProblem(record, checking)))) {
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
  { blobStore, digests }: BlobChecking<Stores>,
): Promise<Finding | null> {
  try {
    const bytes = await blobStore.open(key);
    if (!bytes) return damage(key, "its bytes are gone");
    const measure = measured(bytes, digests, { checksUtf8: false });
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
}: BlobChecking<Stores>): AsyncGenerator<Looked> {
  const pages = pagesOf<BlobRecord & { readonly rows: number }>((last) =>
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
      damage(key, `is counted as held ${counted} times, and ${rows} rows refer to it`),
    );
    yield { count: page.length, findings };
  }
}

/** A key that was listed may be collected before its record is asked for: only what is still there is a stray. */
async function* lookForStrays<Stores extends BlobStores>({
  transact,
  blobStore,
  clock,
}: BlobChecking<Stores>): AsyncGenerator<Looked> {
  for await (const keys of batches(blobStore.list("", millisecondsOf(clock.now())), STRAY_COUNT)) {
    const findings: Finding[] = [];
    for (const key of await transact.read(({ blobs }) => blobs.unrecorded(keys))) {
      if (await isThere(blobStore, key)) findings.push(stray(key));
    }
    yield { count: keys.length, findings };
  }
}

async function isThere(blobStore: BlobStore, key: BlobKey): Promise<boolean> {
  const bytes = await blobStore.open(key);
  if (!bytes) return false;
  for await (const _ of bytes) break;
  return true;
}

const damage = (id: BlobKey, message: string): Finding => ({ severity: "error", area: "blob", id, message });

const stray = (id: BlobKey): Finding => ({
  severity: "warning",
  area: "blob",
  id,
  message: "there is no record of these bytes; a host removes them once they are two days old",
});
