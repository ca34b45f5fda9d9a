import { addMonths, type Day, dayAfter, monthsBetween, periodsBetween } from "@cartulary/kernel";
import type { Mandate, MandateStatus } from "./mandate.ts";

/** The fields that determine a mandate's status on a day. */
export type MandateDates = Pick<Mandate, "startDate" | "endDate" | "firstEndDate" | "renewalMonths" | "terminatedOn">;

/** Status and end of a mandate on a day. */
export interface MandateStatusOnDay {
  readonly status: MandateStatus;
  readonly endDate: Day | null;
}

/**
 * Returns status and end of a mandate on a day, independent of writes (estate.md 1.1): draft before the first day, then
 * active, terminated from the termination date on, and expired after the last day unless it renews tacitly, which moves
 * that day.
 */
export function mandateOn(mandate: MandateDates, today: Day): MandateStatusOnDay {
  const { startDate, endDate, terminatedOn } = mandate;
  if (terminatedOn !== null && terminatedOn <= today) return { status: "terminated", endDate };
  if (startDate > today) return { status: "draft", endDate };
  if (endDate === null || endDate >= today) return { status: "active", endDate };
  const renewed = renewedEnd(mandate, today);
  return renewed === null ? { status: "expired", endDate } : { status: "active", endDate: renewed };
}

/**
 * Returns the first end of a tacit renewal on or after `today`, or `null` if the mandate does not renew. Ends are
 * counted from the first end, so that the last day of a month stays the last.
 */
function renewedEnd({ firstEndDate, renewalMonths }: MandateDates, today: Day): Day | null {
  if (firstEndDate === null || renewalMonths === null) return null;
  let times = Math.max(0, periodsBetween(firstEndDate, today, renewalMonths));
  while (addMonths(firstEndDate, times * renewalMonths) < today) times += 1;
  return addMonths(firstEndDate, times * renewalMonths);
}

/** Minimum of a tacit renewal, which otherwise lasts as long as the first period (estate.md 1.4). */
const RENEWAL_MONTHS_MIN = 12;

/** Returns the months of a tacit renewal for a first period. */
export function renewalMonthsOf(startDate: Day, endDate: Day): number {
  return Math.max(RENEWAL_MONTHS_MIN, wholeMonths(startDate, dayAfter(endDate)));
}

/** Returns the number of whole months between two days. */
function wholeMonths(from: Day, to: Day): number {
  const months = monthsBetween(from, to);
  return addMonths(from, months) <= to ? months : months - 1;
}
