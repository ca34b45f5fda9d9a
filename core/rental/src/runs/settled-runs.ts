import type { Id, Instant } from "@cartulary/kernel";
import type { BillingRunStore } from "./ports.ts";
import type { BillingRunId } from "./run.ts";

/** What says which runs are settled, and where they are. */
interface SettlingStores {
  readonly billingRuns: BillingRunStore;
  readonly moneyInSource: { settledRuns(runs: readonly BillingRunId[]): Promise<readonly BillingRunId[]> };
}

/** Says of runs whether they can still be taken back (rental.md 3.1), once something of them was paid, or taken back. */
export async function markRuns(
  { stores, now }: { readonly stores: SettlingStores; readonly now: Instant },
  settled: readonly { readonly billingRunId: Id<"BillingRun"> }[],
): Promise<void> {
  const { billingRuns, moneyInSource } = stores;
  const ids = [...new Set(settled.map(({ billingRunId }) => billingRunId as BillingRunId))].sort();
  const stuck = new Set(await moneyInSource.settledRuns(ids));
  for (const id of ids) {
    const run = await billingRuns.lock(id);
    const cancellable = !stuck.has(id);
    if (run?.status === "applied" && run.cancellable !== cancellable)
      await billingRuns.update({ ...run, cancellable, updatedAt: now });
  }
}
