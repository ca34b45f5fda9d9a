import {
  type Caller,
  type Clock,
  type ListQuery,
  orNotFound,
  type Page,
  type TransactFor,
  unprocessable,
} from "@cartulary/kernel";
import type { MandataireId } from "../../agency/mandataire.ts";
import { lockRuns, type SettlingStores, updateCancellable } from "../runs/run-settlement.ts";
import type { OwnerPayout, OwnerPayoutField, OwnerPayoutId } from "./owner-payout.ts";
import { orderedAgain } from "./payout-transitions.ts";
import type { Payee, PayoutStores } from "./ports.ts";

/** The payouts of one mandataire, whose membership the caller has checked. */
export interface OwnerPayouts {
  list(caller: Caller, query: ListQuery<OwnerPayoutField>): Promise<Page<OwnerPayout>>;
  /** Throws 404 if the mandataire has no such payout. */
  get(caller: Caller, id: OwnerPayoutId): Promise<OwnerPayout>;
  /**
   * Orders a failed payout again, to the owner's present default account. Throws 422 `invalid_transition` if it did not
   * fail, `missing_iban` if the owner has no such account.
   */
  orderAgain(caller: Caller, id: OwnerPayoutId): Promise<OwnerPayout>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
}

export function createOwnerPayouts<Stores extends PayoutStores & SettlingStores>({
  transactFor,
  clock,
}: Dependencies<Stores>): (mandataireId: MandataireId) => OwnerPayouts {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      list: (_caller, query) => transact.read(({ ownerPayouts }) => ownerPayouts.list(query)),
      get: (_caller, id) => transact.read(async ({ ownerPayouts }) => orNotFound(await ownerPayouts.find(id))),
      orderAgain: (_caller, id) => transact.write((stores) => orderAgain(stores, id, clock)),
    };
  };
}

/** Returns who is paid: the owner, or the tenant of a deposit. */
function payeesOf(
  source: PayoutStores["applicationSource"],
  { ownerId, tenantId }: OwnerPayout,
): Promise<readonly Pick<Payee, "bankAccountId">[]> {
  return ownerId === null ? source.tenantPayees(tenantId === null ? [] : [tenantId]) : source.payees([ownerId]);
}

/** The run may become cancellable again. */
async function orderAgain(
  stores: PayoutStores & SettlingStores,
  id: OwnerPayoutId,
  clock: Clock,
): Promise<OwnerPayout> {
  const { ownerPayouts, applicationSource } = stores;
  await lockRuns(stores, [orNotFound(await ownerPayouts.find(id)).billingRunId]);
  const [locked] = await ownerPayouts.lock([id]);
  const payout = orNotFound(locked);
  if (payout.status !== "failed")
    throw unprocessable("invalid_transition", `The payout is ${payout.status}: allowed only for failed payouts`);
  const [payee] = await payeesOf(applicationSource, payout);
  if (!payee?.bankAccountId)
    throw unprocessable(
      "missing_iban",
      "The owner or tenant has no default account with an IBAN; record one, which also orders the payout again",
    );
  const now = clock.now();
  const ordered = orderedAgain(payout, payee.bankAccountId, now);
  await ownerPayouts.update([ordered]);
  await updateCancellable({ stores, now }, [ordered]);
  return ordered;
}
