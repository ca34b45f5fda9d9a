import type { BlobKey, Instant } from "@cartulary/kernel";

/** Bytes that are stored and whose size and digest are known, but that nothing refers to yet. */
export interface StagedBlob {
  readonly key: BlobKey;
  readonly byteSize: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** What is known of one blob. */
export interface BlobRecord {
  readonly key: BlobKey;
  readonly state: "staged" | "live" | "garbage";
  /** How many rows refer to it; above 0 exactly when it is live. */
  readonly holders: number;
  /** Known once it is live, likewise the digest. */
  readonly byteSize: number | null;
  /** Lower-case hexadecimal. */
  readonly sha256: string | null;
}

/**
 * What is known of every blob: staged (being written, or written and not yet used), live (held by rows), garbage
 * (released; the bytes go when `collectAfter` has passed). uploads.md 5.5: blob first, row second; row first, blob later.
 *
 * Holders are counted, since several rows may refer to one blob. Every method is a conditional statement: two hosts
 * that race get one winner.
 */
export interface BlobRecords {
  /** Records a key before its first byte is written. */
  stage(key: BlobKey, collectAfter: Instant): Promise<void>;

  /** Staged becomes live, with one holder. False when it was no longer staged: its time ran out. */
  attach(blob: StagedBlob): Promise<boolean>;

  /** One more holder. False when the blob is not live. */
  share(key: BlobKey): Promise<boolean>;

  /** One holder less for each key given (a key may stand several times); without holders it becomes garbage. */
  release(keys: readonly BlobKey[], collectAfter: Instant): Promise<void>;

  /** Staged becomes garbage to be collected after `collectAfter`. False, with nothing changed, when it is not staged. */
  discard(key: BlobKey, collectAfter: Instant): Promise<boolean>;

  /**
   * Up to `limit` keys whose time has come, garbage and staged alike; they are garbage from here on and not handed out
   * again before `retryAfter`, so that several hosts share the work.
   */
  claim(now: Instant, retryAfter: Instant, limit: number): Promise<readonly BlobKey[]>;

  /** Removes the record of a garbage blob whose bytes are gone. */
  forget(key: BlobKey): Promise<void>;

  /** Those of `keys` of which there is no record. */
  unrecorded(keys: readonly BlobKey[]): Promise<readonly BlobKey[]>;

  /** The records of those of `keys` that have one. */
  find(keys: readonly BlobKey[]): Promise<ReadonlyMap<BlobKey, BlobRecord>>;

  /** Live blobs by key, `limit` at most, from the first one after `after`. */
  live(after: BlobKey | null, limit: number): Promise<readonly BlobRecord[]>;
}

/** What this package needs inside a transaction. */
export interface BlobStores {
  readonly blobs: BlobRecords;
}
