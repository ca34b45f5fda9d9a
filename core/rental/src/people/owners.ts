import type { EstateFamily, EstateRecords } from "../estate/family.ts";
import type { EstateStores } from "../ports.ts";
import { accountHolders } from "./account-holders.ts";
import {
  blankOwner,
  type ListedOwner,
  type NewOwnerInput,
  namedOwner,
  type Owner,
  type OwnerDetail,
  type OwnerField,
  type OwnerInput,
  ownerRules,
} from "./owner.ts";

/** Owners, each with an account in the book. One with ownerships, mandates or lines in the book stays. */
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
  rules: ownerRules,
  blank: blankOwner,
  named: namedOwner,
});
