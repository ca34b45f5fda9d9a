import { unprocessable } from "@cartulary/kernel";

/**
 * Cents of the book's single currency: a safe integer, so that sums are exact. Divide with {@link Rational}, and
 * convert back with {@link round}.
 */
export type Cents = number & { readonly unit: "cents" };

/** The largest absolute amount: about 90,000 billion euros. */
export const CENTS_MAX: number = Number.MAX_SAFE_INTEGER;

export const ZERO: Cents = 0 as Cents;

/** An exact fraction, for ratios, prorata and VAT. The denominator is positive; the fraction need not be reduced. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Converts to cents. Throws RangeError for non-integers and beyond the safe integers. */
export function cents(amount: number | bigint): Cents {
  const number = Number(amount);
  if (!Number.isSafeInteger(number)) throw new RangeError(`Not a whole number of cents: ${amount}`);
  // Replaces minus zero by zero.
  return (number === 0 ? 0 : number) as Cents;
}

/** Sums exactly, even if intermediate sums exceed the safe integers. Throws like {@link requireSafeCents}. */
export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0;
  // The overflow, so that usual sums need no bigint.
  let beyond = 0n;
  for (const amount of amounts) {
    const next = total + amount;
    if (Number.isSafeInteger(next)) {
      total = next;
      continue;
    }
    beyond += BigInt(total) + BigInt(amount);
    total = 0;
  }
  return beyond === 0n ? cents(total) : requireSafeCents(beyond + BigInt(total));
}

export function minus(amount: Cents, less: Cents): Cents {
  return sum([amount, -less as Cents]);
}

/** Converts a sum to cents. Throws 422 `amount_too_large` beyond {@link CENTS_MAX}, because nothing is approximated. */
export function requireSafeCents(amount: bigint): Cents {
  if (amount > MOST || amount < -MOST)
    throw unprocessable(
      "amount_too_large",
      `What was asked for sums to more than ${CENTS_MAX} cents; ask for a part of it`,
    );
  return cents(amount);
}

export function negate(amount: Cents): Cents {
  return minus(ZERO, amount);
}

/** Builds a fraction. Throws RangeError for a zero denominator or non-integers. */
export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const [above, below] = [BigInt(numerator), BigInt(denominator)];
  if (below === 0n) throw new RangeError("A fraction needs a denominator other than zero");
  return below < 0n ? { numerator: -above, denominator: -below } : { numerator: above, denominator: below };
}

export function times(one: Rational, other: Rational): Rational {
  return { numerator: one.numerator * other.numerator, denominator: one.denominator * other.denominator };
}

export function plus(one: Rational, other: Rational): Rational {
  return {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  };
}

/** Compares like a sort function: negative, zero or positive. */
export function compareRationals(one: Rational, other: Rational): number {
  const difference = one.numerator * other.denominator - other.numerator * one.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Rounds to the nearest cent, halves away from zero (rental.md §2.3, R). Amounts are rounded nowhere else. */
export function round({ numerator, denominator }: Rational): Cents {
  const doubled = 2n * magnitude(numerator) + denominator;
  const rounded = floorQuotient(doubled, 2n * denominator);
  return requireSafeCents(numerator < 0n ? -rounded : rounded);
}

/** Formats `1234.56` or `-1234.56`, as amounts in JSON (rental.md §4). */
export function decimal(amount: Cents, point: "." | "," = "."): string {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}${point}${digits.slice(-2)}`;
}

/** Divides positive integers, rounding down. */
export function floorQuotient(number: bigint, divisor: bigint): bigint {
  return (number - (number % divisor)) / divisor;
}

const MOST = BigInt(CENTS_MAX);

const magnitude = (number: bigint): bigint => (number < 0n ? -number : number);
