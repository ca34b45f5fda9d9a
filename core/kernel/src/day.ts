/** A civil day without a time zone, `YYYY-MM-DD`; text order is time order. */
export type Day = string & { readonly unit: "day" };

/** A civil month, `YYYY-MM`; text order is time order. */
export type Month = string & { readonly unit: "month" };

/** A civil quarter, `YYYY-Qn`, as the periods of indices are written; text order is time order. */
export type Quarter = string & { readonly unit: "quarter" };

/** Parses a day; `null` for a day that does not exist, such as 2026-02-30. */
export function parseDay(text: string): Day | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const month = parseMonth(text.slice(0, 7));
  return month && text >= firstDay(month) && text <= lastDay(month) ? (text as Day) : null;
}

/** Parses a month; `null` if invalid. */
export function parseMonth(text: string): Month | null {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? (text as Month) : null;
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7) as Month;
}

/** The month of a day within its year: 1 is January. */
export function monthNumberOf(day: Day): number {
  return Number(day.slice(5, 7));
}

/** The day of its month: 1 to 31. */
export function dayOfMonth(day: Day): number {
  return Number(day.slice(8));
}

/** Counts months from one month to another; negative when `to` is earlier. */
export function monthsBetween(from: Day | Month, to: Day | Month): number {
  return monthCount(to) - monthCount(from);
}

/** Counts whole periods of `months` months; negative when `to` is earlier. */
export function periodsBetween(from: Day | Month, to: Day | Month, months: number): number {
  return Math.floor(monthsBetween(from, to) / months);
}

export function monthAfter(month: Month): Month {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return number === 12 ? spelt(year + 1, 1) : spelt(year, number + 1);
}

export function firstDay(month: Month): Day {
  return `${month}-01` as Day;
}

export function lastDay(month: Month): Day {
  return `${month}-${daysOf(Number(month.slice(0, 4)), month.slice(5))}` as Day;
}

/** Returns the number of days of a month. */
function daysOf(year: number, month: string): number {
  if (month === "02") return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === "04" || month === "06" || month === "09" || month === "11" ? 30 : 31;
}

export function firstDayOfYear(year: number): Day {
  return firstDay(spelt(year, 1));
}

export function lastDayOfYear(year: number): Day {
  return `${spelt(year, 12)}-31` as Day;
}

export function dayBefore(day: Day): Day {
  return isoDay(millisecondsAt(day) - MILLISECONDS_A_DAY);
}

/** Returns the next day; 9999-12-31 returns itself. */
export function dayAfter(day: Day): Day {
  return day === LAST_DAY ? day : isoDay(millisecondsAt(day) + MILLISECONDS_A_DAY);
}

/** Adds days (negative: subtracts); at most 9999-12-31. */
export function addDays(day: Day, days: number): Day {
  const at = millisecondsAt(day) + days * MILLISECONDS_A_DAY;
  return at >= millisecondsAt(LAST_DAY) ? LAST_DAY : isoDay(at);
}

/** The day of the week: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: Day): number {
  const days = daysBetween(A_MONDAY, day);
  return (((days % 7) + 7) % 7) + 1;
}

const A_MONDAY = "1970-01-05" as Day;

/** Counts days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((millisecondsAt(to) - millisecondsAt(from)) / MILLISECONDS_A_DAY);
}

/**
 * Returns the same day of the month, some months later (earlier when negative), or the last day of a shorter month; at
 * most 9999-12-31. Count from the first date each time, not from the last result: 31 January, 28 February, 31 March
 * (rental.md 2.2).
 *
 * @example
 * ```ts
 * import { addMonths, type Day } from "@cartulary/kernel";
 *
 * addMonths("2027-01-31" as Day, 1); // "2027-02-28"
 * ```
 */
export function addMonths(day: Day, months: number): Day {
  const whole = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  if (whole >= 120_000) return LAST_DAY;
  const month = spelt(Math.floor(whole / 12), (whole % 12) + 1);
  const last = lastDay(month);
  const same = `${month}-${day.slice(8)}` as Day;
  return same < last ? same : last;
}

/** Parses a quarter; `null` if invalid. */
export function parseQuarter(text: string): Quarter | null {
  return /^\d{4}-Q[1-4]$/.test(text) ? (text as Quarter) : null;
}

export function quarterOf(day: Day): Quarter {
  return `${day.slice(0, 4)}-Q${Math.ceil(monthNumberOf(day) / 3)}` as Quarter;
}

export function firstDayOfQuarter(quarter: Quarter): Day {
  return `${quarter.slice(0, 4)}-${FIRST_MONTHS[Number(quarter.slice(6)) - 1]}-01` as Day;
}

/** Adds quarters (negative: subtracts). */
export function addQuarters(quarter: Quarter, count: number): Quarter {
  return quarterOf(addMonths(firstDayOfQuarter(quarter), 3 * count));
}

/** Returns the same quarter some years later (earlier when negative). */
export function addYears(quarter: Quarter, years: number): Quarter {
  return addQuarters(quarter, 4 * years);
}

const FIRST_MONTHS = ["01", "04", "07", "10"];
const MILLISECONDS_A_DAY = 86_400_000;
/** The last day with a year of four digits. */
const LAST_DAY = "9999-12-31" as Day;

const monthCount = (day: Day | Month): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

const millisecondsAt = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

const isoDay = (milliseconds: number): Day => new Date(milliseconds).toISOString().slice(0, 10) as Day;

const spelt = (year: number, month: number): Month =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}` as Month;
