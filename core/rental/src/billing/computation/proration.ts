import {
  type Day,
  DECIMAL_ONE,
  type Decimal,
  dayOfMonth,
  daysBetween,
  lastDay,
  monthOf,
  monthsBetween,
} from "@cartulary/kernel";
import { type Cents, minus, plus, type Rational, rational, round, sum, times, ZERO } from "@cartulary/ledger";
import type { Proration } from "../../property/leases/lease.ts";
import { reduceFraction } from "../../property/ownerships/fraction.ts";
import { type BillingPeriod, type Days, overlap } from "./period.ts";

/** The amount due for some days of a period, equal on each day. */
export interface Tariff extends Days {
  /** Per year, without VAT; a charge provision is twelve times its month. */
  readonly annualCents: Cents;
  /** The rent-free reduction in percent: 100 means nothing is due. */
  readonly reductionPercent: Decimal;
}

/**
 * Returns the price of one month of a year as the difference of two rounded sums, so that any twelve months add up to
 * the year (rental.md 2.3). `position` is 1 to 12.
 */
export function monthOfYearCents(annualCents: Cents, position: number): Cents {
  return minus(partOfYear(annualCents, position), partOfYear(annualCents, position - 1));
}

const partOfYear = (annualCents: Cents, months: number): Cents =>
  round(rational(BigInt(annualCents) * BigInt(months), 12));

/** Returns the price of a whole period at one rent, without reductions. */
export function wholePeriodCents({ blocks }: Pick<BillingPeriod, "blocks">, annualCents: Cents): Cents {
  const [first] = blocks;
  const months = first.position - 1 + blocks.length;
  // A period never crosses its year of twelve months: quarters and years begin where a year is cut.
  return minus(partOfYear(annualCents, months), partOfYear(annualCents, first.position - 1));
}

/**
 * Returns the rounded amount of each tariff, in order: the difference between the sums due at its end and at its start.
 * A total therefore does not depend on how a period is cut, and no daily price is rounded (rental.md 2.3). Tariffs must
 * be ordered, disjoint and within the billed days; a billed day without a tariff costs nothing.
 */
export function amountsOf(proration: Proration, period: BillingPeriod, tariffs: readonly Tariff[]): readonly Cents[] {
  let due = rational(0);
  return tariffs.map((tariff) => {
    const before = due;
    due = reduceFraction(plus(due, dueFor(proration, period, tariff)));
    return minus(round(due), round(before));
  });
}

/** An amount without VAT, with its rate. */
export interface TaxedAmount {
  readonly htCents: Cents;
  /** Percent; `null` means no VAT. */
  readonly vatRate: Decimal | null;
}

/**
 * Returns the VAT of each amount of one unit, period and category, in order: among amounts of one rate, the difference
 * of two rounded sums (rental.md 2.3).
 */
export function vatOf(amounts: readonly TaxedAmount[]): readonly Cents[] {
  const billed = new Map<Decimal, Cents>();
  return amounts.map(({ htCents, vatRate }) => {
    if (vatRate === null) return ZERO;
    const before = billed.get(vatRate) ?? ZERO;
    const after = sum([before, htCents]);
    billed.set(vatRate, after);
    return minus(percentOfCents(vatRate, after), percentOfCents(vatRate, before));
  });
}

/** Returns a percentage of an amount, rounded to the nearest cent. */
export function percentOfCents(percent: Decimal, amount: Cents): Cents {
  return round(rational(BigInt(percent) * BigInt(amount), 100 * DECIMAL_ONE));
}

/** An amount prorated by days: `amountCents × days / of`. */
export interface ProratedAmount {
  readonly amountCents: Cents;
  readonly days: number;
  readonly of: number;
}

/** Returns the proration of a tariff in each block: its days as a fraction of the price of the block or of the year. */
export function formulaOf(proration: Proration, period: BillingPeriod, tariff: Tariff): readonly ProratedAmount[] {
  return period.blocks.flatMap((block) => {
    const days = overlap(block, tariff);
    const billed = overlap(block, period.billed);
    if (!days || !billed) return [];
    const full = monthOfYearCents(tariff.annualCents, block.position);
    return [CUSTOMS[proration]({ block, billed, days, full, annual: tariff.annualCents })];
  });
}

/** Returns the exact, unrounded amount of a tariff. */
export function dueFor(proration: Proration, period: BillingPeriod, tariff: Tariff): Rational {
  const due = formulaOf(proration, period, tariff)
    .map(({ amountCents, days, of }) => rational(BigInt(amountCents) * BigInt(days), of))
    .reduce((sum, each) => reduceFraction(plus(sum, each)), rational(0));
  return times(due, rational(100 * DECIMAL_ONE - tariff.reductionPercent, 100 * DECIMAL_ONE));
}

/** Some days of a block, with the billed days of that block. */
interface Part {
  readonly block: Days;
  readonly billed: Days;
  readonly days: Days;
  readonly full: Cents;
  readonly annual: Cents;
}

const CUSTOMS: Readonly<Record<Proration, (part: Part) => ProratedAmount>> = {
  actual_month: ({ block, days, full }) => ({ amountCents: full, days: dayCount(days), of: dayCount(block) }),
  thirty_days: ({ block, days, full }) => ({ amountCents: full, days: bankDays(days), of: bankDays(block) }),
  year_365: ({ block, billed, days, full, annual }) =>
    dayCount(billed) === dayCount(block)
      ? { amountCents: full, days: dayCount(days), of: dayCount(block) }
      : { amountCents: annual, days: dayCount(days), of: 365 },
  full_month: ({ billed, days, full }) => ({ amountCents: full, days: dayCount(days), of: dayCount(billed) }),
};

/** Returns the number of days, both ends included. */
export function dayCount({ from, to }: Days): number {
  return daysBetween(from, to) + 1;
}

/** Counts days in 30-day months: the 31st does not count, the last day of February counts for missing ones. */
function bankDays({ from, to }: Days): number {
  const months = monthsBetween(from, to);
  return months * 30 + bankDayAfter(to) - bankDayBefore(from);
}

/** Returns the number of days elapsed in the 30-day month at the end of the day. */
function bankDayAfter(day: Day): number {
  return day === lastDay(monthOf(day)) ? 30 : dayOfMonth(day);
}

/** Returns the number of days elapsed in the 30-day month at the start of the day. */
const bankDayBefore = (day: Day): number => Math.min(dayOfMonth(day) - 1, 30);
