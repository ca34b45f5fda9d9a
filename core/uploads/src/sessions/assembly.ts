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
  refused,
  requireSound,
  secondsAfter,
  type Timer,
  type Transact,
  unavailable,
} from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { MISSING_NAMED_MAX, missingChunks } from "./chunk-rules.ts";
import {
  type AssembledFile,
  type AssemblyClaimId,
  type Chunk,
  type ChunkedUpload,
  type ChunkedUploadId,
  moved,
  SESSION_SECONDS,
} from "./chunked-upload.ts";
import { end, letGo } from "./ending.ts";
import { checksumMismatch, lockedFor, proceeds, uploadProcessing } from "./judging.ts";
import { type ChunkedUploadView, viewOf } from "./view.ts";

/** What completes a session. */
export interface Completion {
  readonly id: ChunkedUploadId;
  /** MD5 of the whole file, in base64; `null` where its sender does not say. */
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

/** A session that this host puts together, with all its chunks by number. */
interface Claimed {
  readonly upload: ChunkedUpload & { readonly claimId: AssemblyClaimId };
  readonly chunks: readonly Chunk[];
}

/** Bytes that were put together, and their MD5. */
interface Assembled {
  readonly stored: StoredFile;
  /** Base64. */
  readonly md5: string;
}

/**
 * Puts the file together in one pass over its chunks, in their order: into a blob of its own, digested on the way. No
 * transaction is open meanwhile. Whoever does it holds a claim, and writes nothing down once another one has that claim.
 */
export function assembly(
  dependencies: Dependencies,
): (caller: Caller, input: Completion) => Promise<ChunkedUploadView> {
  const { transact, blobs, clock } = dependencies;

  return async (caller, { id, checksum = null }) => {
    requireSound([checksumError(checksum)]);
    const found = await transact.write((stores) => claim(stores, caller, { id, checksum }, dependencies));
    if (!("chunks" in found)) return found;
    const lease = renewedLease(found, dependencies);
    try {
      const assembled = await assemble(found, lease.requireHeld, dependencies);
      try {
        requireChecksum(checksum, assembled.md5);
        return await finish(found, assembled, dependencies);
      } catch (error) {
        await blobs.discard(assembled.stored.blob);
        throw error;
      }
    } catch (error) {
      throw await afterFailure(found, error);
    } finally {
      lease.release();
    }
  };

  /** The session is open again, or failed for good where a chunk is gone; what cannot be written down now lapses. */
  async function afterFailure({ upload: { id, claimId } }: Claimed, error: unknown): Promise<unknown> {
    await transact
      .write(async (stores) => {
        const upload = await stores.chunkedUploads.lock(id);
        if (upload?.status !== "processing" || upload.claimId !== claimId) return;
        if (error instanceof LostChunkError) await end(stores, upload, "failed", clock.now());
        else await stores.chunkedUploads.update(moved(upload, "pending", clock.now()));
      })
      .catch(() => "the lease runs out");
    return error;
  }
}

/** The session as it is claimed, or as it is answered where it was completed before. */
async function claim(
  stores: UploadStores,
  caller: Caller,
  { id, checksum = null }: Completion,
  { clock, newId }: Dependencies,
): Promise<Claimed | ChunkedUploadView> {
  const now = clock.now();
  const upload = await lockedFor(stores, caller, id, "complete", now);
  if (!proceeds(upload, "complete")) {
    if (upload.assembled) requireChecksum(checksum, upload.assembled.md5);
    return viewOf(stores, upload, now);
  }
  const chunks = await stores.chunks.findAll(id);
  requireAll(upload, chunks);
  const claimId = newId<"AssemblyClaim">();
  const claimed = moved(upload, "processing", now, { claimId, leaseUntil: secondsAfter(now, LEASE_SECONDS) });
  await stores.chunkedUploads.update(claimed);
  return { upload: { ...claimed, claimId }, chunks };
}

function requireAll(upload: ChunkedUpload, chunks: readonly Chunk[]): void {
  const missing = missingChunks(
    upload,
    chunks.map(({ number }) => number),
    MISSING_NAMED_MAX,
  );
  if (missing.length === 0) return;
  throw refused("chunks_missing", "Some chunks were not sent yet; send them and complete it then", {
    missingChunks: missing,
  });
}

/** Whether the claim is still this host's, asked of the database every now and then. */
interface Lease {
  /** Refuses with 409 as soon as it is known that somebody else has the claim. */
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
      // A database that does not answer may do so before the lease is over: what decides is whose claim it is in the end.
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

/** Read, digested and written at a time. The same memory serves a whole assembly: new pieces would be much to clear away. */
const READ_BYTES = 262_144;
const RENEW_MS = (LEASE_SECONDS * 1_000) / 3;

async function assemble(
  { upload, chunks }: Claimed,
  requireHeld: () => void,
  { blobs, digests }: Dependencies,
): Promise<Assembled> {
  const md5 = digests.startMd5();
  const memory = new Uint8Array(READ_BYTES);

  async function* whole(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) {
      requireHeld();
      for await (const piece of chunkBytesOf(blobs, chunk, memory)) {
        md5.update(piece);
        yield piece;
      }
    }
  }

  const stored = await blobs.stage(whole(), { checksUtf8: upload.declaredContentType === "text/plain" });
  return { stored, md5: md5.base64() };
}

/** A chunk that was stored and acknowledged is gone from the store, or is not as long as it was. */
class LostChunkError extends Error {
  constructor({ uploadId, number, blobKey }: Chunk, what: string) {
    super(`Chunk ${number} of the upload ${uploadId}, blob ${blobKey}, ${what}`);
    this.name = "LostChunkError";
  }
}

/** The stored bytes of a chunk, piece by piece in `memory`. A store that does not answer is 503 and says nothing of the chunk. */
async function* chunkBytesOf(blobs: Blobs, chunk: Chunk, memory: Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = await blobs.find(chunk.blobKey, memory);
  if (!bytes) throw new LostChunkError(chunk, "is gone");
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

/** Refuses bytes that are not those that whoever completes them means. */
function requireChecksum(checksum: string | null, md5: string): void {
  if (checksum === null || checksum === md5) return;
  throw checksumMismatch("The whole file has another MD5 than the checksum; send the chunks that were damaged again");
}

/** The chunks make way for the whole, which is the session's from here on. */
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
    if (!(await stores.blobs.attach(blob))) throw takenTooLong();
    await stores.chunks.removeAll(id);
    await letGo(
      stores,
      chunks.map(({ blobKey }) => blobKey),
      now,
    );
    const completed = moved(upload, "completed", now, completion(assembled, now));
    await stores.chunkedUploads.update(completed);
    return viewOf(stores, completed, now);
  });
}

const completion = (assembled: AssembledFile, now: Instant) => ({
  assembled,
  completedAt: now,
  expiresAt: secondsAfter(now, SESSION_SECONDS),
});

const takenTooLong = () =>
  unavailable("storage_unavailable", "Putting the file together took too long; complete it again", 5);

/** Bytes of an MD5 in base64: 22 characters, the last of which has four bits to spare, and what fills them up. */
const BASE64_MD5 = /^[A-Za-z0-9+/]{21}[AQgw]==$/;

function checksumError(checksum: string | null): FieldError | null {
  if (checksum === null || (checksum.length === 24 && BASE64_MD5.test(checksum))) return null;
  return { field: "checksum", code: "invalid", message: "is not an MD5 in base64" };
}
