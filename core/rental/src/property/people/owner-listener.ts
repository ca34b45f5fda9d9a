import type { Instant } from "@cartulary/kernel";
import type { OwnerId } from "./owner.ts";

/** Called inside the transaction that writes an owner, with its stores. An exception rolls it back. */
export interface OwnerListener<Stores> {
  /** Called after the bank accounts of an existing owner were replaced. */
  bankAccountsReplaced(stores: Stores, ownerId: OwnerId, now: Instant): Promise<void>;
}
