import type { Instant } from "@cartulary/kernel";
import type { EstateFamily } from "../estate/family.ts";
import type {
  ListedOwner,
  NewOwnerInput,
  Owner,
  OwnerDetail,
  OwnerField,
  OwnerId,
  OwnerInput,
} from "../people/owner.ts";
import { owners } from "../people/owners.ts";
import type { EstateStores, RentalStores } from "../ports.ts";
import { lockRuns, markRuns } from "../runs/settled-runs.ts";
import { payoutTo } from "./standing.ts";

/** What recording an owner's accounts touches. */
export type PaidOwnerStores = EstateStores &
  Pick<RentalStores, "ownerPayouts" | "applicationSource" | "billingRuns" | "moneyInSource">;

/**
 * Owners as {@link owners} has them; whenever accounts of one are recorded, what waited for one, or came back, is ordered,
 * and what is ordered goes to the account that is the default one then (rental.md §4).
 */
export const paidOwners: EstateFamily<
  PaidOwnerStores,
  Owner,
  OwnerField,
  ListedOwner,
  OwnerDetail,
  OwnerInput,
  NewOwnerInput
> = {
  ...owners,
  async writeBeside(stores, written, occasion) {
    const changed = (await owners.writeBeside?.(stores, written, occasion)) ?? [];
    if (written.before && written.input.bankAccounts) await redirect(stores, written.record.id, occasion.now);
    return changed;
  },
};

/** A run whose payouts came back can be taken back again once they wait like new ones. */
async function redirect(stores: PaidOwnerStores, ownerId: OwnerId, now: Instant): Promise<void> {
  const { ownerPayouts, applicationSource } = stores;
  await lockRuns(stores, await ownerPayouts.runsOfFailed(ownerId));
  const open = await ownerPayouts.lockUnpaidOf(ownerId);
  const [payee] = open.length === 0 ? [] : await applicationSource.payees([ownerId]);
  const moved = open.map((payout) => payoutTo(payout, payee?.bankAccountId ?? null, now));
  await ownerPayouts.update(moved.filter((payout, index) => payout !== open[index]));
  await markRuns(
    { stores, now },
    open.filter(({ status }) => status === "failed"),
  );
}
