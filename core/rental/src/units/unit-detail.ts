import type { Day, Decimal, Id } from "@cartulary/kernel";
import { fractionOf, isComplete, millionthsOf, percentOf, type Share, totalOf } from "../ownerships/fraction.ts";
import { covers } from "../time/interval.ts";
import type { UnitOwnAddress } from "./address.ts";
import type { ListedUnit, UnitOwner } from "./unit.ts";

/** A part of a unit that somebody has, for a time. */
export interface UnitShare extends Share {
  readonly id: Id<"Ownership">;
  readonly ownerId: Id<"OwnerActor">;
  readonly ownerName: string;
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
  readonly acquisitionType: string | null;
}

/** The same with what it comes to. */
export interface UnitOwnership extends UnitShare {
  /** Millionths, half away from zero. */
  readonly shareRatio: number;
  readonly sharePercent: Decimal;
}

/** A lease of a unit, whenever it is or was. */
export interface UnitLease {
  readonly id: Id<"Lease">;
  readonly leaseUnitId: Id<"LeaseUnit">;
  readonly reference: string;
  readonly status: string;
  readonly startDate: Day | null;
  readonly endDate: Day | null;
  readonly exitDate: Day | null;
  readonly baseRentCents: number | null;
  readonly chargeProvisionCents: number | null;
}

/** Whose a unit is on a day. */
export interface UnitOwners {
  /** Those of the day. */
  readonly ownerships: readonly UnitOwnership[];
  /** All of them, past and to come. */
  readonly ownershipHistory: readonly UnitOwnership[];
  /** Whether those of the day come to the whole, exactly. */
  readonly sharesComplete: boolean;
  readonly totalSharePercent: Decimal;
}

/** A unit whole. */
export interface UnitDetail extends Omit<ListedUnit, "ownAddress">, UnitOwners {
  readonly ownAddress: (Required<UnitOwnAddress> & { readonly source: "own" }) | null;
  readonly entranceName: string | null;
  readonly propertyName: string;
  readonly leases: readonly UnitLease[];
}

/** Whose a unit is on a day, by all that ever were its ownerships. */
export function unitOwnersOn(shares: readonly UnitShare[], day: Day): UnitOwners {
  const ownershipHistory = shares.map((share) => {
    const fraction = fractionOf(share);
    return { ...share, shareRatio: millionthsOf(fraction), sharePercent: percentOf(fraction) };
  });
  const ownerships = ownershipHistory.filter((share) => covers(intervalOf(share), day));
  return {
    ownerships,
    ownershipHistory,
    sharesComplete: isComplete(ownerships),
    totalSharePercent: percentOf(totalOf(ownerships)),
  };
}

/** Each owner of these shares once, with all that is his, in the order of his first. */
export function ownersOf(shares: readonly UnitShare[]): readonly UnitOwner[] {
  const byOwner = new Map<UnitShare["ownerId"], UnitShare[]>();
  for (const share of shares) byOwner.set(share.ownerId, [...(byOwner.get(share.ownerId) ?? []), share]);
  return [...byOwner].map(([id, own]) => ({
    id,
    name: own[0]?.ownerName ?? "",
    shareRatio: millionthsOf(totalOf(own)),
  }));
}

const intervalOf = ({ validFrom, validTo }: UnitShare) => ({ from: validFrom, to: validTo });
