import { addDays, type Day, dayAfter, easterSundayOf, weekdayOf } from "@cartulary/kernel";

/** Fixed TARGET holidays; Good Friday and Easter Monday are computed. */
const CLOSED: ReadonlySet<string> = new Set(["01-01", "05-01", "12-25", "12-26"]);

const SATURDAY = 6;

/** Returns true if banks execute transfers on the day: no weekend or TARGET holiday. */
export function isBankOpen(day: Day): boolean {
  if (weekdayOf(day) >= SATURDAY || CLOSED.has(day.slice(5))) return false;
  const easter = easterSundayOf(day);
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/** Returns the day, or the next one on which banks execute transfers. */
export function bankDayFrom(day: Day): Day {
  let open = day;
  while (!isBankOpen(open) && open !== dayAfter(open)) open = dayAfter(open);
  return open;
}
