import { type Id, type Instant, type Transitions, transitions } from "@cartulary/kernel";
import type { OwnerPayout, PayoutExportId, PayoutStatus } from "./owner-payout.ts";

/**
 * The next statuses of each payout status (money.md 4.2). An ordered payout may be executed without a file, since an
 * agency can pay by hand.
 */
export const payoutTransitions: Transitions<PayoutStatus> = transitions({
  blocked: ["ordered", "cancelled"],
  ordered: ["transmitted", "executed", "cancelled"],
  transmitted: ["executed", "failed", "ordered"],
  executed: ["failed"],
  failed: ["ordered"],
  cancelled: [],
});

/** The statuses in which the bank may still execute a payout. */
export const AWAITING_BANK: readonly PayoutStatus[] = ["ordered", "transmitted"];

function inStatus(payout: OwnerPayout, status: PayoutStatus, change: Partial<OwnerPayout>): OwnerPayout {
  return { ...payout, ...change, status: payoutTransitions.move(payout.status, status) };
}

/** Returns true if the payout allows its run to be cancelled: it is in no file and none of its money has left. */
export const isCancellable = ({ status, refusedTransactionId }: OwnerPayout): boolean =>
  payoutTransitions.allows(status, "cancelled") && refusedTransactionId === null;

/** Returns the payout of a cancelled run. */
export function cancelledPayout(payout: OwnerPayout, now: Instant): OwnerPayout {
  return inStatus(payout, "cancelled", { updatedAt: now });
}

/** Returns the payout as part of a bank file. */
export function transmittedPayout(payout: OwnerPayout, exportId: PayoutExportId, now: Instant): OwnerPayout {
  return inStatus(payout, "transmitted", { exportId, transmittedAt: now, updatedAt: now });
}

/** Returns true if its bank file can be withdrawn: the bank has paid nothing, not even into suspense. */
export const isWithdrawable = (payout: OwnerPayout, exportId: PayoutExportId): boolean =>
  payout.status === "transmitted" && payout.exportId === exportId && payout.refusedTransactionId === null;

/**
 * Returns the payout without the file, which the bank did not get. The order is unchanged: a next file with the same
 * payouts has the same message id.
 */
export function withdrawPayout(payout: OwnerPayout, now: Instant): OwnerPayout {
  return inStatus(payout, "ordered", { ...IN_NO_FILE, updatedAt: now });
}

const IN_NO_FILE = { exportId: null, transmittedAt: null } as const;

/** Returns the payout as executed by a bank transaction. */
export function executedPayout(
  payout: OwnerPayout,
  bankTransactionId: Id<"BankTransaction">,
  now: Instant,
): OwnerPayout {
  return inStatus(payout, "executed", {
    bankTransactionId,
    refusedTransactionId: null,
    executedAt: now,
    updatedAt: now,
  });
}

/** Marks the payout with the first transaction that pays more than the owner's own money; keeps its status. */
export function refusedPayout(
  payout: OwnerPayout,
  refusedTransactionId: Id<"BankTransaction">,
  now: Instant,
): OwnerPayout {
  return payout.refusedTransactionId === null ? { ...payout, refusedTransactionId, updatedAt: now } : payout;
}

/** Returns the payout as failed, after the bank returned the money. */
export function returnedPayout(payout: OwnerPayout, now: Instant): OwnerPayout {
  return inStatus(payout, "failed", {
    ...{ bankTransactionId: null, refusedTransactionId: null },
    ...{ executedAt: null, updatedAt: now },
  });
}

/** Orders the failed payout to an account. This is a new order, which must not look like a duplicate. */
export function orderedAgain(payout: OwnerPayout, bankAccountId: Id<"BankAccount">, now: Instant): OwnerPayout {
  return inStatus(payout, "ordered", { ...IN_NO_FILE, bankAccountId, orderedAt: now, updatedAt: now });
}

/**
 * Returns the payout after a change of its owner's default account: a blocked or failed one is ordered, an ordered one
 * goes to the new account. Returns the same object if nothing changes.
 */
export function redirectPayout(
  payout: OwnerPayout,
  bankAccountId: Id<"BankAccount"> | null,
  now: Instant,
): OwnerPayout {
  const change = { bankAccountId, updatedAt: now };
  if (bankAccountId !== null && payout.status === "blocked") return inStatus(payout, "ordered", change);
  if (bankAccountId !== null && payout.status === "failed") return orderedAgain(payout, bankAccountId, now);
  const isRedirectable = payout.status === "ordered" || payout.status === "failed";
  return isRedirectable && payout.bankAccountId !== bankAccountId ? { ...payout, ...change } : payout;
}
