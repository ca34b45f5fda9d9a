import {
  type Caller,
  type Clock,
  existing,
  type ListQuery,
  type Page,
  refused,
  type TransactFor,
} from "@cartulary/kernel";
import type { MandataireId } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import { lockRuns, markRuns } from "../runs/settled-runs.ts";
import type { OwnerPayout, OwnerPayoutField, OwnerPayoutId } from "./owner-payout.ts";
import { orderedAgain } from "./standing.ts";

/** The payouts of one mandataire. Whoever asks has found out before that the caller is a member of it. */
export interface OwnerPayouts {
  list(caller: Caller, query: ListQuery<OwnerPayoutField>): Promise<Page<OwnerPayout>>;
  /** `NotFound` where there is none of this id under the mandataire. */
  get(caller: Caller, id: OwnerPayoutId): Promise<OwnerPayout>;
  /**
   * Orders again what failed, to the account that is the owner's default one now. 422 `invalid_transition` where it did not
   * fail, `missing_iban` where the owner has no such account.
   */
  orderAgain(caller: Caller, id: OwnerPayoutId): Promise<OwnerPayout>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
}

/** Payouts to owners over a database. */
export function createOwnerPayouts<Stores extends RentalStores>({
  transactFor,
  clock,
}: Dependencies<Stores>): (mandataireId: MandataireId) => OwnerPayouts {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      list: (_caller, query) => transact.read(({ ownerPayouts }) => ownerPayouts.list(query)),
      get: (_caller, id) => transact.read(async ({ ownerPayouts }) => existing(await ownerPayouts.find(id))),
      orderAgain: (_caller, id) => transact.write((stores) => orderAgain(stores, id, clock)),
    };
  };
}

/** A run whose payouts came back can be taken back again once they wait like new ones. */
async function orderAgain(stores: RentalStores, id: OwnerPayoutId, clock: Clock): Promise<OwnerPayout> {
  const { ownerPayouts, applicationSource } = stores;
  await lockRuns(stores, [existing(await ownerPayouts.find(id)).billingRunId]);
  const [locked] = await ownerPayouts.lock([id]);
  const payout = existing(locked);
  if (payout.status !== "failed")
    throw refused("invalid_transition", `The payout is ${payout.status}: this is for payouts that failed`);
  const [payee] = await applicationSource.payees([payout.ownerId]);
  if (!payee?.bankAccountId)
    throw refused(
      "missing_iban",
      "The owner has no default account with an IBAN: record one, which orders it again, too",
    );
  const now = clock.now();
  const ordered = orderedAgain(payout, payee.bankAccountId, now);
  await ownerPayouts.update([ordered]);
  await markRuns({ stores, now }, [ordered]);
  return ordered;
}
