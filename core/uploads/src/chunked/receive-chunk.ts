import type { Blobs, StagedBlob } from "@cartulary/blobs";
import { type Caller, type Clock, type Digests, type Instant, type Transact, unavailable } from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { checksumMismatch, lockForRequest, requireAllowed, requireOwner } from "./access-checks.ts";
import { chunkBytes, invalidChunkSize, requireChunkNumber } from "./chunk-rules.ts";
import type { Chunk, ChunkedUploadId } from "./chunked-upload.ts";
import { type ChunkedUploadView, chunkedUploadView } from "./chunked-upload-view.ts";
import { releaseBlobs } from "./end-upload.ts";

/** A chunk that is being received. */
export interface IncomingChunk {
  readonly uploadId: ChunkedUploadId;
  /** From 1. */
  readonly number: number;
  /** The announced length; `null` when unknown. */
  readonly byteSize: number | null;
  /** Readable once. Rejects when the client disconnects. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The expected MD5 in base64; `null` when the client sent none. */
  readonly md5: string | null;
  /** The expected SHA-256 in lower-case hexadecimal; `null` when the client sent none. */
  readonly sha256: string | null;
}

/** The reply to a chunk. */
export interface ReceivedChunk extends ChunkedUploadView {
  readonly chunkNumber: number;
  readonly chunkSizeReceived: number;
  /** Base64. */
  readonly chunkMd5: string;
}

interface Dependencies {
  readonly transact: Transact<UploadStores>;
  readonly blobs: Blobs;
  readonly digests: Digests;
  readonly clock: Clock;
}

/**
 * Receives chunks. Each streams into a blob of its own, so concurrent chunks of one number do not mix; the last commit
 * wins (uploads.md 5.2). The upload is locked only during the commit.
 */
export function createChunkReceiver(
  dependencies: Dependencies,
): (caller: Caller, chunk: IncomingChunk) => Promise<ReceivedChunk> {
  const { transact, blobs, clock } = dependencies;

  /** Returns the expected length; throws before any byte is read if the chunk is not allowed. */
  async function expectedBytes(caller: Caller, { uploadId, number, byteSize }: IncomingChunk): Promise<number> {
    const stored = await transact.read(({ chunkedUploads }) => chunkedUploads.find(uploadId));
    const upload = requireAllowed(requireOwner(stored, caller), "chunk", clock.now());
    requireChunkNumber(upload, number);
    const expected = chunkBytes(upload, number);
    if (byteSize !== null && byteSize !== expected) throw invalidChunkSize(number, expected);
    return expected;
  }

  return async (caller, incoming) => {
    const byteSize = await expectedBytes(caller, incoming);
    const { blob, md5 } = await stage(incoming, byteSize, dependencies);
    const { uploadId, number } = incoming;
    const chunk: Chunk = { uploadId, number, byteSize, md5, blobKey: blob.key };
    try {
      requireDigests(incoming, chunk, blob);
      const { isNew, view } = await transact.write((stores) => commit(stores, caller, chunk, blob, clock.now()));
      if (!isNew) await blobs.discard(blob);
      return { ...view, chunkNumber: number, chunkSizeReceived: byteSize, chunkMd5: md5 };
    } catch (error) {
      await blobs.discard(blob);
      throw error;
    }
  };
}

async function stage(
  { number, bytes }: IncomingChunk,
  expected: number,
  { blobs, digests }: Dependencies,
): Promise<{ readonly blob: StagedBlob; readonly md5: string }> {
  const md5 = digests.startMd5();

  async function* exactBytes(): AsyncGenerator<Uint8Array> {
    let byteSize = 0;
    for await (const piece of bytes) {
      byteSize += piece.byteLength;
      if (byteSize > expected) throw invalidChunkSize(number, expected);
      md5.update(piece);
      yield piece;
    }
    if (byteSize < expected) throw invalidChunkSize(number, expected);
  }

  const { blob } = await blobs.stage(exactBytes(), { checksUtf8: false });
  return { blob, md5: md5.base64() };
}

/** Throws 422 when a digest that the client sent differs. */
function requireDigests({ number, md5, sha256 }: IncomingChunk, chunk: Chunk, blob: StagedBlob): void {
  if ((md5 === null || md5 === chunk.md5) && (sha256 === null || sha256 === blob.sha256)) return;
  throw checksumMismatch(`Chunk ${number} differs from the digest sent with it; send it again`);
}

/** Saves the chunk, unless the stored one has the same MD5. */
async function commit(
  stores: UploadStores,
  caller: Caller,
  chunk: Chunk,
  blob: StagedBlob,
  now: Instant,
): Promise<{ readonly isNew: boolean; readonly view: ChunkedUploadView }> {
  const upload = await lockForRequest(stores, caller, chunk.uploadId, "chunk", now);
  const present = await stores.chunks.find(chunk.uploadId, chunk.number);
  const isNew = present?.md5 !== chunk.md5;
  if (isNew) {
    if (!(await stores.blobs.attach(blob))) throw uploadTimedOut();
    await stores.chunks.put(chunk);
    if (present) await releaseBlobs(stores, [present.blobKey], now);
  }
  return { isNew, view: await chunkedUploadView(stores, upload, now) };
}

const uploadTimedOut = () => unavailable("storage_unavailable", "The upload timed out; send it again", RETRY_SECONDS);

const RETRY_SECONDS = 5;
