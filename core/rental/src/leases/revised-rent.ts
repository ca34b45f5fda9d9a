import { DECIMAL_ONE, type Decimal } from "@cartulary/kernel";
import { type Cents, minus, type Rational, rational, round, times } from "@cartulary/ledger";
import type { RentPeriod } from "./term.ts";

/** A rent as it is revised. */
interface Rent {
  readonly annualAmountCents: Cents;
  readonly rentPeriod: RentPeriod;
}

const MONTHS = 12;

/** What an index does to a rent, exactly: its new value by the one of reference, both above zero. */
export function indexRatio(revisionValue: Decimal, referenceValue: Decimal): Rational {
  return rational(revisionValue, referenceValue);
}

/** By how much a rent may be multiplied that may rise by so many percent. */
export function increaseOf(percent: Decimal): Rational {
  return rational(100 * DECIMAL_ONE + percent, 100 * DECIMAL_ONE);
}

/**
 * The rent multiplied, to the cent, halves away from zero: of the month where it was given by the month, and twelve of them
 * are its year; of the year where it was given by the year (rental.md 2.1).
 */
export function revisedRent({ annualAmountCents: annual, rentPeriod }: Rent, ratio: Rational): Cents {
  if (rentPeriod === "year") return round(times(rational(annual), ratio));
  return round(times(rational(round(times(rational(annual, MONTHS), ratio))), rational(MONTHS)));
}

/** By how many percent an amount rose, four decimals, halves away from zero; null of an amount that was nothing. */
export function increasePercent(old: Cents, revised: Cents): Decimal | null {
  if (old === 0) return null;
  return round(rational(BigInt(minus(revised, old)) * BigInt(100 * DECIMAL_ONE), old)) as number as Decimal;
}
