import { COLLECT_NOW_JOB } from "@cartulary/blobs";
import {
  type BlobKey,
  type Clock,
  type Instant,
  type StopSignal,
  type Transact,
  throwIfCancelled,
} from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { asOf, type ChunkedUpload, type ChunkedUploadId, dueAt, isUnused, transition } from "./chunked-upload.ts";

/** Batch size of {@link sweep}. */
const SWEEP_BATCH = 100;

/** Ends a locked upload and releases all its blobs, without a grace period. */
export async function endUpload(
  stores: UploadStores,
  upload: ChunkedUpload,
  status: "cancelled" | "expired" | "failed",
  now: Instant,
): Promise<ChunkedUpload> {
  const next = transition(upload, status, now);
  const keys = await stores.chunks.removeAll(upload.id);
  const assembled = isUnused(upload) && upload.assembled ? [upload.assembled.blobKey] : [];
  await releaseBlobs(stores, [...keys, ...assembled], now);
  await stores.chunkedUploads.update(next);
  return next;
}

/** Releases blobs and enqueues an immediate garbage collection. */
export async function releaseBlobs(
  { blobs, jobs }: UploadStores,
  keys: readonly BlobKey[],
  now: Instant,
): Promise<void> {
  if (keys.length === 0) return;
  await blobs.release(keys, now);
  await jobs.enqueue(COLLECT_NOW_JOB);
}

/** Saves due transitions of uploads, and deletes those that ended long ago. Safe on several hosts at once. */
export async function sweep(
  { transact, clock }: { readonly transact: Transact<UploadStores>; readonly clock: Clock },
  stop?: StopSignal,
): Promise<void> {
  for (;;) {
    const due = await transact.read(({ chunkedUploads }) => chunkedUploads.findDue(clock.now(), SWEEP_BATCH));
    if (due.length === 0) return;
    for (const id of due) {
      throwIfCancelled(stop);
      await transact.write((stores) => settle(stores, id, clock.now()));
    }
  }
}

async function settle(stores: UploadStores, id: ChunkedUploadId, now: Instant): Promise<void> {
  const upload = await stores.chunkedUploads.lock(id);
  if (!upload) return;
  const { status } = asOf(upload, now);
  if (status === "expired" && upload.status !== "expired") await expire(stores, upload, now);
  else if (status !== upload.status) await stores.chunkedUploads.update(asOf(upload, now));
  else if (dueAt(upload) <= now) await stores.chunkedUploads.remove(id);
}

/** Ends the expired claim of a processing upload first: only pending and unused uploads expire. */
export async function expire(stores: UploadStores, upload: ChunkedUpload, now: Instant): Promise<ChunkedUpload> {
  const claimless = upload.status === "processing" ? transition(upload, "pending", now) : upload;
  return endUpload(stores, claimless, "expired", now);
}
