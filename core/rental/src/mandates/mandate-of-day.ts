import { addMonths, type Day, dayAfter, monthsBetween, periodsBetween } from "@cartulary/kernel";
import type { Mandate, MandateStatus } from "./mandate.ts";

/** What decides what a mandate is on a day, beside the day. */
export type MandateDates = Pick<Mandate, "startDate" | "endDate" | "firstEndDate" | "renewalMonths" | "terminatedOn">;

/** What a mandate is on a day. */
export interface MandateOfDay {
  readonly status: MandateStatus;
  readonly endDate: Day | null;
}

/**
 * What a mandate is on a day, whether anybody wrote it by then or not (estate.md 1.1): a draft until its first day; active;
 * from the day that somebody named, terminated; after its last day expired, unless it goes on by itself, which moves that
 * last day.
 */
export function mandateOn(mandate: MandateDates, today: Day): MandateOfDay {
  const { startDate, endDate, terminatedOn } = mandate;
  if (terminatedOn !== null && terminatedOn <= today) return { status: "terminated", endDate };
  if (startDate > today) return { status: "draft", endDate };
  if (endDate === null || endDate >= today) return { status: "active", endDate };
  const renewed = renewedEnd(mandate, today);
  return renewed === null ? { status: "expired", endDate } : { status: "active", endDate: renewed };
}

/**
 * The first end of a time of a mandate that goes on by itself that is not before the day: each is counted from the end of
 * the first time, so that 31 January stays the last of its month. `null` where it does not go on.
 */
function renewedEnd({ firstEndDate, renewalMonths }: MandateDates, today: Day): Day | null {
  if (firstEndDate === null || renewalMonths === null) return null;
  let times = Math.max(0, periodsBetween(firstEndDate, today, renewalMonths));
  while (addMonths(firstEndDate, times * renewalMonths) < today) times += 1;
  return addMonths(firstEndDate, times * renewalMonths);
}

/** A mandate that goes on by itself does so for as long as it first was, and for a year at least (estate.md 1.4). */
const RENEWAL_MONTHS_MIN = 12;

/** By how many months a mandate of those days goes on by itself. */
export function renewalMonthsOf(startDate: Day, endDate: Day): number {
  return Math.max(RENEWAL_MONTHS_MIN, wholeMonths(startDate, dayAfter(endDate)));
}

/** How many whole months there are from one day to a later one. */
function wholeMonths(from: Day, to: Day): number {
  const months = monthsBetween(from, to);
  return addMonths(from, months) <= to ? months : months - 1;
}
