import { addDays, type Day, dayAfter, easterSundayOf, weekdayOf } from "@cartulary/kernel";

/** The days of the year on which no bank of the SEPA moves money, beside Good Friday and Easter Monday (TARGET). */
const CLOSED: ReadonlySet<string> = new Set(["01-01", "05-01", "12-25", "12-26"]);

const SATURDAY = 6;

/** Whether the bank executes transfers on a day: no week-end, and no holiday of TARGET. */
export function isBankOpen(day: Day): boolean {
  if (weekdayOf(day) >= SATURDAY || CLOSED.has(day.slice(5))) return false;
  const easter = easterSundayOf(day);
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/** The day, or the next one on which the bank executes transfers. */
export function bankDayFrom(day: Day): Day {
  let open = day;
  while (!isBankOpen(open) && open !== dayAfter(open)) open = dayAfter(open);
  return open;
}
