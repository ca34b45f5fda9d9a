import { apportion, type Cents, minus, rational, sum } from "@cartulary/ledger";
import type { OwnerId } from "../../property/people/owner.ts";

/** A part of a deposit that the agency (`null`) or an owner keeps. */
export interface DepositPart {
  readonly ownerId: OwnerId | null;
  /** True if the owner was credited when the deposit was called. */
  readonly isAccrual: boolean;
  readonly amountCents: Cents;
}

/** An amount taken from the parts of a deposit, with what is left of them. */
export interface DepositSplit {
  readonly taken: readonly DepositPart[];
  readonly left: readonly DepositPart[];
}

/** Takes an amount, at most their sum, from parts in proportion to what each has. */
export function takeFrom(parts: readonly DepositPart[], amountCents: Cents): DepositSplit {
  if (amountCents === 0) return { taken: [], left: parts };
  const weights = parts.map((part) => ({ id: part.ownerId ?? "", weight: rational(part.amountCents) }));
  const amounts = apportion(amountCents, weights);
  return {
    taken: parts.map((part, index) => ({ ...part, amountCents: amounts[index] as Cents })),
    left: parts.map((part, index) => ({ ...part, amountCents: minus(part.amountCents, amounts[index] as Cents) })),
  };
}

/** Returns the sum of parts. */
export const totalOf = (parts: readonly DepositPart[]): Cents => sum(parts.map(({ amountCents }) => amountCents));
