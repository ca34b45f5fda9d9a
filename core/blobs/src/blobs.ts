import {
  type BlobKey,
  type BlobStore,
  type ByteRange,
  blobKey,
  type Clock,
  type Digests,
  DomainError,
  millisecondsOf,
  type Secrets,
  type StopSignal,
  secondsAfter,
  type Transact,
  throwIfCancelled,
  unavailable,
} from "@cartulary/kernel";
import { batches } from "./batches.ts";
import { type DigestingOptions, type DigestingStream, digestWhileReading } from "./digesting-stream.ts";
import type { BlobStores, StagedBlob } from "./ports.ts";

/** Staged blobs that are not attached within this time become garbage (uploads.md 5.5). */
export const STAGED_SECONDS = 86_400;
/** Younger blobs without record are not removed, because their record may not be committed yet. */
export const ORPHAN_GRACE_SECONDS = 172_800;
/** Time after which another host may claim the same garbage. */
const CLAIM_SECONDS = 600;
const CLAIM_COUNT = 100;

/** A blob that was just stored. */
export interface StoredFile {
  readonly blob: StagedBlob;
  /** The first {@link HEAD_BYTES} bytes, to detect the format. */
  readonly head: Uint8Array;
  /** True when all bytes are valid UTF-8; false if not checked. */
  readonly isUtf8: boolean;
}

/** Stores bytes crash-safely: acknowledged bytes are never lost, and unused ones are eventually removed. */
export interface Blobs {
  /**
   * Stores bytes without references; a transaction attaches them with `stores.blobs.attach`. Reuses no piece's memory
   * after requesting the next. Errors of `bytes` are rethrown; an unavailable store is `storage_unavailable` (503), a
   * full one `insufficient_storage` (507).
   */
  stage(bytes: AsyncIterable<Uint8Array>, options?: Partial<DigestingOptions>): Promise<StoredFile>;
  /**
   * Removes staged bytes that will not be used; if that fails, they are collected later. Bytes attached meanwhile stay.
   */
  discard(blob: StagedBlob): Promise<void>;
  /** Returns the bytes of an attached blob. An unavailable store is `storage_unavailable` (503). */
  open(key: BlobKey, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Returns all bytes of a blob; `null` when the store has none. Pieces may be views of `memory`: each is valid until
   * the next one is requested.
   */
  find(key: BlobKey, memory?: Uint8Array): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Removes bytes whose retention has ended; returns the number of blobs. Safe on several hosts concurrently. If some
   * fail, the others are removed first, then it rejects; failed ones are retried later. Rejects soon after `stop` is
   * aborted.
   */
  collectGarbage(stop?: StopSignal): Promise<number>;
  /**
   * Removes bytes without a record that are at least two days old; returns the number of blobs. Lists the whole store.
   * Rejects soon after `stop` is aborted.
   */
  removeOrphans(stop?: StopSignal): Promise<number>;
}

interface Dependencies {
  readonly transact: Transact<BlobStores>;
  readonly blobStore: BlobStore;
  readonly digests: Digests;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/**
 * Creates the services that stage, measure and collect the bytes of a blob store.
 *
 * @example
 * ```ts
 * import { createBlobs } from "@cartulary/blobs";
 *
 * export function collectOnce(dependencies: Parameters<typeof createBlobs>[0]): Promise<number> {
 *   return createBlobs(dependencies).collectGarbage();
 * }
 * ```
 */
export function createBlobs({ transact, blobStore, digests, secrets, clock }: Dependencies): Blobs {
  /** Removes bytes before their record, so that existing bytes always have a record. */
  async function removeBlob(key: BlobKey): Promise<void> {
    await blobStore.remove(key);
    await transact.write(({ blobs }) => blobs.forget(key));
  }
  const openBlob = (key: BlobKey, range?: ByteRange, memory?: Uint8Array) =>
    blobStore.open(key, range, memory).catch((error: unknown) => {
      throw storageUnavailable(error);
    });
  const discardKey = (key: BlobKey) => transact.write(({ blobs }) => blobs.discard(key, clock.now()));

  return {
    async stage(bytes, { checksUtf8 = true } = {}) {
      const key = randomKey(secrets);
      await transact.write(({ blobs }) => blobs.stage(key, secondsAfter(clock.now(), STAGED_SECONDS)));
      const measure = digestWhileReading(bytes, digests, { checksUtf8 });
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
      if (await discardKey(key)) await removeBlob(key).catch(() => "collected later");
    },

    find: (key, memory) => openBlob(key, undefined, memory),

    async open(key, range) {
      const bytes = await openBlob(key, range);
      if (!bytes) throw new Error(`The bytes of blob ${key} are missing, but a row refers to them`);
      return bytes;
    },

    async collectGarbage(stop) {
      let count = 0;
      for (;;) {
        const now = clock.now();
        const keys = await transact.write(({ blobs }) =>
          blobs.claim(now, secondsAfter(now, CLAIM_SECONDS), CLAIM_COUNT),
        );
        if (keys.length === 0) return count;
        await eachOf(keys, async (key) => {
          throwIfCancelled(stop);
          await removeBlob(key);
        });
        count += keys.length;
      }
    },

    async removeOrphans(stop) {
      let count = 0;
      const olderThan = millisecondsOf(secondsAfter(clock.now(), -ORPHAN_GRACE_SECONDS));
      for await (const keys of batches(untilStopped(blobStore.list("", olderThan), stop), CLAIM_COUNT)) {
        const orphans = await transact.read(({ blobs }) => blobs.findUnrecorded(keys));
        await eachOf(orphans, async (key) => {
          throwIfCancelled(stop);
          await blobStore.remove(key);
        });
        count += orphans.length;
      }
      return count;
    },
  };
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * Returns a random key, spread over directories by its first digits (uploads.md 5.4); a time-ordered id would fill one
 * directory at a time.
 */
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

/** Errors of the sender are not failures of the store. */
function causeOf(error: unknown, measure: DigestingStream): unknown {
  if (measure.sourceFailed()) return measure.sourceError();
  return error instanceof DomainError ? error : storageUnavailable(error);
}

/** 503: the store is not available. */
export function storageUnavailable(cause: unknown): DomainError {
  return unavailable("storage_unavailable", "The blob store does not answer; try again in a moment", 5, cause);
}

/** Runs `work` for every item, even if some fail; then throws the first error. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function* untilStopped(keys: AsyncIterable<BlobKey>, stop?: StopSignal): AsyncGenerator<BlobKey> {
  for await (const key of keys) {
    throwIfCancelled(stop);
    yield key;
  }
}
