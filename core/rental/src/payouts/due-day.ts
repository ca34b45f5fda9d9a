import { addDays, type Day, dayOfMonth, firstDay, lastDay, monthAfter, monthOf } from "@cartulary/kernel";

/** What decides from which day a payout may leave. */
export interface Distribution {
  /** The last day of the run's period. */
  readonly periodEnd: Day;
  /** The mandate's: a day of the month after the run's period. */
  readonly distributionDay: number | null;
  /** The mandate's: how many days old the receipts are that it pays out. */
  readonly distributionMarginDays: number | null;
  /** When the last receipt was booked that it pays out; `null` where none was. */
  readonly lastReceiptOn: Day | null;
}

/** From which day a payout may be in a file for the bank (money.md 4.4); `null`: at once. */
export function dueDay(distribution: Distribution): Day | null {
  const days = [dayOfDistribution(distribution), dayOfMargin(distribution)].flatMap((day) => day ?? []);
  return days.toSorted().at(-1) ?? null;
}

/** The 31st is the last day of a month that has none. */
function dayOfDistribution({ periodEnd, distributionDay }: Distribution): Day | null {
  if (distributionDay === null) return null;
  const month = monthAfter(monthOf(periodEnd));
  const last = dayOfMonth(lastDay(month));
  return addDays(firstDay(month), Math.min(distributionDay, last) - 1);
}

function dayOfMargin({ distributionMarginDays, lastReceiptOn }: Distribution): Day | null {
  return distributionMarginDays === null || lastReceiptOn === null
    ? null
    : addDays(lastReceiptOn, distributionMarginDays);
}
