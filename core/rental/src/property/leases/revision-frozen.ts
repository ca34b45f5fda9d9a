import type { EnergyClass } from "../units/unit.ts";
import type { LeaseType } from "./lease.ts";

/** Types of leases for homes. */
const RESIDENTIAL: readonly LeaseType[] = ["residential_unfurnished", "residential_furnished", "mobility", "student"];

/** Energy classes whose rents must not rise (loi 89-462, article 17-1 III). */
const FROZEN: readonly (EnergyClass | null)[] = ["F", "G"];

/** True if the rents of a lease are frozen: a home with a unit of class F or G (estate.md 2.2). */
export function isFrozen(
  leaseType: LeaseType,
  units: readonly { readonly energyClass: EnergyClass | null }[],
): boolean {
  return RESIDENTIAL.includes(leaseType) && units.some(({ energyClass }) => FROZEN.includes(energyClass));
}
