import type { Day, Id } from "@cartulary/kernel";
import { apportion, type Cents, plus, type Rational, rational, ZERO } from "@cartulary/ledger";
import { covers } from "../../agency/time/interval.ts";
import { fractionOf, reduceFraction } from "../../property/ownerships/fraction.ts";
import type { BilledUnit, UnitMandate } from "./snapshot.ts";

/** An owner's share of a unit on a day, with the mandate under which the agency manages it. */
export interface OwnerShare {
  readonly ownerId: Id<"OwnerActor">;
  readonly share: Rational;
  /** `null` without a mandate or with several: no fee is then taken and nothing is paid out. */
  readonly mandateId: UnitMandate["id"] | null;
  /** The reason why `mandateId` is `null`. */
  readonly mandateFinding: MandateFinding | null;
}

export type MandateFinding = "missing_mandate" | "mandate_expired" | "mandate_overlap";

/** An amount divided among owners, in the order of their shares; the unowned part goes into suspense. */
export interface Division {
  readonly amountsCents: readonly Cents[];
  readonly suspenseCents: Cents;
}

/** Returns the owners on a day by id, each once: several parts of one owner are added up (rental.md 2.4). */
export function ownersOn(
  { ownerships, mandates }: Pick<BilledUnit, "ownerships" | "mandates">,
  day: Day,
): readonly OwnerShare[] {
  const shares = new Map<Id<"OwnerActor">, Rational>();
  for (const part of ownerships.filter((each) => covers(each, day)))
    shares.set(part.ownerId, reduceFraction(plus(shares.get(part.ownerId) ?? rational(0), fractionOf(part))));
  return [...shares]
    .map(([ownerId, share]) => ({ ownerId, share, ...mandateOn(mandates, ownerId, day) }))
    .toSorted((one, other) => (one.ownerId < other.ownerId ? -1 : 1));
}

/** Returns the mandate of an owner on a day, or the reason why there is not exactly one (rental.md 3.4). */
function mandateOn(
  mandates: readonly UnitMandate[],
  ownerId: Id<"OwnerActor">,
  day: Day,
): Pick<OwnerShare, "mandateId" | "mandateFinding"> {
  const own = mandates.filter((mandate) => mandate.ownerId === ownerId);
  const [mandate, other] = own.filter((each) => covers(each, day));
  if (mandate && other) return { mandateId: null, mandateFinding: "mandate_overlap" };
  if (mandate) return { mandateId: mandate.id, mandateFinding: null };
  const isOver = own.some(({ to }) => to !== null && to < day);
  return { mandateId: null, mandateFinding: isOver ? "mandate_expired" : "missing_mandate" };
}

/** Returns the share missing to the whole; negative if the shares exceed it. */
export function missingShare(owners: readonly Pick<OwnerShare, "share">[]): Rational {
  const total = owners.reduce((all, { share }) => plus(all, share), rational(0));
  return reduceFraction({ numerator: total.denominator - total.numerator, denominator: total.denominator });
}

/**
 * Divides an amount among owners to the cent. An unowned part goes into suspense; shares that exceed the whole are
 * weights (rental.md 3.4).
 */
export function divideBetweenOwners(amountCents: Cents, owners: readonly OwnerShare[]): Division {
  const missing = missingShare(owners);
  const weights = owners.map(({ ownerId, share }) => ({ id: ownerId as string, weight: share }));
  const all = missing.numerator > 0n ? [...weights, { id: SUSPENSE, weight: missing }] : weights;
  const parts = apportion(amountCents, all);
  return { amountsCents: parts.slice(0, owners.length), suspenseCents: parts[owners.length] ?? ZERO };
}

/** Sorts after every id, so that the suspense part comes last in ties. */
const SUSPENSE = "~";
