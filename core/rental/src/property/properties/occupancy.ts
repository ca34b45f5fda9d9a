import type { Decimal } from "@cartulary/kernel";
import { rational } from "@cartulary/ledger";
import { percentOf } from "../ownerships/fraction.ts";

/** Occupancy of a property's units on a day. */
export interface Occupancy {
  readonly unitsCount: number;
  readonly occupiedCount: number;
  readonly vacantCount: number;
  /** Percent; `null` without units. */
  readonly occupancyRate: Decimal | null;
}

/** Computes the occupancy from the number of units and of let units. */
export function occupancyOf(unitsCount: number, occupiedCount: number): Occupancy {
  const occupancyRate = unitsCount === 0 ? null : percentOf(rational(occupiedCount, unitsCount));
  return { unitsCount, occupiedCount, vacantCount: unitsCount - occupiedCount, occupancyRate };
}
