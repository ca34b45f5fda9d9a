import type { Id, Instant } from "@cartulary/kernel";
import type { BillingRunStore } from "./ports.ts";
import type { BillingRunId } from "./run.ts";

/** The stores that decide whether runs are settled. */
export interface SettlingStores {
  readonly billingRuns: BillingRunStore;
  readonly moneyInSource: { settledRuns(runs: readonly BillingRunId[]): Promise<readonly BillingRunId[]> };
}

/**
 * Updates whether runs can be cancelled (rental.md 3.1), after a payment or its reversal. Callers that lock anything
 * else must lock the runs first ({@link lockRuns}).
 */
export async function updateCancellable(
  { stores, now }: { readonly stores: SettlingStores; readonly now: Instant },
  settled: readonly { readonly billingRunId: Id<"BillingRun"> | null }[],
): Promise<void> {
  const { billingRuns, moneyInSource } = stores;
  const ids = [...new Set(settled.flatMap(({ billingRunId }) => (billingRunId as BillingRunId | null) ?? []))].sort();
  const settledIds = new Set(await moneyInSource.settledRuns(ids));
  for (const id of ids) {
    const cancellable = !settledIds.has(id);
    if ((await billingRuns.find(id))?.cancellable === cancellable) continue;
    const run = await billingRuns.lock(id);
    if (run?.status === "applied") await billingRuns.update({ ...run, cancellable, updatedAt: now });
  }
}

/** Locks runs in a fixed order. Must precede all other locks, which come after runs (rental.md 3.1). */
export async function lockRuns(
  { billingRuns }: Pick<SettlingStores, "billingRuns">,
  ids: readonly (Id<"BillingRun"> | null)[],
): Promise<void> {
  for (const id of [...new Set(ids.flatMap((id) => id ?? []))].sort()) await billingRuns.lock(id as BillingRunId);
}
