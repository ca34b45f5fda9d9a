import { type Cents, cents, floorQuotient, type Rational } from "./money.ts";

/** A share with its weight. Ids must be unique. */
export interface Share {
  readonly id: string;
  /** Zero or more, of any scale. */
  readonly weight: Rational;
}

/**
 * Divides an amount by weights, exact to the cent; returns one part per share, in order.
 *
 * Uses the largest remainder (rental.md §2.4): each share gets the floor of its exact part; the remaining cents go to
 * the largest fractions, then to the larger weight, then to the lesser id as text. Symmetric: dividing −t is minus
 * dividing t. Throws RangeError when no weight is positive or one is negative.
 *
 * @example
 * ```ts
 * import { apportion, cents } from "@cartulary/ledger";
 *
 * const third = { numerator: 1n, denominator: 3n };
 * const thirds = ["ana", "luc", "maud"].map((id) => ({ id, weight: third }));
 * apportion(cents(100), thirds); // three parts that sum to 100
 * ```
 */
export function apportion(total: Cents, shares: readonly Share[]): readonly Cents[] {
  const weights = wholeWeights(shares);
  const whole = weights.reduce((all, { weight }) => all + weight, 0n);
  if (whole <= 0n || weights.some(({ weight }) => weight < 0n)) throw new RangeError("Shares need a weight above zero");
  const amount = BigInt(Math.abs(total));
  const parts = weights.map(({ id, weight }) => {
    const due = amount * weight;
    return { id, weight, cents: floorQuotient(due, whole), remainder: due % whole };
  });
  const rest = Number(amount - parts.reduce((all, part) => all + part.cents, 0n));
  const ranked = parts.toSorted(
    (one, other) =>
      descending(one.remainder, other.remainder) ||
      descending(one.weight, other.weight) ||
      (one.id < other.id ? -1 : 1),
  );
  const favoured = new Set(ranked.slice(0, rest));
  const sign = total < 0 ? -1n : 1n;
  return parts.map((part) => cents(sign * (favoured.has(part) ? part.cents + 1n : part.cents)));
}

/** Returns the weights over a common denominator. */
function wholeWeights(shares: readonly Share[]): readonly { readonly id: string; readonly weight: bigint }[] {
  if (new Set(shares.map(({ id }) => id)).size < shares.length) throw new TypeError("Two shares have the same id");
  const common = shares.reduce((all, { weight }) => leastMultiple(all, weight.denominator), 1n);
  return shares.map(({ id, weight: { numerator, denominator } }) => ({
    id,
    weight: numerator * floorQuotient(common, denominator),
  }));
}

const leastMultiple = (one: bigint, other: bigint): bigint => one * floorQuotient(other, greatestDivisor(one, other));

const greatestDivisor = (one: bigint, other: bigint): bigint =>
  other === 0n ? one : greatestDivisor(other, one % other);

const descending = (one: bigint, other: bigint): number => (one > other ? -1 : one < other ? 1 : 0);
