import { type Caller, existing, type ListQuery, type Page, type TransactFor } from "@cartulary/kernel";
import type { MandataireId } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import type { OwnerPayout, OwnerPayoutField, OwnerPayoutId } from "./owner-payout.ts";

/** The payouts of one mandataire. Whoever asks has found out before that the caller is a member of it. */
export interface OwnerPayouts {
  list(caller: Caller, query: ListQuery<OwnerPayoutField>): Promise<Page<OwnerPayout>>;
  /** `NotFound` where there is none of this id under the mandataire. */
  get(caller: Caller, id: OwnerPayoutId): Promise<OwnerPayout>;
}

/** Payouts to owners over a database. */
export function createOwnerPayouts<Stores extends RentalStores>({
  transactFor,
}: {
  readonly transactFor: TransactFor<MandataireId, Stores>;
}): (mandataireId: MandataireId) => OwnerPayouts {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      list: (_caller, query) => transact.read(({ ownerPayouts }) => ownerPayouts.list(query)),
      get: (_caller, id) => transact.read(async ({ ownerPayouts }) => existing(await ownerPayouts.find(id))),
    };
  };
}
