import {
  addMonths,
  type Day,
  dayBefore,
  firstDay,
  lastDay,
  type Month,
  monthAfter,
  monthNumberOf,
  monthOf,
  periodsBetween,
} from "@cartulary/kernel";
import type { BillingCalendar } from "../../agency/mandataire.ts";
import { earlierEnd } from "../../agency/time/interval.ts";
import type { PaymentFrequency, PaymentTiming } from "../../property/leases/lease.ts";

/** A span of days, both ends included. */
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

/** The billing and payment schedule of a lease. */
export interface BillingSchedule {
  readonly startDate: Day;
  readonly calendar: BillingCalendar;
  /** The month in which civil years begin: 1 is January. */
  readonly cycleMonth: number;
  readonly frequency: PaymentFrequency;
  readonly timing: PaymentTiming;
  /** 1 to 31; in a shorter month, its last day. */
  readonly paymentDay: number;
}

/** One whole month of a period, with its position in the year of twelve months. */
export interface Block extends Days {
  /** 1 to 12. */
  readonly position: number;
}

/** A period of one unit of a lease, as a run bills it. */
export interface BillingPeriod {
  /** The whole calendar period. */
  readonly whole: Days;
  /** The days of the period on which the unit is let. */
  readonly billed: Days;
  /** The months of the period, in order. */
  readonly blocks: readonly [Block, ...Block[]];
  readonly dueDate: Day;
}

/** The months of a period. */
export const PERIOD_MONTHS: Readonly<Record<PaymentFrequency, number>> = { monthly: 1, quarterly: 3, annual: 12 };

/**
 * Returns the periods of a unit that the run of a month bills, in order: in advance, those whose first billed day is in
 * the month; in arrears, those whose last billed day is (rental.md 2.2). `letDays` are the days on which the unit is
 * let; `to` is `null` without end.
 */
export function periodsAnchoredIn(
  month: Month,
  schedule: BillingSchedule,
  letDays: { readonly from: Day; readonly to: Day | null },
): readonly BillingPeriod[] {
  const origin = originOf(schedule);
  const length = PERIOD_MONTHS[schedule.frequency];
  // A block of an anniversary calendar begins in the previous month at the earliest.
  const first = Math.max(0, periodsBetween(addMonths(origin, 1), firstDay(month), length));
  const last = periodsBetween(origin, month, length);
  const periods: BillingPeriod[] = [];
  for (let index = first; index <= last; index += 1) {
    const blocks = blocksOf(origin, index * length, length);
    const whole = { from: blocks[0].from, to: (blocks.at(-1) ?? blocks[0]).to };
    const billed = overlap(whole, { from: letDays.from, to: letDays.to ?? whole.to });
    if (billed && monthOf(anchorOf(schedule, billed)) === month)
      periods.push({ whole, billed, blocks, dueDate: dueDateOf(schedule, billed) });
  }
  return periods;
}

/** Returns the whole calendar period of a day, with its months; `null` for a day before the first one. */
export function wholePeriodOn(
  day: Day,
  schedule: Omit<BillingSchedule, "timing" | "paymentDay">,
): Pick<BillingPeriod, "whole" | "blocks"> | null {
  const origin = originOf(schedule);
  const length = PERIOD_MONTHS[schedule.frequency];
  const index = periodsBetween(origin, day, length);
  // A period of an anniversary calendar may begin later in the month.
  const first = addMonths(origin, index * length) > day ? index - 1 : index;
  if (first < 0) return null;
  const blocks = blocksOf(origin, first * length, length);
  return { whole: { from: blocks[0].from, to: (blocks.at(-1) ?? blocks[0]).to }, blocks };
}

/** Returns the days on which a lease lets a unit; without end, `to` is `null`. */
export function letDaysOf(
  { schedule, endDate }: { readonly schedule: Pick<BillingSchedule, "startDate">; readonly endDate: Day | null },
  { entryDate, exitDate }: { readonly entryDate: Day | null; readonly exitDate: Day | null },
): { readonly from: Day; readonly to: Day | null } {
  const { startDate } = schedule;
  return {
    from: entryDate !== null && entryDate > startDate ? entryDate : startDate,
    to: earlierEnd(endDate, exitDate),
  };
}

/** Returns the common days of two spans, or `null`. */
export function overlap(one: Days, other: Days): Days | null {
  const from = one.from > other.from ? one.from : other.from;
  const to = one.to < other.to ? one.to : other.to;
  return from <= to ? { from, to } : null;
}

/**
 * Returns the day from which blocks are counted. Each block begins a whole number of months after it, so a short month
 * does not shift the next block.
 */
function originOf({
  calendar,
  cycleMonth,
  startDate,
}: Pick<BillingSchedule, "calendar" | "cycleMonth" | "startDate">): Day {
  if (calendar === "anniversary") return startDate;
  const start = firstDay(monthOf(startDate));
  return addMonths(start, -((monthNumberOf(start) - cycleMonth + 12) % 12));
}

function blocksOf(origin: Day, first: number, length: number): readonly [Block, ...Block[]] {
  const blocks = Array.from({ length }, (_, index) => blockAt(origin, first + index));
  return blocks as [Block, ...Block[]];
}

function blockAt(origin: Day, index: number): Block {
  const [from, next] = [addMonths(origin, index), addMonths(origin, index + 1)];
  return { from, to: dayBefore(next), position: (index % 12) + 1 };
}

const anchorOf = ({ timing }: BillingSchedule, billed: Days): Day => (timing === "advance" ? billed.from : billed.to);

/**
 * Returns the due date. In advance: the payment day of the month in which the billed days begin. In arrears: the first
 * payment day that is not before their end. Never before the first billed day (rental.md 2.2).
 */
function dueDateOf(schedule: BillingSchedule, billed: Days): Day {
  const { paymentDay, timing } = schedule;
  const month = monthOf(anchorOf(schedule, billed));
  const inMonth = paymentDayIn(month, paymentDay);
  if (timing === "advance") return inMonth < billed.from ? billed.from : inMonth;
  return inMonth < billed.to ? paymentDayIn(monthAfter(month), paymentDay) : inMonth;
}

/** Returns the day of a month on which rent is due; in a shorter month, its last day. */
export function paymentDayIn(month: Month, paymentDay: number): Day {
  const [requested, last] = [`${month}-${String(paymentDay).padStart(2, "0")}` as Day, lastDay(month)];
  return requested < last ? requested : last;
}
