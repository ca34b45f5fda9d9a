import { BlobExistsError, type BlobKey, type BlobStore } from "@cartulary/kernel";

interface Stored {
  readonly pieces: readonly Uint8Array[];
  readonly storedAt: number;
}

/** The deviations of a wrong store, by the names of the parts of {@link memoryBlobs}. */
export interface Wrong {
  readonly keyOf?: (key: string) => string;
  readonly keep?: (piece: Uint8Array) => Uint8Array;
  readonly lend?: (piece: Uint8Array) => Uint8Array;
  readonly isOlder?: (storedAt: number, olderThan: number) => boolean;
  readonly endOf?: (end: number) => number;
  readonly overwrites?: boolean;
  readonly cutsReadings?: boolean;
  readonly isWhole?: (pieces: readonly Uint8Array[]) => readonly Uint8Array[];
  readonly skips?: (index: number) => boolean;
}

/** A blob store in memory that does all that a blob store does, or is wrong in one way. */
export function memoryBlobs(wrong: Wrong = {}): BlobStore & { storedAt(key: BlobKey): number } {
  const {
    keyOf = (key) => key,
    keep = (piece) => Uint8Array.from(piece),
    lend = (piece) => Uint8Array.from(piece),
    isOlder = (storedAt, olderThan) => storedAt < olderThan,
    endOf = (end) => end + 1,
    isWhole = (pieces) => pieces,
    skips = () => false,
  } = wrong;
  const blobs = new Map<string, Stored>();

  async function* reading(at: string, { pieces }: Stored, start: number, end: number): AsyncGenerator<Uint8Array> {
    let passed = 0;
    for (const piece of pieces) {
      if (wrong.cutsReadings && !blobs.has(at)) return;
      const part = piece.subarray(Math.max(0, start - passed), Math.max(0, end - passed));
      passed += piece.byteLength;
      if (part.byteLength > 0) yield lend(part);
    }
  }

  return {
    async put(key, bytes) {
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes) pieces.push(keep(piece));
      const at = keyOf(key);
      if (blobs.has(at) && !wrong.overwrites) throw new BlobExistsError(key);
      blobs.set(at, { pieces: isWhole(pieces), storedAt: Date.now() });
    },
    async open(key, range) {
      const at = keyOf(key);
      const stored = blobs.get(at);
      if (!stored) return null;
      return reading(at, stored, range?.start ?? 0, range ? endOf(range.end) : Number.POSITIVE_INFINITY);
    },
    async remove(key) {
      blobs.delete(keyOf(key));
    },
    async *list(prefix, olderThan) {
      let index = 0;
      for (const [key, { storedAt }] of [...blobs].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
        if (!skips(index++) && key.startsWith(keyOf(prefix)) && isOlder(storedAt, olderThan)) yield key as BlobKey;
      }
    },
    async check() {},
    storedAt: (key) => blobs.get(keyOf(key))?.storedAt ?? Number.NaN,
  };
}
