import { refused } from "@cartulary/kernel";
import type { LeaseStatus } from "./lease.ts";

/** What somebody may do to a lease as it stands. */
export type LeaseDoor = "activate" | "giveNotice" | "withdrawNotice" | "cancel" | "resume";

interface Transition {
  readonly from: readonly LeaseStatus[];
  readonly to: LeaseStatus;
}

/**
 * Every change of status that somebody can bring about (estate.md 1.3). That a lease ends is no door: its last day decides
 * (`leaseOn`). `resume` is a later end date of one that ended.
 */
export const leaseDoors: Readonly<Record<LeaseDoor, Transition>> = {
  activate: { from: ["draft"], to: "active" },
  giveNotice: { from: ["active"], to: "notice" },
  withdrawNotice: { from: ["notice"], to: "active" },
  cancel: { from: ["draft"], to: "cancelled" },
  resume: { from: ["ended"], to: "active" },
};

/** The status behind a door; refuses (`invalid_transition`) where a lease of that status has none. */
export function through(door: LeaseDoor, status: LeaseStatus): LeaseStatus {
  const { from, to } = leaseDoors[door];
  if (!from.includes(status)) throw closedDoor(`A lease that is ${status} has no way to ${to}`);
  return to;
}

/** The refusal of a door that does not open. */
export function closedDoor(message: string): Error {
  return refused("invalid_transition", message);
}
