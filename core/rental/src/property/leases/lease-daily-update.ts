import { changedFields, type WriteContext } from "../estate/estate-use-cases.ts";
import { collectionsShowing } from "../estate/update-propagation.ts";
import type { EstateStores } from "../ports.ts";
import { leaseStatusOn } from "./lease-status.ts";

/** Leases per batch. */
const BATCH = 200;

/**
 * Updates stored leases whose last day is past: renewable leases are extended, the others end. Calls `heartbeat` between
 * batches.
 */
export async function updateLeasesForDay(
  { leases, updatePropagation }: Pick<EstateStores, "leases" | "updatePropagation">,
  { today, now }: WriteContext,
  heartbeat: () => void,
): Promise<void> {
  for (;;) {
    const due = await leases.lockDue(today, BATCH);
    for (const before of due) {
      const lease = { ...leaseStatusOn(before, today), updatedAt: now };
      await leases.update(lease);
      await updatePropagation.bumpUpdatedAt(
        "leases",
        lease.id,
        collectionsShowing("leases", changedFields(before, lease)),
        now,
      );
    }
    if (due.length < BATCH) return;
    heartbeat();
  }
}
