import type { Id, Instant } from "@cartulary/kernel";
import type { OwnerPayout, PayoutExportId, PayoutStatus } from "./owner-payout.ts";

/**
 * From where to where a payout goes (money.md 4.2); a cancelled one stays. An ordered one may be executed without a file:
 * an agency can pay by hand, and what the bank moved has moved.
 */
export const PAYOUT_WAYS: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  blocked: ["ordered", "cancelled"],
  ordered: ["transmitted", "executed", "cancelled"],
  transmitted: ["executed", "failed", "ordered"],
  executed: ["failed"],
  failed: ["ordered"],
  cancelled: [],
};

/** Where a payout stands that the bank may still execute. */
export const AWAITING_BANK: readonly PayoutStatus[] = ["ordered", "transmitted"];

function moved(payout: OwnerPayout, status: PayoutStatus, change: Partial<OwnerPayout>): OwnerPayout {
  if (!PAYOUT_WAYS[payout.status].includes(status))
    throw new TypeError(`${payout.reference} is ${payout.status}: it cannot be ${status}`);
  return { ...payout, ...change, status };
}

/** Whether its run may be cancelled as far as this payout is concerned: no file has it and no money of it has left. */
export const isCancellable = ({ status, refusedTransactionId }: OwnerPayout): boolean =>
  PAYOUT_WAYS[status].includes("cancelled") && refusedTransactionId === null;

/** Its run is cancelled. */
export function cancelledPayout(payout: OwnerPayout, now: Instant): OwnerPayout {
  return moved(payout, "cancelled", { updatedAt: now });
}

/** A file for the bank has it. */
export function transmittedPayout(payout: OwnerPayout, exportId: PayoutExportId, now: Instant): OwnerPayout {
  return moved(payout, "transmitted", { exportId, transmittedAt: now, updatedAt: now });
}

/** Whether the file that has it can be taken back: the bank has moved nothing of it, refused or not. */
export const canBeTakenBack = (payout: OwnerPayout, exportId: PayoutExportId): boolean =>
  payout.status === "transmitted" && payout.exportId === exportId && payout.refusedTransactionId === null;

/** The bank did not get the file. The order is the same one: its next file has the same message id if its payouts are the same. */
export function takenBackPayout(payout: OwnerPayout, now: Instant): OwnerPayout {
  return moved(payout, "ordered", { ...IN_NO_FILE, updatedAt: now });
}

const IN_NO_FILE = { exportId: null, transmittedAt: null } as const;

/** The bank has paid it, by that transaction. */
export function executedPayout(
  payout: OwnerPayout,
  bankTransactionId: Id<"BankTransaction">,
  now: Instant,
): OwnerPayout {
  return moved(payout, "executed", { bankTransactionId, refusedTransactionId: null, executedAt: now, updatedAt: now });
}

/**
 * The bank paid it, by a transaction that would take more than the owner's own money: it stays where it is, marked by the
 * first such transaction.
 */
export function refusedPayout(
  payout: OwnerPayout,
  refusedTransactionId: Id<"BankTransaction">,
  now: Instant,
): OwnerPayout {
  return payout.refusedTransactionId === null ? { ...payout, refusedTransactionId, updatedAt: now } : payout;
}

/** What was paid came back. */
export function returnedPayout(payout: OwnerPayout, now: Instant): OwnerPayout {
  return moved(payout, "failed", {
    ...{ bankTransactionId: null, refusedTransactionId: null },
    ...{ executedAt: null, updatedAt: now },
  });
}

/** What came back goes to this account. It is another order, which the bank must not take for the first one. */
export function orderedAgain(payout: OwnerPayout, bankAccountId: Id<"BankAccount">, now: Instant): OwnerPayout {
  return moved(payout, "ordered", { ...IN_NO_FILE, bankAccountId, orderedAt: now, updatedAt: now });
}

/**
 * A payout once its owner's accounts were recorded, of which the default one is this one, if any: what waited for one, or
 * came back, is ordered; what is ordered goes there. The same payout where nothing is otherwise.
 */
export function payoutTo(payout: OwnerPayout, bankAccountId: Id<"BankAccount"> | null, now: Instant): OwnerPayout {
  const change = { bankAccountId, updatedAt: now };
  if (bankAccountId !== null && payout.status === "blocked") return moved(payout, "ordered", change);
  if (bankAccountId !== null && payout.status === "failed") return orderedAgain(payout, bankAccountId, now);
  const goesElsewhere = payout.status === "ordered" || payout.status === "failed";
  return goesElsewhere && payout.bankAccountId !== bankAccountId ? { ...payout, ...change } : payout;
}
