import type { Blobs, StoredFile } from "@cartulary/blobs";
import { storageUnavailable } from "@cartulary/blobs";
import { type ContentTypes, stagedContent } from "@cartulary/documents";
import {
  type Caller,
  type Clock,
  type Digests,
  DomainError,
  type FieldError,
  type Instant,
  LEASE_SECONDS,
  type NewId,
  secondsAfter,
  type Timer,
  type Transact,
  throwIfInvalid,
  unavailable,
  unprocessable,
} from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { changesState, checksumMismatch, lockForRequest, uploadProcessing } from "./access-checks.ts";
import { MISSING_CHUNKS_LISTED_MAX, missingChunks } from "./chunk-rules.ts";
import {
  type AssembledFile,
  type AssemblyClaimId,
  type Chunk,
  type ChunkedUpload,
  type ChunkedUploadId,
  SESSION_SECONDS,
  transition,
} from "./chunked-upload.ts";
import { type ChunkedUploadView, chunkedUploadView } from "./chunked-upload-view.ts";
import { endUpload, releaseBlobs } from "./end-upload.ts";

/** A request to complete an upload. */
export interface Completion {
  readonly id: ChunkedUploadId;
  /** MD5 of the whole file in base64; `null` when the client sent none. */
  readonly checksum?: string | null;
}

interface Dependencies {
  readonly transact: Transact<UploadStores>;
  readonly blobs: Blobs;
  readonly contentTypes: ContentTypes;
  readonly digests: Digests;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly timer: Timer;
}

/** An upload claimed by this host, with all its chunks by number. */
interface Claimed {
  readonly upload: ChunkedUpload & { readonly claimId: AssemblyClaimId };
  readonly chunks: readonly Chunk[];
}

/** The assembled file and its MD5. */
interface Assembled {
  readonly stored: StoredFile;
  /** Base64. */
  readonly md5: string;
}

/**
 * Assembles the file in one pass over its chunks, into a new blob, digesting on the way. No transaction is open during
 * the pass. The host holds a renewed claim; it saves nothing after losing it.
 */
export function assembly(
  dependencies: Dependencies,
): (caller: Caller, input: Completion) => Promise<ChunkedUploadView> {
  const { transact, blobs, clock } = dependencies;

  return async (caller, { id, checksum = null }) => {
    throwIfInvalid([checksumError(checksum)]);
    const claimed = await transact.write((stores) => claim(stores, caller, { id, checksum }, dependencies));
    if (!("chunks" in claimed)) return claimed;
    const lease = renewedLease(claimed, dependencies);
    try {
      const assembled = await assemble(claimed, lease.requireHeld, dependencies);
      try {
        requireChecksum(checksum, assembled.md5);
        return await finish(claimed, assembled, dependencies);
      } catch (error) {
        await blobs.discard(assembled.stored.blob);
        throw error;
      }
    } catch (error) {
      throw await afterFailure(claimed, error);
    } finally {
      lease.release();
    }
  };

  /** Reopens the upload, or ends it as failed when a chunk is missing. If the database is down, the claim expires. */
  async function afterFailure({ upload: { id, claimId } }: Claimed, error: unknown): Promise<unknown> {
    await transact
      .write(async (stores) => {
        const upload = await stores.chunkedUploads.lock(id);
        if (upload?.status !== "processing" || upload.claimId !== claimId) return;
        if (error instanceof LostChunkError) await endUpload(stores, upload, "failed", clock.now());
        else await stores.chunkedUploads.update(transition(upload, "pending", clock.now()));
      })
      .catch(() => "the lease runs out");
    return error;
  }
}

/** Claims the upload; returns its view instead when it is completed already. */
async function claim(
  stores: UploadStores,
  caller: Caller,
  { id, checksum = null }: Completion,
  { clock, newId }: Dependencies,
): Promise<Claimed | ChunkedUploadView> {
  const now = clock.now();
  const upload = await lockForRequest(stores, caller, id, "complete", now);
  if (!changesState(upload, "complete")) {
    if (upload.assembled) requireChecksum(checksum, upload.assembled.md5);
    return chunkedUploadView(stores, upload, now);
  }
  const chunks = await stores.chunks.findAll(id);
  requireAll(upload, chunks);
  const claimId = newId<"AssemblyClaim">();
  const claimed = transition(upload, "processing", now, { claimId, leaseUntil: secondsAfter(now, LEASE_SECONDS) });
  await stores.chunkedUploads.update(claimed);
  return { upload: { ...claimed, claimId }, chunks };
}

function requireAll(upload: ChunkedUpload, chunks: readonly Chunk[]): void {
  const missing = missingChunks(
    upload,
    chunks.map(({ number }) => number),
    MISSING_CHUNKS_LISTED_MAX,
  );
  if (missing.length === 0) return;
  throw unprocessable("chunks_missing", "Some chunks are missing; send them, then complete the upload", {
    missingChunks: missing,
  });
}

