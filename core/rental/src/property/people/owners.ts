import type { EstateFamily, EstateRecords } from "../estate/estate-use-cases.ts";
import type { EstateStores } from "../ports.ts";
import { accountHolders } from "./account-holders.ts";
import {
  type ListedOwner,
  type NewOwnerInput,
  type Owner,
  type OwnerDetail,
  type OwnerField,
  type OwnerInput,
  ownerRecord,
  withOwnerName,
} from "./owner.ts";
import type { OwnerListener } from "./owner-listener.ts";

/**
 * Owners, each with an account in the book. An owner with ownerships, mandates or lines in the book cannot be removed.
 */
export type Owners = EstateRecords<Owner, OwnerField, ListedOwner, OwnerDetail, OwnerInput, NewOwnerInput>;

export const owners: EstateFamily<
  EstateStores,
  Owner,
  OwnerField,
  ListedOwner,
  OwnerDetail,
  OwnerInput,
  NewOwnerInput
> = accountHolders({
  collection: "owners",
  kind: "PRO",
  storeOf: ({ owners }) => owners,
  bankAccountsOf: ({ ownerBankAccounts }) => ownerBankAccounts,
  declared: ownerRecord,
  named: withOwnerName,
});

/** Returns {@link owners} with listeners. */
export function notifyingOwners<Stores extends EstateStores>(
  listeners: readonly OwnerListener<Stores>[],
): EstateFamily<Stores, Owner, OwnerField, ListedOwner, OwnerDetail, OwnerInput, NewOwnerInput> {
  return {
    ...owners,
    async writeRelated(stores, writeResult, context) {
      const changed = (await owners.writeRelated?.(stores, writeResult, context)) ?? [];
      if (writeResult.before && writeResult.input.bankAccounts)
        for (const listener of listeners)
          await listener.bankAccountsReplaced(stores, writeResult.record.id, context.now);
      return changed;
    },
  };
}
