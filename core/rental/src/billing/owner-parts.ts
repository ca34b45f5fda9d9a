import type { Day, Id } from "@cartulary/kernel";
import { apportion, type Cents, plus, type Rational, rational, ZERO } from "@cartulary/ledger";
import { fractionOf, reduced } from "../ownerships/fraction.ts";
import { covers } from "../time/interval.ts";
import type { OwnedPart } from "./snapshot.ts";

/** What each owner has of a unit on a day. */
export interface OwnerShare {
  readonly ownerId: Id<"OwnerActor">;
  readonly share: Rational;
}

/** Who has what of an amount; what nobody has is in suspense. */
export interface OwnerParts {
  readonly owners: readonly { readonly ownerId: Id<"OwnerActor">; readonly amountCents: Cents }[];
  readonly suspenseCents: Cents;
}

/** The owners of a day by their ids, each once: two parts of one owner are one (rental.md 2.4). */
export function ownersOn(parts: readonly OwnedPart[], day: Day): readonly OwnerShare[] {
  const shares = new Map<Id<"OwnerActor">, Rational>();
  for (const part of parts.filter((each) => covers(each, day)))
    shares.set(part.ownerId, reduced(plus(shares.get(part.ownerId) ?? rational(0), fractionOf(part))));
  return [...shares]
    .map(([ownerId, share]) => ({ ownerId, share }))
    .toSorted((one, other) => (one.ownerId < other.ownerId ? -1 : 1));
}

/** What is missing to the whole; below zero where there is too much. */
export function missingShare(owners: readonly OwnerShare[]): Rational {
  const total = owners.reduce((all, { share }) => plus(all, share), rational(0));
  return reduced({ numerator: total.denominator - total.numerator, denominator: total.denominator });
}

/**
 * Divides an amount among owners, to the cent. A part that nobody has goes into suspense; shares that come to more than the
 * whole are weights (rental.md 3.4).
 */
export function dividedAmong(amountCents: Cents, owners: readonly OwnerShare[]): OwnerParts {
  const missing = missingShare(owners);
  const weights = owners.map(({ ownerId, share }) => ({ id: ownerId as string, weight: share }));
  const all = missing.numerator > 0n ? [...weights, { id: SUSPENSE, weight: missing }] : weights;
  const parts = apportion(amountCents, all);
  return {
    owners: owners.map(({ ownerId }, index) => ({ ownerId, amountCents: parts[index] ?? ZERO })),
    suspenseCents: parts[owners.length] ?? ZERO,
  };
}

/** After every id: what nobody has comes last in ties. */
const SUSPENSE = "~";
