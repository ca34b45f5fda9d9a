import type { OwnerListener } from "../../property/people/owner-listener.ts";
import type { TenantListener } from "../../property/people/tenant-listener.ts";
import { lockRuns, type SettlingStores, updateCancellable } from "../runs/run-settlement.ts";
import { redirectPayout } from "./payout-transitions.ts";
import type { PayoutStores } from "./ports.ts";

/** Redirects the payouts of deposits when their tenant's bank accounts change, like {@link payoutRedirection}. */
export const depositRedirection: TenantListener<SettlingStores & PayoutStores> = {
  async bankAccountsReplaced({ ownerPayouts, applicationSource }, tenantId, now) {
    const open = await ownerPayouts.lockUnpaidOfTenant(tenantId);
    const [payee] = open.length === 0 ? [] : await applicationSource.tenantPayees([tenantId]);
    const redirected = open.map((payout) => redirectPayout(payout, payee?.bankAccountId ?? null, now));
    await ownerPayouts.update(redirected.filter((payout, index) => payout !== open[index]));
  },
};

/**
 * Redirects payouts when an owner's bank accounts change: blocked and failed ones are ordered, and ordered ones go to
 * the new default account (rental.md §4). A run may become cancellable again when its failed payouts are ordered again.
 */
export const payoutRedirection: OwnerListener<SettlingStores & PayoutStores> = {
  async bankAccountsReplaced(stores, ownerId, now) {
    const { ownerPayouts, applicationSource } = stores;
    await lockRuns(stores, await ownerPayouts.runsOfFailed(ownerId));
    const open = await ownerPayouts.lockUnpaidOf(ownerId);
    const [payee] = open.length === 0 ? [] : await applicationSource.payees([ownerId]);
    const redirected = open.map((payout) => redirectPayout(payout, payee?.bankAccountId ?? null, now));
    await ownerPayouts.update(redirected.filter((payout, index) => payout !== open[index]));
    await updateCancellable(
      { stores, now },
      open.filter(({ status }) => status === "failed"),
    );
  },
};
