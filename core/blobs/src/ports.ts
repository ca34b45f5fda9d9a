import type { BlobKey, Id, Instant } from "@cartulary/kernel";

/** A stored blob without references, of known size and digest. */
export interface StagedBlob {
  readonly key: BlobKey;
  readonly byteSize: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** The record of a blob. */
export interface BlobRecord {
  readonly key: BlobKey;
  readonly state: "staged" | "live" | "garbage";
  /** Number of rows that refer to it; above 0 exactly when it is live. */
  readonly holders: number;
  /** Set once it is live, as the digest. */
  readonly byteSize: number | null;
  /** Lower-case hexadecimal. */
  readonly sha256: string | null;
}

/**
 * Port: records of blobs. A blob is staged (being written or unused), live (referenced by rows) or garbage (released,
 * removed after `collectAfter`). Order (uploads.md 5.5): write the blob before a row that refers to it, and remove that row
 * before the blob.
 *
 * Counts references, because several rows may share a blob. Every method is a conditional statement, so one of two
 * concurrent hosts wins.
 */
export interface BlobRecordStore {
  /** Records a key before its first byte is written. */
  stage(key: BlobKey, collectAfter: Instant): Promise<void>;

  /**
   * Makes a staged blob live with one holder. Returns false when it is not staged any more, because its time ran out.
   */
  attach(blob: StagedBlob): Promise<boolean>;

  /** Adds a holder. Returns false when the blob is not live. */
  share(key: BlobKey): Promise<boolean>;

  /** Removes one holder per key (keys may repeat); blobs without holders become garbage. */
  release(keys: readonly BlobKey[], collectAfter: Instant): Promise<void>;

  /**
   * Turns a staged blob into garbage, to be collected after `collectAfter`. Returns false and changes nothing when it
   * is not staged.
   */
  discard(key: BlobKey, collectAfter: Instant): Promise<boolean>;

  /**
   * Returns up to `limit` keys of garbage and staged blobs whose time has passed, and marks them as garbage. They are
   * not returned again before `retryAfter`, so that several hosts share the work. Returns none during a pause.
   */
  claim(now: Instant, retryAfter: Instant, limit: number): Promise<readonly BlobKey[]>;

  /**
   * Pauses {@link claim} until an instant, for a reader of bytes that may be released meanwhile. Each id has one pause;
   * the same id again moves its end. Pauses that ended before `now` are forgotten.
   */
  pause(id: Id<"CollectionPause">, until: Instant, now: Instant): Promise<void>;

  /** Ends a pause. */
  resume(id: Id<"CollectionPause">): Promise<void>;

  /** Removes the record of a garbage blob after its bytes. */
  forget(key: BlobKey): Promise<void>;

  /** Returns the keys without a record. */
  findUnrecorded(keys: readonly BlobKey[]): Promise<readonly BlobKey[]>;

  /** Returns the records that exist. */
  find(keys: readonly BlobKey[]): Promise<ReadonlyMap<BlobKey, BlobRecord>>;

  /** Lists up to `limit` live blobs by key, after `after`. */
  live(after: BlobKey | null, limit: number): Promise<readonly BlobRecord[]>;
}

/** Stores that this package needs inside a transaction. */
export interface BlobStores {
  readonly blobs: BlobRecordStore;
}
