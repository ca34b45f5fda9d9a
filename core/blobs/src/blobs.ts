import {
  type BlobKey,
  type BlobStore,
  type ByteRange,
  blobKey,
  type Clock,
  type Digests,
  DomainError,
  millisecondsOf,
  requireGoing,
  type Secrets,
  type StopSignal,
  secondsAfter,
  type Transact,
  unavailable,
} from "@cartulary/kernel";
import { batches } from "./batches.ts";
import { type Measure, type Measuring, measured } from "./measure.ts";
import type { BlobStores, StagedBlob } from "./ports.ts";

/** A staged blob that nothing attached for so long is garbage (uploads.md 5.5). */
export const STAGED_SECONDS = 86_400;
/** Bytes younger than this may have a record on its way. */
export const STRAY_SECONDS = 172_800;
/** How long a host that claimed garbage has before another may take it. */
const CLAIM_SECONDS = 600;
const CLAIM_COUNT = 100;

/** A blob that was just stored. */
export interface StoredFile {
  readonly blob: StagedBlob;
  /** The first bytes, {@link HEAD_BYTES} at most, for whoever wants to know what they are. */
  readonly head: Uint8Array;
  /** Whether all bytes together are UTF-8; false where nobody wanted to know. */
  readonly isUtf8: boolean;
}

/** Stores bytes so that a crash at any moment loses nothing acknowledged and leaves nothing for ever. */
export interface Blobs {
  /**
   * Stores bytes that nothing refers to yet. A transaction that wants them calls `stores.blobs.attach`. The memory of a
   * piece is used no more once the next one is asked for. What `bytes` throws comes out as it is; a store that does not answer is `storage_unavailable` (503), a full one
   * `insufficient_storage` (507).
   */
  stage(bytes: AsyncIterable<Uint8Array>, measuring?: Partial<Measuring>): Promise<StoredFile>;
  /**
   * Says that nothing will refer to staged bytes, and removes them; what cannot be removed now is collected later. Bytes
   * that a row came to refer to after all stay.
   */
  discard(blob: StagedBlob): Promise<void>;
  /** The bytes of a blob that a row refers to. A store that does not answer is `storage_unavailable` (503). */
  open(key: BlobKey, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /**
   * All of them, for whoever can go on without them: `null` when the store answers that they are gone. Pieces may lie in
   * the memory that is lent: each is good until the next one is asked for.
   */
  find(key: BlobKey, memory?: Uint8Array): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Removes the bytes whose time has come; answers how many blobs went. Safe on several hosts at once. Rejects when some
   * could not be removed, after the others were; their turn comes again. Rejects soon when `stop` says so.
   */
  collect(stop?: StopSignal): Promise<number>;
  /**
   * Removes bytes of which there is no record, two days old or more; answers how many blobs went. It lists the whole
   * store. Rejects soon when `stop` says so.
   */
  removeStrays(stop?: StopSignal): Promise<number>;
}

interface Dependencies {
  readonly transact: Transact<BlobStores>;
  readonly blobStore: BlobStore;
  readonly digests: Digests;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

export function createBlobs({ transact, blobStore, digests, secrets, clock }: Dependencies): Blobs {
  /** Bytes first: as long as they may be there, there is a record of them. */
  async function removed(key: BlobKey): Promise<void> {
    await blobStore.remove(key);
    await transact.write(({ blobs }) => blobs.forget(key));
  }
  const opened = (key: BlobKey, range?: ByteRange, memory?: Uint8Array) =>
    blobStore.open(key, range, memory).catch((error: unknown) => {
      throw storageUnavailable(error);
    });
  const discardKey = (key: BlobKey) => transact.write(({ blobs }) => blobs.discard(key, clock.now()));

  return {
    async stage(bytes, { checksUtf8 = true } = {}) {
      const key = randomKey(secrets);
      await transact.write(({ blobs }) => blobs.stage(key, secondsAfter(clock.now(), STAGED_SECONDS)));
      const measure = measured(bytes, digests, { checksUtf8 });
      try {
        await blobStore.put(key, measure.bytes);
      } catch (error) {
        await discardKey(key);
        throw causeOf(error, measure);
      }
      const blob = { key, byteSize: measure.byteSize(), sha256: measure.sha256() };
      return { blob, head: measure.head(), isUtf8: measure.isUtf8() };
    },

    async discard({ key }) {
      if (await discardKey(key)) await removed(key).catch(() => "its turn comes with the other garbage");
    },

    find: (key, memory) => opened(key, undefined, memory),

    async open(key, range) {
      const bytes = await opened(key, range);
      if (!bytes) throw new Error(`The bytes of blob ${key} are gone though a row refers to them`);
      return bytes;
    },

    async collect(stop) {
      let count = 0;
      for (;;) {
        const now = clock.now();
        const keys = await transact.write(({ blobs }) =>
          blobs.claim(now, secondsAfter(now, CLAIM_SECONDS), CLAIM_COUNT),
        );
        if (keys.length === 0) return count;
        await eachOf(keys, async (key) => {
          requireGoing(stop);
          await removed(key);
        });
        count += keys.length;
      }
    },

    async removeStrays(stop) {
      let count = 0;
      const olderThan = millisecondsOf(secondsAfter(clock.now(), -STRAY_SECONDS));
      for await (const keys of batches(listed(blobStore.list("", olderThan), stop), CLAIM_COUNT)) {
        const strays = await transact.read(({ blobs }) => blobs.unrecorded(keys));
        await eachOf(strays, async (key) => {
          requireGoing(stop);
          await blobStore.remove(key);
        });
        count += strays.length;
      }
      return count;
    },
  };
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Random, and spread over directories by its first digits (uploads.md 5.4): a time-ordered id would fill one of them. */
function randomKey(secrets: Secrets): BlobKey {
  let hex = "";
  for (const byte of secrets.randomBytes(16)) hex += HEX[byte];
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const uuid = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join("-");
  return blobKey(hex.slice(0, 2), hex.slice(2, 4), uuid);
}

/** A sender that breaks off is not the store's failure. */
function causeOf(error: unknown, measure: Measure): unknown {
  if (measure.sourceFailed()) return measure.sourceError();
  return error instanceof DomainError ? error : storageUnavailable(error);
}

/** 503: the store did not answer, or broke off. */
export function storageUnavailable(cause: unknown): DomainError {
  return unavailable("storage_unavailable", "The blob store does not answer; try again in a moment", 5, cause);
}

/** Does `work` with each item. One that fails keeps none of the others from it; the first failure comes out at the end. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function* listed(keys: AsyncIterable<BlobKey>, stop?: StopSignal): AsyncGenerator<BlobKey> {
  for await (const key of keys) {
    requireGoing(stop);
    yield key;
  }
}
