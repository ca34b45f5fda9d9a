import { addMonths, type Day, firstDayOfQuarter, monthNumberOf, type Quarter } from "@cartulary/kernel";
import { yearOf } from "@cartulary/ledger";

/** The fields of a lease that determine its anniversaries of revision. */
export interface RevisionDays {
  readonly startDate: Day;
  /** 1 is January; null means the month of the start. */
  readonly revisionMonth: number | null;
}

/**
 * Returns the anniversary `years` calendar years after the lease's start: the start's day of the month, or the last day
 * of a shorter month, in the month of revision (rental.md 2.2). Always computed from the start, so that 29 February
 * returns in leap years. An anniversary before the start is moved to the start.
 */
export function anniversaryOf({ startDate, revisionMonth }: RevisionDays, years: number): Day {
  const later = (revisionMonth ?? monthNumberOf(startDate)) - monthNumberOf(startDate);
  const day = addMonths(startDate, 12 * years + later);
  return day < startDate ? startDate : day;
}

/**
 * Returns the number of calendar years from the start to the latest anniversary on or before `day`; null before the
 * start.
 */
export function yearsUntil(days: RevisionDays, day: Day): number | null {
  if (day < days.startDate) return null;
  const years = yearOf(day) - yearOf(days.startDate);
  return anniversaryOf(days, years) <= day ? years : years - 1;
}

/**
 * Returns the year of the first anniversary on or after the quarter's first day, in years after the start (estate.md
 * 2.1). The start counts as an anniversary.
 */
export function anniversaryYearOf(days: RevisionDays, quarter: Quarter): number {
  const first = firstDayOfQuarter(quarter);
  const years = Math.max(0, yearOf(first) - yearOf(days.startDate));
  return anniversaryOf(days, years) >= first ? years : years + 1;
}
