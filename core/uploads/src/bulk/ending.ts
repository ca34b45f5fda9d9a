import { COLLECTION } from "@cartulary/blobs";
import { type Clock, requireGoing, type StopSignal, type Transact } from "@cartulary/kernel";
import type { BulkUploadStores } from "../ports.ts";
import { type BulkUpload, failed } from "./bulk-upload.ts";

/** Bulk uploads that are given up at once. */
const GIVEN_UP_TOGETHER = 100;

/** Ends bulk uploads to which nothing has happened for a day. */
export async function giveUpAbandoned<Stores extends BulkUploadStores>(
  { transact, clock }: { readonly transact: Transact<Stores>; readonly clock: Clock },
  stop: StopSignal,
): Promise<void> {
  for (;;) {
    const ids = await transact.read(({ bulkUploads }) => bulkUploads.abandoned(clock.now(), GIVEN_UP_TOGETHER));
    if (ids.length === 0) return;
    for (const id of ids) {
      requireGoing(stop);
      await transact.write(async (stores) => {
        const bulk = await stores.bulkUploads.lock(id);
        const due = bulk?.abandonedAt;
        if (bulk && due && due <= clock.now()) await end(stores, failed(bulk, "abandoned", clock.now()));
      });
    }
  }
}

/** Keeps what a bulk upload has ended as; nobody needs its sources any more. */
export async function end(stores: BulkUploadStores, bulk: BulkUpload): Promise<void> {
  await stores.bulkUploads.update(bulk);
  const keys = await stores.stagedSources.release(bulk.id);
  if (keys.length === 0) return;
  await stores.blobs.release(keys, bulk.updatedAt);
  await stores.jobs.enqueue(COLLECTION);
}
