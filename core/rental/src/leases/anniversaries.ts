import { addMonths, type Day, firstDayOfQuarter, monthNumberOf, type Quarter } from "@cartulary/kernel";
import { yearOf } from "@cartulary/ledger";

/** When a lease's rents are looked at each year. */
export interface RevisionDays {
  readonly startDate: Day;
  /** 1 is January; null is the month of the start. */
  readonly revisionMonth: number | null;
}

/**
 * The anniversary of so many calendar years after the lease's start: the day of the month on which it started, in its month
 * of revision, or the last day of a month that is too short (rental.md 2.2). Counted from the start each time: 29 February
 * comes back in leap years. The start itself is the first anniversary where its year has none after it.
 */
export function anniversaryOf({ startDate, revisionMonth }: RevisionDays, years: number): Day {
  const later = (revisionMonth ?? monthNumberOf(startDate)) - monthNumberOf(startDate);
  const day = addMonths(startDate, 12 * years + later);
  return day < startDate ? startDate : day;
}

/** How many calendar years after the start the latest anniversary on or before a day lies; null before the start. */
export function yearsUntil(days: RevisionDays, day: Day): number | null {
  if (day < days.startDate) return null;
  const years = yearOf(day) - yearOf(days.startDate);
  return anniversaryOf(days, years) <= day ? years : years - 1;
}

/** The anniversary to which a quarter belongs: the first on or after its first day, the start counted (estate.md 2.1). */
export function yearsAt(days: RevisionDays, quarter: Quarter): number {
  const first = firstDayOfQuarter(quarter);
  const years = Math.max(0, yearOf(first) - yearOf(days.startDate));
  return anniversaryOf(days, years) >= first ? years : years + 1;
}
