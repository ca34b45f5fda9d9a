import { DECIMAL_ONE, type Decimal } from "@cartulary/kernel";
import { floorQuotient, plus, type Rational, rational, round, times } from "@cartulary/ledger";

/** A part of one thing, as it was written: 1/3 and 2/6 are the same part. */
export interface Share {
  readonly shareNumerator: number;
  readonly shareDenominator: number;
}

/** The share exactly. */
export function fractionOf({ shareNumerator, shareDenominator }: Share): Rational {
  return rational(shareNumerator, shareDenominator);
}

/** What shares come to, exactly: three thirds are one. */
export function totalOf(shares: readonly Share[]): Rational {
  return shares.map(fractionOf).reduce((sum, each) => reduced(plus(sum, each)), rational(0));
}

/** Whether shares come to the whole, no more and no less. */
export function isComplete(shares: readonly Share[]): boolean {
  const { numerator, denominator } = totalOf(shares);
  return numerator === denominator;
}

/** A fraction in millionths, halves away from zero: how ratios are answered (rental.md §4). */
export function millionthsOf(fraction: Rational): number {
  return round(times(fraction, rational(1_000_000)));
}

/** A fraction in percent, four decimals, halves away from zero. */
export function percentOf(fraction: Rational): Decimal {
  return round(times(fraction, rational(100 * DECIMAL_ONE))) as number as Decimal;
}

/** In lowest terms, so that a sum of many stays as short as it is. */
export function reduced({ numerator, denominator }: Rational): Rational {
  let [one, other] = [numerator < 0n ? -numerator : numerator, denominator];
  while (other !== 0n) [one, other] = [other, one % other];
  return { numerator: floorQuotient(numerator, one), denominator: floorQuotient(denominator, one) };
}
