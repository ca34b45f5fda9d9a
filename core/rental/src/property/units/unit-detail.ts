import type { Day, Decimal, Id } from "@cartulary/kernel";
import { covers } from "../../agency/time/interval.ts";
import { fractionOf, isComplete, millionthsOf, percentOf, type Share, totalOf } from "../ownerships/fraction.ts";
import type { UnitOwnAddress } from "./address.ts";
import type { ListedUnit, UnitOwner } from "./unit.ts";

/** An ownership of a unit with its owner's name. */
export interface UnitShare extends Share {
  readonly id: Id<"Ownership">;
  readonly ownerId: Id<"OwnerActor">;
  readonly ownerName: string;
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
  readonly acquisitionType: string | null;
}

/** An ownership with its computed share. */
export interface UnitOwnership extends UnitShare {
  /** In millionths, halves away from zero. */
  readonly shareRatio: number;
  readonly sharePercent: Decimal;
}

/** A lease of a unit: past, current or future. */
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

/** Ownerships of a unit, computed for a day. */
export interface UnitOwners {
  /** Ownerships on the day. */
  readonly ownerships: readonly UnitOwnership[];
  /** All ownerships, past and future included. */
  readonly ownershipHistory: readonly UnitOwnership[];
  /** True if the ownerships on the day add up to exactly one. */
  readonly sharesComplete: boolean;
  readonly totalSharePercent: Decimal;
}

/** A unit with all its details. */
export interface UnitDetail extends Omit<ListedUnit, "ownAddress">, UnitOwners {
  readonly ownAddress: (Required<UnitOwnAddress> & { readonly source: "own" }) | null;
  readonly entranceName: string | null;
  readonly propertyName: string;
  readonly leases: readonly UnitLease[];
}

/** Computes the ownerships of a unit for a day from all its ownerships. */
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

/** Groups shares by owner, in the order of each owner's first share. */
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
