import type { Id, Instant } from "@cartulary/kernel";
import type { BillingRunStore } from "./ports.ts";
import type { BillingRunId } from "./run.ts";

/** What says which runs are settled, and where they are. */
interface SettlingStores {
  readonly billingRuns: BillingRunStore;
  readonly moneyInSource: { settledRuns(runs: readonly BillingRunId[]): Promise<readonly BillingRunId[]> };
}

/**
 * Says of runs whether they can still be taken back (rental.md 3.1), once something of them was paid, or taken back. Whoever
 * locks anything else has locked them before, as far as he knew of them ({@link lockRuns}).
 */
export async function markRuns(
  { stores, now }: { readonly stores: SettlingStores; readonly now: Instant },
  settled: readonly { readonly billingRunId: Id<"BillingRun"> }[],
): Promise<void> {
  const { billingRuns, moneyInSource } = stores;
  const ids = [...new Set(settled.map(({ billingRunId }) => billingRunId as BillingRunId))].sort();
  const stuck = new Set(await moneyInSource.settledRuns(ids));
  for (const id of ids) {
    const cancellable = !stuck.has(id);
    if ((await billingRuns.find(id))?.cancellable === cancellable) continue;
    const run = await billingRuns.lock(id);
    if (run?.status === "applied") await billingRuns.update({ ...run, cancellable, updatedAt: now });
  }
}

/** Locks runs, before anything that is locked after runs (rental.md 3.1): always in the same order. */
export async function lockRuns(
  { billingRuns }: Pick<SettlingStores, "billingRuns">,
  ids: readonly Id<"BillingRun">[],
): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await billingRuns.lock(id as BillingRunId);
}
