import { COLLECT_NOW_JOB } from "@cartulary/blobs";
import { type Clock, type StopSignal, type Transact, throwIfCancelled } from "@cartulary/kernel";
import type { BulkUploadStores } from "../ports.ts";
import { type BulkUpload, markFailed } from "./bulk-upload.ts";

/** Batch size of {@link endAbandoned}. */
const ABANDONED_BATCH = 100;

/** Ends bulk uploads that have not changed for a day. */
export async function endAbandoned<Stores extends BulkUploadStores>(
  { transact, clock }: { readonly transact: Transact<Stores>; readonly clock: Clock },
  stop: StopSignal,
): Promise<void> {
  for (;;) {
    const ids = await transact.read(({ bulkUploads }) => bulkUploads.abandoned(clock.now(), ABANDONED_BATCH));
    if (ids.length === 0) return;
    for (const id of ids) {
      throwIfCancelled(stop);
      await transact.write(async (stores) => {
        const bulk = await stores.bulkUploads.lock(id);
        const due = bulk?.abandonedAt;
        if (bulk && due && due <= clock.now()) await endBulkUpload(stores, markFailed(bulk, "abandoned", clock.now()));
      });
    }
  }
}

/** Saves an ended bulk upload and releases the blobs of its sources. */
export async function endBulkUpload(stores: BulkUploadStores, bulk: BulkUpload): Promise<void> {
  await stores.bulkUploads.update(bulk);
  const keys = await stores.stagedSources.release(bulk.id);
  if (keys.length === 0) return;
  await stores.blobs.release(keys, bulk.updatedAt);
  await stores.jobs.enqueue(COLLECT_NOW_JOB);
}
