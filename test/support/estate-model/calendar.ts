const DAY_MS = 86_400_000;

/** The day so many days from another one. */
export function plusDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** How many days later one is than another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The same day of the month some months later, or that month's last day where it has no such day. */
export function plusMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + count, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return first.toISOString().slice(0, 8) + String(Math.min(date, last)).padStart(2, "0");
}

const PARIS = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" });

/** The day that a clock in Paris shows. */
export const dayInParisOf = (instant: string): string => PARIS.format(new Date(instant));

/** The first of the days at whole steps of months from a day that is not before another one: tried one by one. */
export function stepNotBefore(from: string, months: number, day: string): string {
  for (let step = 0; ; step += 1) {
    const reached = plusMonths(from, step * months);
    if (reached >= day) return reached;
  }
}

/** How many whole months fit between two days: tried one by one. */
export function wholeMonthsBetween(from: string, to: string): number {
  let months = 0;
  while (plusMonths(from, months + 1) <= to) months += 1;
  return months;
}

/** True when a day is in a period, both ends included; null is no bound. */
export function isWithin(day: string, from: string | null, to: string | null): boolean {
  return (from === null || from <= day) && (to === null || day <= to);
}
