import { refused } from "@cartulary/kernel";

/**
 * An amount in cents of the book's one currency: a safe integer, so that sums are exact. There is no division of
 * cents: what divides is a {@link Rational}, and {@link round} is the only way back.
 */
export type Cents = number & { readonly unit: "cents" };

/** The largest amount, on either side of zero: 90 thousand billion euros and a bit. */
export const CENTS_MAX: number = Number.MAX_SAFE_INTEGER;

/** Nothing. */
export const ZERO: Cents = 0 as Cents;

/** An exact fraction, for ratios, prorata and VAT. The denominator is positive; it need not be in lowest terms. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A whole number of cents. Throws RangeError beyond the safe integers: an amount is never silently approximated. */
export function cents(amount: number | bigint): Cents {
  const number = typeof amount === "bigint" ? fromBigint(amount) : amount;
  if (!Number.isSafeInteger(number)) throw new RangeError(`Not a whole number of cents: ${amount}`);
  // Minus zero is a zero that compares as another one.
  return (number === 0 ? 0 : number) as Cents;
}

/** The exact sum, whatever it passes through on the way; see {@link counted} for one that is too large. */
export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0;
  // What does not fit into a number any more, so that the usual sum costs no bigint.
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
  return beyond === 0n ? cents(total) : counted(beyond + BigInt(total));
}

/** The exact difference. */
export function minus(amount: Cents, less: Cents): Cents {
  return sum([amount, -less as Cents]);
}

/** What a sum came to. 422 `amount_too_large` beyond {@link CENTS_MAX}: nothing that is counted is approximated. */
export function counted(amount: bigint): Cents {
  if (amount > MOST || amount < -MOST)
    throw refused("amount_too_large", `What was asked for sums to more than ${CENTS_MAX} cents; ask for a part of it`);
  return cents(amount);
}

/** The same amount on the other side of zero. */
export function negated(amount: Cents): Cents {
  return minus(ZERO, amount);
}

/** A fraction of two whole numbers. Throws RangeError where it has no denominator, or a number is not whole. */
export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const [above, below] = [BigInt(numerator), BigInt(denominator)];
  if (below === 0n) throw new RangeError("A fraction needs a denominator other than zero");
  return below < 0n ? { numerator: -above, denominator: -below } : { numerator: above, denominator: below };
}

/** The exact product. */
export function times(one: Rational, other: Rational): Rational {
  return { numerator: one.numerator * other.numerator, denominator: one.denominator * other.denominator };
}

/** The exact sum of two fractions. */
export function plus(one: Rational, other: Rational): Rational {
  return {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  };
}

/** Less than zero, zero, or more than zero, as `one` is less than, equal to or more than `other`. */
export function compareRationals(one: Rational, other: Rational): number {
  const difference = one.numerator * other.denominator - other.numerator * one.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * To the nearest cent, halves away from zero (rental.md §2.3, R). The one place where an amount is rounded.
 */
export function round({ numerator, denominator }: Rational): Cents {
  const doubled = 2n * magnitude(numerator) + denominator;
  const rounded = floorQuotient(doubled, 2n * denominator);
  return counted(numerator < 0n ? -rounded : rounded);
}

/** `1234.56`, a minus before it when negative: how JSON tells an amount (rental.md §4). */
export function decimal(amount: Cents, point: "." | "," = "."): string {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}${point}${digits.slice(-2)}`;
}

/** How many times a positive whole number holds another one. */
export function floorQuotient(number: bigint, divisor: bigint): bigint {
  return (number - (number % divisor)) / divisor;
}

const MOST = BigInt(CENTS_MAX);

const magnitude = (number: bigint): bigint => (number < 0n ? -number : number);

function fromBigint(amount: bigint): number {
  return BigInt.asIntN(54, amount) === amount ? Number(amount) : Number.NaN;
}
