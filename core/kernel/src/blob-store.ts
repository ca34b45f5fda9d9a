/**
 * Port: somewhere to keep bytes.
 *
 * Keys are chosen by the core, never by a caller of the HTTP API. A blob is written whole or not at all: a reader
 * never sees half of one, and what `put` acknowledged survives a power cut. Size and digest are the core's to compute.
 * Behaviour is pinned by `blobStoreContract` in `@cartulary/ports/suites`; an adapter that passes it is a valid adapter.
 */
export interface BlobStore {
  /**
   * Resolves once the bytes are durable; refuses a key that exists with {@link BlobExistsError}: blobs never change. Each
   * piece is read before the next one is asked for, and never after: whoever gives it may use its memory again.
   */
  put(key: BlobKey, bytes: AsyncIterable<Uint8Array>): Promise<void>;

  /**
   * The bytes at `key`, or of the range of them; `null` when nothing is there. Ending the iteration early frees all it
   * holds. Where `memory` is lent, pieces may lie in it: each is good until the next one is asked for.
   */
  open(key: BlobKey, range?: ByteRange, memory?: Uint8Array): Promise<AsyncIterable<Uint8Array> | null>;

  /** Removes the blob and whatever a broken `put` of the same key left. Removing what is not there is not an error. */
  remove(key: BlobKey): Promise<void>;

  /** Keys that begin with `prefix` and were stored before `olderThan` (milliseconds since 1970), in no promised order. */
  list(prefix: string, olderThan: number): AsyncIterable<BlobKey>;

  /** Rejects when the store does not answer. Asked by readiness checks; writes nothing that stays. */
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

/** A key of these segments; refuses what a file system or a bucket could take for something else. */
export function blobKey(...segments: readonly [string, ...string[]]): BlobKey {
  for (const segment of segments) {
    if (!SEGMENT.test(segment)) throw new TypeError(`Not a blob key segment: ${segment}`);
  }
  return segments.join("/") as BlobKey;
}

/** The key that `text` spells, or `null` when it spells none: what else lies in a directory or a bucket is not ours. */
export function parseBlobKey(text: string): BlobKey | null {
  return text.split("/").every((segment) => SEGMENT.test(segment)) ? (text as BlobKey) : null;
}

/** `put` met a key that holds a blob already. */
export class BlobExistsError extends Error {
  readonly code = "blob_exists";

  constructor(key: BlobKey) {
    super(`A blob is stored at ${key} already`);
    this.name = "BlobExistsError";
  }
}
