/**
 * Port: storage of bytes under keys.
 *
 * The core chooses the keys, never a caller of the HTTP API, and computes size and digest. A blob is written completely
 * or not at all; what `put` acknowledged survives a power cut. Tested by `blobStoreContract` in
 * `@cartulary/ports/suites`.
 */
export interface BlobStore {
  /**
   * Resolves once the bytes are durable. Throws {@link BlobExistsError} for a key that exists: blobs never change. Each
   * piece is read before the next one is requested, and never afterwards, so the caller may reuse its memory.
   */
  put(key: BlobKey, bytes: AsyncIterable<Uint8Array>): Promise<void>;

  /**
   * Returns the bytes at `key`, or a range of them; `null` when there is no blob. Ending the iteration early frees all
   * resources. Pieces may be views of `memory`, if passed: each is valid until the next one is requested.
   */
  open(key: BlobKey, range?: ByteRange, memory?: Uint8Array): Promise<AsyncIterable<Uint8Array> | null>;

  /** Removes the blob and the remains of an interrupted `put` of the same key. Does nothing if there is no blob. */
  remove(key: BlobKey): Promise<void>;

  /**
   * Lists keys that begin with `prefix` and were stored before `olderThan` (milliseconds since 1970), in no particular
   * order.
   */
  list(prefix: string, olderThan: number): AsyncIterable<BlobKey>;

  /** Rejects when the store does not answer. Used by readiness checks; leaves nothing behind. */
  check(): Promise<void>;
}

/** First and last byte, both included, as in a Range header (RFC 9110 14.1.2). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Lower-case path segments joined by `/`; see {@link blobKey}. */
export type BlobKey = string & { readonly brand: "BlobKey" };

const SEGMENT = /^[a-z0-9][a-z0-9._-]{0,127}$/;

/** Builds a key. Throws a TypeError for segments that a file system or a bucket could misinterpret. */
export function blobKey(...segments: readonly [string, ...string[]]): BlobKey {
  for (const segment of segments) {
    if (!SEGMENT.test(segment)) throw new TypeError(`Not a blob key segment: ${segment}`);
  }
  return segments.join("/") as BlobKey;
}

/** Returns the key that `text` spells, or `null`: a directory or bucket may contain names that are not ours. */
export function parseBlobKey(text: string): BlobKey | null {
  return text.split("/").every((segment) => SEGMENT.test(segment)) ? (text as BlobKey) : null;
}

/** Thrown by `put` for a key that already has a blob. */
export class BlobExistsError extends Error {
  readonly code = "blob_exists";

  constructor(key: BlobKey) {
    super(`A blob is stored at ${key} already`);
    this.name = "BlobExistsError";
  }
}
