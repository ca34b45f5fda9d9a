import {
  type Day,
  firstDay,
  firstDayOfYear,
  type Instant,
  lastDayOfYear,
  type Month,
  monthAfter,
  monthOf,
  unprocessable,
} from "@cartulary/kernel";
import { yearOf } from "../accounts/journal.ts";
import type { Book } from "./entry.ts";

/** A month of a book, from its first entry to the current month. */
export interface Period {
  readonly period: Month;
  readonly status: "open" | "closed";
  /** Number of entries posted by closing; 0 while open. */
  readonly entriesPosted: number;
  readonly closedAt: Instant | null;
}

export interface ClosedPeriod {
  readonly period: Month;
  readonly entriesPosted: number;
  readonly closedAt: Instant;
}

/** True when the month is closed, or earlier than the last closed month. */
export function isClosed({ closedThrough }: Pick<Book, "closedThrough">, month: Month): boolean {
  return closedThrough !== null && month <= closedThrough;
}

/** True when December of the year is closed: its accounting file is then final. */
export function isYearClosed(book: Pick<Book, "closedThrough">, year: number): boolean {
  return isClosed(book, monthOf(lastDayOfYear(year)));
}

/** Returns the day if its month is open, otherwise the first day of the first open month (rental.md §2.7, §3.5). */
export function firstOpenDay({ closedThrough }: Pick<Book, "closedThrough">, day: Day): Day {
  return closedThrough === null || monthOf(day) > closedThrough ? day : firstDay(monthAfter(closedThrough));
}

/** Lists all months from the first entry to the current month. */
export function periodsOf(first: Day | null, today: Day, closed: readonly ClosedPeriod[]): readonly Period[] {
  const earliest = [...closed.map(({ period }) => period), ...(first ? [monthOf(first)] : [])].sort()[0];
  const latest = [...closed.map(({ period }) => period), monthOf(today)].sort().at(-1);
  if (!earliest || !latest) return [];
  const byMonth = new Map(closed.map((each) => [each.period, each]));
  const periods: Period[] = [];
  for (let month = earliest; month <= latest; month = monthAfter(month)) {
    const { entriesPosted = 0, closedAt = null } = byMonth.get(month) ?? {};
    periods.push({ period: month, status: closedAt ? "closed" : "open", entriesPosted, closedAt });
  }
  return periods;
}

/**
 * Throws 422 `invalid_transition` unless `month` is the next to close: it must be over, open, follow the last closed
 * month, and not be earlier than the first entry.
 */
export function requireNext(book: Book, first: Day | null, today: Day, month: Month): void {
  const next = book.closedThrough ? monthAfter(book.closedThrough) : first && monthOf(first);
  if (next === null) throw unprocessable("invalid_transition", "The book has no entry, hence no month to close");
  if (month < next) throw unprocessable("invalid_transition", `${month} is closed already, or has nothing to close`);
  if (month > next) throw unprocessable("invalid_transition", `${next} has to be closed before ${month}`);
  if (month >= monthOf(today)) throw unprocessable("invalid_transition", `${month} is not over yet`);
}

/**
 * Returns the first day of lines that make up a balance on `day`: 1 January of the latest year, up to the day's own,
 * whose previous year is closed; its opening entry contains everything earlier. `null`: all lines count.
 */
export function balanceStartDay({ closedThrough }: Pick<Book, "closedThrough">, day: Day): Day | null {
  if (closedThrough === null) return null;
  const closedYear = closedThrough.endsWith("-12") ? yearOfMonth(closedThrough) : yearOfMonth(closedThrough) - 1;
  return firstDayOfYear(Math.min(closedYear + 1, yearOf(day)));
}

const yearOfMonth = (month: Month): number => Number(month.slice(0, 4));
