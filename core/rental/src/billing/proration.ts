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
import type { Proration } from "../leases/lease.ts";
import { reduced } from "../ownerships/fraction.ts";
import { type BillingPeriod, common, type Days } from "./period.ts";

/** What is due for some days of a period, the same on each of them. */
export interface Tariff extends Days {
  /** Without VAT, by the year; a charge provision is twelve of its months. */
  readonly annualCents: Cents;
  /** What is let off, in percent: 100 is a month for nothing. */
  readonly reductionPercent: Decimal;
}

/**
 * What one month of a year costs: the difference of two rounded sums, so that any twelve of them come to the year
 * (rental.md 2.3). `position` is 1 to 12.
 */
export function monthOfYearCents(annualCents: Cents, position: number): Cents {
  return minus(partOfYear(annualCents, position), partOfYear(annualCents, position - 1));
}

const partOfYear = (annualCents: Cents, months: number): Cents =>
  round(rational(BigInt(annualCents) * BigInt(months), 12));

/** What a whole period costs at one rent, nothing let off. */
export function wholePeriodCents({ blocks }: Pick<BillingPeriod, "blocks">, annualCents: Cents): Cents {
  const [first] = blocks;
  const months = first.position - 1 + blocks.length;
  // A period never leaves its year of twelve: quarters and years begin where a year is cut.
  return minus(partOfYear(annualCents, months), partOfYear(annualCents, first.position - 1));
}

/**
 * What each tariff comes to, in their order, rounded: the difference of what was due until its end and until its start,
 * so that a sum never depends on how a period is cut, and no price of a day is ever rounded (rental.md 2.3). Tariffs
 * are days of the billed ones, in order, none of them twice; a billed day without a tariff costs nothing.
 */
export function amountsOf(proration: Proration, period: BillingPeriod, tariffs: readonly Tariff[]): readonly Cents[] {
  let due = rational(0);
  return tariffs.map((tariff) => {
    const before = due;
    due = reduced(plus(due, dueFor(proration, period, tariff)));
    return minus(round(due), round(before));
  });
}

/** An amount without VAT, and its rate. */
export interface Taxed {
  readonly htCents: Cents;
  /** Percent; `null` bears none. */
  readonly vatRate: Decimal | null;
}

/**
 * The VAT of each amount of one unit, period and category, in their order: of amounts at the same rate, the difference of
 * two rounded sums again (rental.md 2.3).
 */
export function vatOf(amounts: readonly Taxed[]): readonly Cents[] {
  const billed = new Map<Decimal, Cents>();
  return amounts.map(({ htCents, vatRate }) => {
    if (vatRate === null) return ZERO;
    const before = billed.get(vatRate) ?? ZERO;
    const after = sum([before, htCents]);
    billed.set(vatRate, after);
    return minus(percentOfCents(vatRate, after), percentOfCents(vatRate, before));
  });
}

/** So many percent of an amount, to the nearest cent. */
export function percentOfCents(percent: Decimal, amount: Cents): Cents {
  return round(rational(BigInt(percent) * BigInt(amount), 100 * DECIMAL_ONE));
}

/** A part of an amount by days: `amountCents × days / of`. */
export interface Prorated {
  readonly amountCents: Cents;
  readonly days: number;
  readonly of: number;
}

/** What a tariff's days of each block are of what that block, or the year, costs: the formula of their price. */
export function formulaOf(proration: Proration, period: BillingPeriod, tariff: Tariff): readonly Prorated[] {
  return period.blocks.flatMap((block) => {
    const days = common(block, tariff);
    const billed = common(block, period.billed);
    if (!days || !billed) return [];
    const full = monthOfYearCents(tariff.annualCents, block.position);
    return [CUSTOMS[proration]({ block, billed, days, full, annual: tariff.annualCents })];
  });
}

/** What a tariff's days come to, exactly. */
function dueFor(proration: Proration, period: BillingPeriod, tariff: Tariff): Rational {
  const due = formulaOf(proration, period, tariff)
    .map(({ amountCents, days, of }) => rational(BigInt(amountCents) * BigInt(days), of))
    .reduce((sum, each) => reduced(plus(sum, each)), rational(0));
  return times(due, rational(100 * DECIMAL_ONE - tariff.reductionPercent, 100 * DECIMAL_ONE));
}

/** Some days of a block, beside those of it that are billed at all. */
interface Part {
  readonly block: Days;
  readonly billed: Days;
  readonly days: Days;
  readonly full: Cents;
  readonly annual: Cents;
}

const CUSTOMS: Readonly<Record<Proration, (part: Part) => Prorated>> = {
  actual_month: ({ block, days, full }) => ({ amountCents: full, days: lengthOf(days), of: lengthOf(block) }),
  thirty_days: ({ block, days, full }) => ({ amountCents: full, days: bankDays(days), of: bankDays(block) }),
  year_365: ({ block, billed, days, full, annual }) =>
    lengthOf(billed) === lengthOf(block)
      ? { amountCents: full, days: lengthOf(days), of: lengthOf(block) }
      : { amountCents: annual, days: lengthOf(days), of: 365 },
  full_month: ({ billed, days, full }) => ({ amountCents: full, days: lengthOf(days), of: lengthOf(billed) }),
};

/** How many days, both ends counted. */
export function lengthOf({ from, to }: Days): number {
  return daysBetween(from, to) + 1;
}

/**
 * Days of the bank's month of thirty: the 31st counts for nothing, and the last day of February for those that it lacks.
 */
function bankDays({ from, to }: Days): number {
  const months = monthsBetween(from, to);
  return months * 30 + bankDayAfter(to) - bankDayBefore(from);
}

/** How many days of its bank month are over when the day is. */
function bankDayAfter(day: Day): number {
  return day === lastDay(monthOf(day)) ? 30 : dayOfMonth(day);
}

/** How many of them are over when it begins. */
const bankDayBefore = (day: Day): number => Math.min(dayOfMonth(day) - 1, 30);
