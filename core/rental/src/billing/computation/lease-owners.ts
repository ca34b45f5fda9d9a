import type { Day } from "@cartulary/kernel";
import { plus, type Rational, rational, times, ZERO } from "@cartulary/ledger";
import { covers } from "../../agency/time/interval.ts";
import { reduceFraction } from "../../property/ownerships/fraction.ts";
import { type OwnerShare, ownersOn } from "./owner-parts.ts";
import type { BilledLease, BilledUnit } from "./snapshot.ts";

/**
 * Returns the owners of a lease's units on a day by id, each once, with their shares of an amount of the whole lease:
 * units weigh by their rent, or all alike without rents.
 */
export function leaseOwnersOn(lease: Pick<BilledLease, "units">, day: Day): readonly OwnerShare[] {
  const rents = lease.units.map((unit) => rentOn(unit, day));
  const total = rents.reduce((all, rent) => all + rent, 0n);
  const weightOf = (index: number): Rational =>
    total > 0n ? rational(rents[index] ?? 0n, total) : rational(1, lease.units.length);
  const owners = new Map<OwnerShare["ownerId"], OwnerShare>();
  for (const [index, unit] of lease.units.entries())
    for (const owner of ownersOn(unit, day)) {
      const share = times(owner.share, weightOf(index));
      const before = owners.get(owner.ownerId);
      owners.set(owner.ownerId, {
        ...(before ?? owner),
        share: reduceFraction(before ? plus(before.share, share) : share),
      });
    }
  return [...owners.values()].toSorted((one, other) => (one.ownerId < other.ownerId ? -1 : 1));
}

/** Returns the yearly rent of a unit on a day, or the first one if no term covers the day. */
function rentOn({ rents }: BilledUnit, day: Day): bigint {
  return BigInt((rents.findLast((rent) => covers(rent, day)) ?? rents[0])?.annualAmountCents ?? ZERO);
}
