import type { Day } from "@cartulary/kernel";

/** Days from `from` to `to`, both included; `null` leaves that side open. */
export interface Interval {
  readonly from: Day | null;
  readonly to: Day | null;
}

/** True if the interval contains the day. */
export function covers({ from, to }: Interval, day: Day): boolean {
  return (from === null || from <= day) && (to === null || day <= to);
}

/** Returns the earlier of two last days; `null` means without end. */
export function earlierEnd(one: Day | null, other: Day | null): Day | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
