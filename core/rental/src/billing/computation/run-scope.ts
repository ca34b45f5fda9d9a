import type { Id, Month } from "@cartulary/kernel";
import type { LeaseId, LeaseType, PaymentFrequency, PaymentTiming } from "../../property/leases/lease.ts";
import type { BilledLease } from "./snapshot.ts";

/** The scope of a run: a month and a selection of leases. An empty list means all. */
export interface RunScope {
  readonly month: Month;
  /** Restricts the run to units of this property. */
  readonly propertyId: Id<"Property"> | null;
  readonly frequencies: readonly PaymentFrequency[];
  readonly timings: readonly PaymentTiming[];
  readonly leaseTypes: readonly LeaseType[];
  readonly leaseIds: readonly LeaseId[];
  readonly excludedLeaseIds: readonly LeaseId[];
}

/**
 * Returns the leases in scope with their units in scope, by reference, then id. Excludes drafts and cancelled leases
 * only: dates decide what is billed, not the present status of a lease (rental.md 3.3).
 */
export function selectLeases(leases: readonly BilledLease[], scope: RunScope): readonly BilledLease[] {
  return leases
    .filter((lease) => lease.status !== "draft" && lease.status !== "cancelled")
    .filter(({ id }) => isRequested(scope.leaseIds, id) && !scope.excludedLeaseIds.includes(id))
    .filter(({ leaseType }) => isRequested(scope.leaseTypes, leaseType))
    .filter(
      ({ schedule }) =>
        isRequested(scope.frequencies, schedule.frequency) && isRequested(scope.timings, schedule.timing),
    )
    .map((lease) => ({ ...lease, units: lease.units.filter((unit) => isOf(scope, unit)).toSorted(byIdentifier) }))
    .toSorted(byReference);
}

const isRequested = <Value>(requested: readonly Value[], value: Value): boolean =>
  requested.length === 0 || requested.includes(value);

const isOf = ({ propertyId }: RunScope, unit: BilledLease["units"][number]): boolean =>
  propertyId === null || unit.propertyId === propertyId;

const byReference = (one: BilledLease, other: BilledLease): number =>
  compared(one.reference, other.reference) || compared(one.id, other.id);

const byIdentifier = (one: BilledLease["units"][number], other: BilledLease["units"][number]): number =>
  compared(one.identifier, other.identifier) || compared(one.id, other.id);

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
