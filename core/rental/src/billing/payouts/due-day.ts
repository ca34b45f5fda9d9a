import { addDays, type Day, dayOfMonth, firstDay, lastDay, monthAfter, monthOf } from "@cartulary/kernel";

/** The facts that decide the earliest day of a payout. */
export interface Distribution {
  /** The last day of the run's period. */
  readonly periodEnd: Day;
  /** Of the mandate: a day of the month after the run's period. */
  readonly distributionDay: number | null;
  /** Of the mandate: the minimum age in days of the receipts paid out. */
  readonly distributionMarginDays: number | null;
  /** The booking day of the last receipt it pays out; `null` without receipts. */
  readonly lastReceiptOn: Day | null;
}

/** Returns the earliest day on which a payout may be in a bank file (money.md 4.4); `null` for no restriction. */
export function dueDay(distribution: Distribution): Day | null {
  const days = [dayOfDistribution(distribution), dayOfMargin(distribution)].flatMap((day) => day ?? []);
  return days.toSorted().at(-1) ?? null;
}

/** Returns true if a payout may be in a file of the day. */
export const isDueOn = (today: Day, dueDay: Day | null | undefined): boolean => (dueDay ?? today) <= today;

/** In a shorter month, the last day replaces the distribution day. */
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
