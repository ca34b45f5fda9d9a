import { DECIMAL_ONE, type Decimal } from "@cartulary/kernel";
import { type Cents, minus, type Rational, rational, round, times } from "@cartulary/ledger";
import type { RentPeriod } from "./term.ts";

/** A rent under revision. */
interface Rent {
  readonly annualAmountCents: Cents;
  readonly rentPeriod: RentPeriod;
}

const MONTHS = 12;

/** Returns the exact ratio of two index values, both above zero. */
export function indexRatio(revisionValue: Decimal, referenceValue: Decimal): Rational {
  return rational(revisionValue, referenceValue);
}

/** Returns the factor of an increase by a percentage. */
export function increaseOf(percent: Decimal): Rational {
  return rational(100 * DECIMAL_ONE + percent, 100 * DECIMAL_ONE);
}

/**
 * Returns the annual rent multiplied by the ratio, rounded to the cent with halves away from zero. A monthly rent is
 * rounded per month, then multiplied by twelve; an annual rent is rounded per year (rental.md 2.1).
 */
export function revisedRent({ annualAmountCents: annual, rentPeriod }: Rent, ratio: Rational): Cents {
  if (rentPeriod === "year") return round(times(rational(annual), ratio));
  return round(times(rational(round(times(rational(annual, MONTHS), ratio))), rational(MONTHS)));
}

/** Returns the increase in percent with four decimals, halves away from zero; null if the old amount is zero. */
export function increasePercent(old: Cents, revised: Cents): Decimal | null {
  if (old === 0) return null;
  return round(rational(BigInt(minus(revised, old)) * BigInt(100 * DECIMAL_ONE), old)) as number as Decimal;
}