/** A claim of this host that is renewed until its release. */
interface Lease {
  /** Throws 409 once the claim is known to be lost. */
  requireHeld(): void;
  release(): void;
}

function renewedLease({ upload: { id, claimId } }: Claimed, { transact, clock, timer }: Dependencies): Lease {
  let isHeld = true;
  let isReleased = false;
  let cancel = timer.after(RENEW_MS, renew);

  function renew(): void {
    const until = secondsAfter(clock.now(), LEASE_SECONDS);
    transact
      .write(({ chunkedUploads }) => chunkedUploads.renew(id, claimId, until))
      // Ignores a failed renewal: the next one may succeed in time, and the final transaction checks the claim anyway.
      .then((held) => {
        isHeld = held;
      })
      .catch(() => {})
      .then(() => {
        if (!isReleased && isHeld) cancel = timer.after(RENEW_MS, renew);
      });
  }

  return {
    requireHeld() {
      if (!isHeld) throw uploadProcessing();
    },
    release() {
      isReleased = true;
      cancel();
    },
  };
}

/** Bytes per read and write. One buffer serves a whole assembly, which saves garbage collection. */
const READ_BYTES = 262_144;
const RENEW_MS = (LEASE_SECONDS * 1_000) / 3;

async function assemble(
  { upload, chunks }: Claimed,
  requireHeld: () => void,
  { blobs, digests }: Dependencies,
): Promise<Assembled> {
  const md5 = digests.startMd5();
  const memory = new Uint8Array(READ_BYTES);

  async function* allBytes(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) {
      requireHeld();
      for await (const piece of chunkBytesOf(blobs, chunk, memory)) {
        md5.update(piece);
        yield piece;
      }
    }
  }

  const stored = await blobs.stage(allBytes(), { checksUtf8: upload.declaredContentType === "text/plain" });
  return { stored, md5: md5.base64() };
}

/** A stored chunk that is missing or has the wrong length. */
class LostChunkError extends Error {
  constructor({ uploadId, number, blobKey }: Chunk, what: string) {
    super(`Chunk ${number} of the upload ${uploadId}, blob ${blobKey}, ${what}`);
    this.name = "LostChunkError";
  }
}

/**
 * Yields the stored bytes of a chunk, in the buffer `memory`. Throws 503 when the store fails, which proves nothing
 * about the chunk.
 */
async function* chunkBytesOf(blobs: Blobs, chunk: Chunk, memory: Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = await blobs.find(chunk.blobKey, memory);
  if (!bytes) throw new LostChunkError(chunk, "is missing");
  let byteSize = 0;
  try {
    for await (const piece of bytes) {
      byteSize += piece.byteLength;
      yield piece;
    }
  } catch (error) {
    throw error instanceof DomainError ? error : storageUnavailable(error);
  }
  if (byteSize !== chunk.byteSize) throw new LostChunkError(chunk, `has ${byteSize} bytes, not ${chunk.byteSize}`);
}

function requireChecksum(checksum: string | null, md5: string): void {
  if (checksum === null || checksum === md5) return;
  throw checksumMismatch("The file's MD5 differs from the checksum; send the damaged chunks again");
}

/** Replaces the chunks by the assembled file and completes the upload. */
async function finish(
  { upload: { id, claimId, filename, declaredContentType }, chunks }: Claimed,
  { stored, md5 }: Assembled,
  { transact, contentTypes, clock }: Dependencies,
): Promise<ChunkedUploadView> {
  const sent = { fileName: filename, contentType: declaredContentType };
  const { contentType, charset } = await stagedContent(sent, stored, contentTypes);
  const { blob } = stored;
  const assembled: AssembledFile = { blobKey: blob.key, sha256: blob.sha256, md5, contentType, charset };
  return transact.write(async (stores) => {
    const now = clock.now();
    const upload = await stores.chunkedUploads.lock(id);
    if (upload?.status !== "processing" || upload.claimId !== claimId) throw uploadProcessing();
    if (!(await stores.blobs.attach(blob))) throw assemblyTimedOut();
    await stores.chunks.removeAll(id);
    await releaseBlobs(
      stores,
      chunks.map(({ blobKey }) => blobKey),
      now,
    );
    const completed = transition(upload, "completed", now, completion(assembled, now));
    await stores.chunkedUploads.update(completed);
    return chunkedUploadView(stores, completed, now);
  });
}

const completion = (assembled: AssembledFile, now: Instant) => ({
  assembled,
  completedAt: now,
  expiresAt: secondsAfter(now, SESSION_SECONDS),
});

const assemblyTimedOut = () =>
  unavailable("storage_unavailable", "The assembly timed out; complete the upload again", 5);

/** An MD5 in base64: 22 characters, of which the last encodes four unused bits, and the padding. */
const BASE64_MD5 = /^[A-Za-z0-9+/]{21}[AQgw]==$/;

function checksumError(checksum: string | null): FieldError | null {
  if (checksum === null || (checksum.length === 24 && BASE64_MD5.test(checksum))) return null;
  return { field: "checksum", code: "invalid", message: "is not an MD5 in base64" };
}
