import type { Id, Instant } from "@cartulary/kernel";
import type { OwnerPayout, PayoutStatus } from "./owner-payout.ts";

/** From where to where a payout goes (rental.md §4); a cancelled one stays. */
export const PAYOUT_WAYS: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  blocked: ["ordered", "cancelled"],
  ordered: ["executed", "cancelled"],
  executed: ["failed"],
  failed: ["ordered"],
  cancelled: [],
};

function moved(payout: OwnerPayout, status: PayoutStatus, change: Partial<OwnerPayout>): OwnerPayout {
  if (!PAYOUT_WAYS[payout.status].includes(status))
    throw new TypeError(`${payout.reference} is ${payout.status}: it cannot be ${status}`);
  return { ...payout, ...change, status };
}

/** The bank has paid it, by that transaction. */
export function executedPayout(
  payout: OwnerPayout,
  bankTransactionId: Id<"BankTransaction">,
  now: Instant,
): OwnerPayout {
  return moved(payout, "executed", { bankTransactionId, executedAt: now, updatedAt: now });
}

/** What was paid came back. */
export function returnedPayout(payout: OwnerPayout, now: Instant): OwnerPayout {
  return moved(payout, "failed", { bankTransactionId: null, executedAt: null, updatedAt: now });
}

/**
 * A payout once its owner's accounts were recorded, of which the default one is this one, if any: what waited for one, or
 * came back, is ordered; what is ordered goes there. The same payout where nothing is otherwise.
 */
export function payoutTo(payout: OwnerPayout, bankAccountId: Id<"BankAccount"> | null, now: Instant): OwnerPayout {
  const change = { bankAccountId, updatedAt: now };
  if (bankAccountId !== null && payout.status === "blocked") return moved(payout, "ordered", change);
  // What came back was not paid: this is another order, which the bank must not take for the first one.
  if (bankAccountId !== null && payout.status === "failed")
    return moved(payout, "ordered", { ...change, orderedAt: now });
  const goesElsewhere = payout.status === "ordered" || payout.status === "failed";
  return goesElsewhere && payout.bankAccountId !== bankAccountId ? { ...payout, ...change } : payout;
}
