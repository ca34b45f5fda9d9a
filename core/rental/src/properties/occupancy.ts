import type { Decimal } from "@cartulary/kernel";
import { rational } from "@cartulary/ledger";
import { percentOf } from "../ownerships/fraction.ts";

/** What is counted of a property's units on a day. */
export interface Occupancy {
  readonly unitsCount: number;
  readonly occupiedCount: number;
  readonly vacantCount: number;
  /** Percent; `null` where there is no unit. */
  readonly occupancyRate: Decimal | null;
}

/** The occupancy of so many units, of which so many are let. */
export function occupancyOf(unitsCount: number, occupiedCount: number): Occupancy {
  const occupancyRate = unitsCount === 0 ? null : percentOf(rational(occupiedCount, unitsCount));
  return { unitsCount, occupiedCount, vacantCount: unitsCount - occupiedCount, occupancyRate };
}
