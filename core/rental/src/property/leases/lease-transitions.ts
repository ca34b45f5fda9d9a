import { unprocessable } from "@cartulary/kernel";
import type { LeaseStatus } from "./lease.ts";

/** Status changes that users can request. */
export type LeaseAction = "activate" | "giveNotice" | "withdrawNotice" | "cancel" | "resume";

interface Transition {
  readonly from: readonly LeaseStatus[];
  readonly to: LeaseStatus;
}

/**
 * Status changes by users (estate.md 1.3). A lease ends by date, see `leaseStatusOn`. `resume` sets a later end date on
 * an ended lease.
 */
export const leaseTransitions: Readonly<Record<LeaseAction, Transition>> = {
  activate: { from: ["draft"], to: "active" },
  giveNotice: { from: ["active"], to: "notice" },
  withdrawNotice: { from: ["notice"], to: "active" },
  cancel: { from: ["draft"], to: "cancelled" },
  resume: { from: ["ended"], to: "active" },
};

/** Returns the status after an action; throws `invalid_transition` if the status does not allow it. */
export function nextStatus(action: LeaseAction, status: LeaseStatus): LeaseStatus {
  const { from, to } = leaseTransitions[action];
  if (!from.includes(status)) throw invalidTransitionError(`The lease is ${status}; it cannot become ${to}`);
  return to;
}

export function invalidTransitionError(message: string): Error {
  return unprocessable("invalid_transition", message);
}
