import { COLLECTION } from "@cartulary/blobs";
import {
  type BlobKey,
  type Clock,
  type Instant,
  requireGoing,
  type StopSignal,
  type Transact,
} from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { asOf, type ChunkedUpload, type ChunkedUploadId, dueAt, isUnused, moved } from "./chunked-upload.ts";

/** Sessions looked at before the sweeper asks for more. */
const SWEPT_AT_ONCE = 100;

/** Ends a session, which is locked, and lets go of every byte that was its own: none is kept for a grace period. */
export async function end(
  stores: UploadStores,
  upload: ChunkedUpload,
  status: "cancelled" | "expired" | "failed",
  now: Instant,
): Promise<ChunkedUpload> {
  const next = moved(upload, status, now);
  const keys = await stores.chunks.removeAll(upload.id);
  const whole = isUnused(upload) && upload.assembled ? [upload.assembled.blobKey] : [];
  await letGo(stores, [...keys, ...whole], now);
  await stores.chunkedUploads.update(next);
  return next;
}

/** Releases blobs for good, and has them collected soon. */
export async function letGo({ blobs, jobs }: UploadStores, keys: readonly BlobKey[], now: Instant): Promise<void> {
  if (keys.length === 0) return;
  await blobs.release(keys, now);
  await jobs.enqueue(COLLECTION);
}

/** Writes down what time has done to sessions, and forgets those that ended long ago. Safe on several hosts at once. */
export async function sweep(
  { transact, clock }: { readonly transact: Transact<UploadStores>; readonly clock: Clock },
  stop?: StopSignal,
): Promise<void> {
  for (;;) {
    const due = await transact.read(({ chunkedUploads }) => chunkedUploads.due(clock.now(), SWEPT_AT_ONCE));
    if (due.length === 0) return;
    for (const id of due) {
      requireGoing(stop);
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

/** A claim that nobody holds any more ends first. */
export async function expire(stores: UploadStores, upload: ChunkedUpload, now: Instant): Promise<ChunkedUpload> {
  const claimless = upload.status === "processing" ? moved(upload, "pending", now) : upload;
  return end(stores, claimless, "expired", now);
}
