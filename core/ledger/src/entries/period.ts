import {
  type Day,
  firstDay,
  firstDayOfYear,
  type Instant,
  lastDayOfYear,
  type Month,
  monthAfter,
  monthOf,
  refused,
} from "@cartulary/kernel";
import { yearOf } from "../accounts/journal.ts";
import type { Book } from "./entry.ts";

/** One month of a book, from that of its first entry to the current one. */
export interface Period {
  readonly period: Month;
  readonly status: "open" | "closed";
  /** How many entries closing it posted; 0 while it is open. */
  readonly entriesPosted: number;
  readonly closedAt: Instant | null;
}

/** A month that was closed. */
export interface ClosedPeriod {
  readonly period: Month;
  readonly entriesPosted: number;
  readonly closedAt: Instant;
}

/** Whether a month takes entries no more: it was closed, or lies before one that was. */
export function isClosed({ closedThrough }: Pick<Book, "closedThrough">, month: Month): boolean {
  return closedThrough !== null && month <= closedThrough;
}

/** Whether the last month of a civil year was closed: its accounting file does not change any more. */
export function isYearClosed(book: Pick<Book, "closedThrough">, year: number): boolean {
  return isClosed(book, monthOf(lastDayOfYear(year)));
}

/** The day itself while its month is open, else the first day of the month that is (rental.md §2.7, §3.5). */
export function firstOpenDay({ closedThrough }: Pick<Book, "closedThrough">, day: Day): Day {
  return closedThrough === null || monthOf(day) > closedThrough ? day : firstDay(monthAfter(closedThrough));
}

/** Every month from the first entry's to the current one. */
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
 * Refuses to close any month but the next: 422 `invalid_transition` for one that is not over, that is closed already,
 * that skips an open one, or that lies before the first entry.
 */
export function requireNext(book: Book, first: Day | null, today: Day, month: Month): void {
  const next = book.closedThrough ? monthAfter(book.closedThrough) : first && monthOf(first);
  if (next === null) throw refused("invalid_transition", "The book has no entry, hence no month to close");
  if (month < next) throw refused("invalid_transition", `${month} is closed already, or has nothing to close`);
  if (month > next) throw refused("invalid_transition", `${next} has to be closed before ${month}`);
  if (month >= monthOf(today)) throw refused("invalid_transition", `${month} is not over yet`);
}

/**
 * From which day the balances on some day are counted: 1 January of the latest year, up to that day's, whose year
 * before is closed. Its opening entry carries everything earlier. `null`: from the first entry.
 */
export function carriedSince({ closedThrough }: Pick<Book, "closedThrough">, day: Day): Day | null {
  if (closedThrough === null) return null;
  const closedYear = closedThrough.endsWith("-12") ? yearOfMonth(closedThrough) : yearOfMonth(closedThrough) - 1;
  return firstDayOfYear(Math.min(closedYear + 1, yearOf(day)));
}

const yearOfMonth = (month: Month): number => Number(month.slice(0, 4));
