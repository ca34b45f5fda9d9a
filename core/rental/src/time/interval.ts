import type { Day } from "@cartulary/kernel";

/** From one day to another, both included; `null` is without end on that side. */
export interface Interval {
  readonly from: Day | null;
  readonly to: Day | null;
}

/** Whether the day is one of the interval's. */
export function covers({ from, to }: Interval, day: Day): boolean {
  return (from === null || from <= day) && (to === null || day <= to);
}

/** The last day that comes first; `null` is without end. */
export function earlierEnd(one: Day | null, other: Day | null): Day | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
