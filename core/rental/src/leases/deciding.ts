import { changedFields, type Occasion } from "../estate/family.ts";
import { touchedBy } from "../estate/touches.ts";
import type { EstateStores } from "../ports.ts";
import { leaseOn } from "./time.ts";

/** Leases that are written at once. */
const BATCH = 200;

/** Writes what a day made of leases whose last day is past: those that renew themselves go on, the others have ended. */
export async function decideLeases(
  { leases, touches }: Pick<EstateStores, "leases" | "touches">,
  { today, now }: Occasion,
  alive: () => void,
): Promise<void> {
  for (;;) {
    const due = await leases.lockDue(today, BATCH);
    for (const before of due) {
      const lease = { ...leaseOn(before, today), updatedAt: now };
      await leases.update(lease);
      await touches.touch("leases", lease.id, touchedBy("leases", changedFields(before, lease)), now);
    }
    if (due.length < BATCH) return;
    alive();
  }
}
