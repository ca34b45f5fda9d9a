import { addMonths, type Day, readPages } from "@cartulary/kernel";
import type { WriteContext } from "../estate/estate-use-cases.ts";
import { INDEX_CODES } from "../indexation/index-value.ts";
import type { IndexValueStores } from "../indexation/index-values.ts";
import type { OwnEstateStores } from "../ports.ts";
import type { LeaseId } from "./lease.ts";
import { applyDueRevision } from "./revisions.ts";

/** Leases per batch. */
const BATCH = 200;

/** An anniversary is applied within so many months (rental.md 2.1). */
const MONTHS = 12;

/** A rent that was revised after this day is not due. */
export const revisedSince = (today: Day): Day => addMonths(today, -MONTHS);

/**
 * Applies the revisions that are due of leases in mode `automatic` (effects.md 1.5). Calls `heartbeat` between batches.
 */
export async function reviseLeasesForDay(
  stores: OwnEstateStores & IndexValueStores,
  context: WriteContext,
  heartbeat: () => void,
): Promise<void> {
  const since = revisedSince(context.today);
  const indexValues = await stores.indexValues.of(INDEX_CODES);
  const pages = readPages<LeaseId>((last) => stores.leaseRevisions.awaitingRevision(since, last, BATCH));
  for await (const ids of pages) {
    for (const id of ids) await applyDueRevision(stores, { id, indexValues }, context);
    heartbeat();
  }
}
