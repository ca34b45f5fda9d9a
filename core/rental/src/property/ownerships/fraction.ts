import { DECIMAL_ONE, type Decimal } from "@cartulary/kernel";
import { floorQuotient, plus, type Rational, rational, round, times } from "@cartulary/ledger";

/** A share as entered: 1/3 and 2/6 are equal. */
export interface Share {
  readonly shareNumerator: number;
  readonly shareDenominator: number;
}

/** Returns the exact fraction of a share. */
export function fractionOf({ shareNumerator, shareDenominator }: Share): Rational {
  return rational(shareNumerator, shareDenominator);
}

/** Returns the exact sum of shares. */
export function totalOf(shares: readonly Share[]): Rational {
  return shares.map(fractionOf).reduce((sum, each) => reduceFraction(plus(sum, each)), rational(0));
}

/** True if the shares add up to exactly one. */
export function isComplete(shares: readonly Share[]): boolean {
  const { numerator, denominator } = totalOf(shares);
  return numerator === denominator;
}

/** Returns a fraction in millionths, halves away from zero, as responses give ratios (rental.md §4). */
export function millionthsOf(fraction: Rational): number {
  return round(times(fraction, rational(1_000_000)));
}

/** Returns a fraction in percent with four decimals, halves away from zero. */
export function percentOf(fraction: Rational): Decimal {
  return round(times(fraction, rational(100 * DECIMAL_ONE))) as number as Decimal;
}

/** Reduces a fraction to lowest terms, which bounds the size of long sums. */
export function reduceFraction({ numerator, denominator }: Rational): Rational {
  let [one, other] = [numerator < 0n ? -numerator : numerator, denominator];
  while (other !== 0n) [one, other] = [other, one % other];
  return { numerator: floorQuotient(numerator, one), denominator: floorQuotient(denominator, one) };
}
