import type { Day, Id } from "@cartulary/kernel";
import { apportion, type Cents, plus, type Rational, rational, ZERO } from "@cartulary/ledger";
import { fractionOf, reduced } from "../ownerships/fraction.ts";
import { covers } from "../time/interval.ts";
import type { BilledUnit, UnitMandate } from "./snapshot.ts";

/** What an owner has of a unit on a day, and by which mandate the agency manages it for him. */
export interface OwnerShare {
  readonly ownerId: Id<"OwnerActor">;
  readonly share: Rational;
  /** `null` where there is none, or more than one: nothing is then taken as a fee, and nothing is paid out. */
  readonly mandateId: UnitMandate["id"] | null;
  /** Why there is none. */
  readonly mandateFinding: MandateFinding | null;
}

export type MandateFinding = "missing_mandate" | "mandate_expired" | "mandate_overlap";

/** Who has what of an amount, in the order of the shares; what nobody has is in suspense. */
export interface Division {
  readonly amountsCents: readonly Cents[];
  readonly suspenseCents: Cents;
}

/** The owners of a day by their ids, each once: two parts of one owner are one (rental.md 2.4). */
export function ownersOn(
  { ownerships, mandates }: Pick<BilledUnit, "ownerships" | "mandates">,
  day: Day,
): readonly OwnerShare[] {
  const shares = new Map<Id<"OwnerActor">, Rational>();
  for (const part of ownerships.filter((each) => covers(each, day)))
    shares.set(part.ownerId, reduced(plus(shares.get(part.ownerId) ?? rational(0), fractionOf(part))));
  return [...shares]
    .map(([ownerId, share]) => ({ ownerId, share, ...mandateOn(mandates, ownerId, day) }))
    .toSorted((one, other) => (one.ownerId < other.ownerId ? -1 : 1));
}

/** The one mandate of an owner on a day, or why there is not one (rental.md 3.4). */
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

/** What is missing to the whole; below zero where there is too much. */
export function missingShare(owners: readonly Pick<OwnerShare, "share">[]): Rational {
  const total = owners.reduce((all, { share }) => plus(all, share), rational(0));
  return reduced({ numerator: total.denominator - total.numerator, denominator: total.denominator });
}

/**
 * Divides an amount among owners, to the cent. A part that nobody has goes into suspense; shares that come to more than the
 * whole are weights (rental.md 3.4).
 */
export function dividedAmong(amountCents: Cents, owners: readonly OwnerShare[]): Division {
  const missing = missingShare(owners);
  const weights = owners.map(({ ownerId, share }) => ({ id: ownerId as string, weight: share }));
  const all = missing.numerator > 0n ? [...weights, { id: SUSPENSE, weight: missing }] : weights;
  const parts = apportion(amountCents, all);
  return { amountsCents: parts.slice(0, owners.length), suspenseCents: parts[owners.length] ?? ZERO };
}

/** After every id: what nobody has comes last in ties. */
const SUSPENSE = "~";
