// A blob store of one's own, and the suite that every blob store passes, run by Node's own test runner.
import { describe, it } from "node:test";
import { BlobExistsError, type BlobKey, type BlobStore } from "@cartulary/kernel";
import { suites } from "@cartulary/ports/suites";
import { expect } from "expect";

interface Blob {
  readonly bytes: Uint8Array;
  readonly storedAt: number;
}

/** Blobs in memory: gone with the process, and otherwise all that a blob store is. */
class MemoryBlobStore implements BlobStore {
  readonly blobs = new Map<BlobKey, Blob>();

  async put(key: BlobKey, source: AsyncIterable<Uint8Array>): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of source) chunks.push(Buffer.from(chunk)); // a copy: the memory is the source's own
    if (this.blobs.has(key)) throw new BlobExistsError(key);
    this.blobs.set(key, { bytes: Buffer.concat(chunks), storedAt: Date.now() });
  }

  async open(key: BlobKey, { start, end } = { start: 0, end: Number.POSITIVE_INFINITY }) {
    const blob = this.blobs.get(key);
    return blob ? piecesOf(Uint8Array.from(blob.bytes.subarray(start, end + 1))) : null;
  }

  async remove(key: BlobKey): Promise<void> {
    this.blobs.delete(key);
  }

  async *list(prefix: string, olderThan: number): AsyncGenerator<BlobKey> {
    for (const [key, { storedAt }] of this.blobs) if (key.startsWith(prefix) && storedAt < olderThan) yield key;
  }

  async check(): Promise<void> {}
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const { blobStoreContract } = suites({ describe, it, expect });

blobStoreContract("A store in memory", {
  create: async () => new MemoryBlobStore(),
  openHandles: () => 0, // file handles or connections that readings hold
  storedAt: async (store, key) => (store as MemoryBlobStore).blobs.get(key)?.storedAt ?? Number.NaN,
});
