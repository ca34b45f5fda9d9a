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
import type { PaymentFrequency, PaymentTiming } from "../leases/lease.ts";
import type { BillingCalendar } from "../mandataire.ts";

/** From one day to another, both included. */
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

/** When a lease is billed, and paid. */
export interface BillingSchedule {
  readonly startDate: Day;
  readonly calendar: BillingCalendar;
  /** With which month civil years begin: 1 is January. */
  readonly cycleMonth: number;
  readonly frequency: PaymentFrequency;
  readonly timing: PaymentTiming;
  /** 1 to 31; in a month that is shorter, its last day. */
  readonly paymentDay: number;
}

/** One month of a period, whole, and where it stands in the year of twelve. */
export interface Block extends Days {
  /** 1 to 12. */
  readonly position: number;
}

/** A period of one unit of a lease, as a run bills it. */
export interface BillingPeriod {
  /** As the calendar cuts it. */
  readonly whole: Days;
  /** Those of its days on which the unit is let. */
  readonly billed: Days;
  /** The months it is made of, in their order. */
  readonly blocks: readonly [Block, ...Block[]];
  readonly dueDate: Day;
}

const MONTHS: Readonly<Record<PaymentFrequency, number>> = { monthly: 1, quarterly: 3, annual: 12 };

/**
 * The periods of a unit that the run of a month bills, in their order: paid in advance, those whose first billed day lies
 * in the month; in arrears, those whose last one does (rental.md 2.2). `letDays` are those on which the unit is let,
 * `null` without end.
 */
export function periodsAnchoredIn(
  month: Month,
  schedule: BillingSchedule,
  letDays: { readonly from: Day; readonly to: Day | null },
): readonly BillingPeriod[] {
  const origin = originOf(schedule);
  const length = MONTHS[schedule.frequency];
  // A block of an anniversary begins in the month before at the earliest.
  const first = Math.max(0, periodsBetween(addMonths(origin, 1), firstDay(month), length));
  const last = periodsBetween(origin, month, length);
  const periods: BillingPeriod[] = [];
  for (let index = first; index <= last; index += 1) {
    const blocks = blocksOf(origin, index * length, length);
    const whole = { from: blocks[0].from, to: (blocks.at(-1) ?? blocks[0]).to };
    const billed = common(whole, { from: letDays.from, to: letDays.to ?? whole.to });
    if (billed && monthOf(anchorOf(schedule, billed)) === month)
      periods.push({ whole, billed, blocks, dueDate: dueDateOf(schedule, billed) });
  }
  return periods;
}

/** The days that two spans share; `null` where there are none. */
export function common(one: Days, other: Days): Days | null {
  const from = one.from > other.from ? one.from : other.from;
  const to = one.to < other.to ? one.to : other.to;
  return from <= to ? { from, to } : null;
}

/** From where blocks are counted: each begins whole months later, so that no month that is too short moves the next one. */
function originOf({ calendar, cycleMonth, startDate }: BillingSchedule): Day {
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
 * In advance, the payment day of the month in which the period begins; in arrears, the first one that is not before its
 * end. Never before its first billed day (rental.md 2.2).
 */
function dueDateOf(schedule: BillingSchedule, billed: Days): Day {
  const { paymentDay, timing } = schedule;
  const month = monthOf(anchorOf(schedule, billed));
  const inMonth = paymentDayIn(month, paymentDay);
  if (timing === "advance") return inMonth < billed.from ? billed.from : inMonth;
  return inMonth < billed.to ? paymentDayIn(monthAfter(month), paymentDay) : inMonth;
}

function paymentDayIn(month: Month, paymentDay: number): Day {
  const [requested, last] = [`${month}-${String(paymentDay).padStart(2, "0")}` as Day, lastDay(month)];
  return requested < last ? requested : last;
}
