import type { Blobs, StagedBlob } from "@cartulary/blobs";
import { type Caller, type Clock, type Digests, type Instant, type Transact, unavailable } from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { chunkBytes, invalidChunkSize, requireChunkNumber } from "./chunk-rules.ts";
import type { Chunk, ChunkedUploadId } from "./chunked-upload.ts";
import { letGo } from "./ending.ts";
import { admitted, checksumMismatch, lockedFor, own } from "./judging.ts";
import { type ChunkedUploadView, viewOf } from "./view.ts";

/** A chunk as it comes in. */
export interface IncomingChunk {
  readonly uploadId: ChunkedUploadId;
  /** From 1. */
  readonly number: number;
  /** As its sender announced; `null` where that was not done. */
  readonly byteSize: number | null;
  /** To be read once. Rejects when the sender stops half-way. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The MD5 that its bytes must have, in base64; `null` where the sender gave none. */
  readonly md5: string | null;
  /** Likewise the SHA-256, in lower-case hexadecimal. */
  readonly sha256: string | null;
}

/** What the answer to a chunk tells beside the session. */
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
 * Takes chunks in. Each streams into a blob of its own, so that two of one number never touch each other's bytes; the one
 * that commits last is the chunk, whole (uploads.md 5.2). The session is locked only for that.
 */
export function chunkReceiving(
  dependencies: Dependencies,
): (caller: Caller, chunk: IncomingChunk) => Promise<ReceivedChunk> {
  const { transact, blobs, clock } = dependencies;

  /** What the chunk has to be, before a byte of it is asked for. */
  async function expectedBytes(caller: Caller, { uploadId, number, byteSize }: IncomingChunk): Promise<number> {
    const stored = await transact.read(({ chunkedUploads }) => chunkedUploads.find(uploadId));
    const upload = admitted(own(stored, caller), "chunk", clock.now());
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

  async function* exactly(): AsyncGenerator<Uint8Array> {
    let byteSize = 0;
    for await (const piece of bytes) {
      byteSize += piece.byteLength;
      if (byteSize > expected) throw invalidChunkSize(number, expected);
      md5.update(piece);
      yield piece;
    }
    if (byteSize < expected) throw invalidChunkSize(number, expected);
  }

  const { blob } = await blobs.stage(exactly(), { checksUtf8: false });
  return { blob, md5: md5.base64() };
}

/** Whoever sends digests along hears at once which chunk was damaged on its way. */
function requireDigests({ number, md5, sha256 }: IncomingChunk, chunk: Chunk, blob: StagedBlob): void {
  if ((md5 === null || md5 === chunk.md5) && (sha256 === null || sha256 === blob.sha256)) return;
  throw checksumMismatch(`The bytes of chunk ${number} have another digest than the one sent along; send them again`);
}

/** The chunk becomes the session's, unless the one that is there has the same bytes. */
async function commit(
  stores: UploadStores,
  caller: Caller,
  chunk: Chunk,
  blob: StagedBlob,
  now: Instant,
): Promise<{ readonly isNew: boolean; readonly view: ChunkedUploadView }> {
  const upload = await lockedFor(stores, caller, chunk.uploadId, "chunk", now);
  const present = await stores.chunks.find(chunk.uploadId, chunk.number);
  const isNew = present?.md5 !== chunk.md5;
  if (isNew) {
    if (!(await stores.blobs.attach(blob))) throw takenTooLong();
    await stores.chunks.put(chunk);
    if (present) await letGo(stores, [present.blobKey], now);
  }
  return { isNew, view: await viewOf(stores, upload, now) };
}

const takenTooLong = () =>
  unavailable("storage_unavailable", "The chunk took too long and was given up; send it again", RETRY_SECONDS);

const RETRY_SECONDS = 5;
