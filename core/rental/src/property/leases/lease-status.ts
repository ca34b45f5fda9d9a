import { addMonths, type Day, periodsBetween } from "@cartulary/kernel";
import type { Lease, LeaseStatus, LeaseType } from "./lease.ts";

/** Months by which a lease is renewed, by type. Leases of other types end on their last day (estate.md 1.3). */
export const RENEWAL_MONTHS: Readonly<Partial<Record<LeaseType, number>>> = {
  residential_unfurnished: 36,
  residential_furnished: 12,
  commercial: 108,
  professional: 72,
  parking: 12,
  storage: 12,
  other: 12,
};

/** The fields that dates act upon. */
type Timed = Pick<Lease, "status" | "leaseType" | "autoRenewal" | "endDate" | "endDateGiven">;

/**
 * Returns the lease as of a day, independent of writes (estate.md 1.1, 1.3). A renewable lease is extended to the first
 * end on or after the day; another lease ends after its last day, which still belongs to it.
 */
export function leaseStatusOn<L extends Timed>(lease: L, today: Day): L {
  if (lease.status !== "active" && lease.status !== "notice") return lease;
  const endDate = endOn(lease, today);
  return { ...lease, endDate, status: endDate !== null && endDate < today ? "ended" : lease.status };
}

function endOn({ status, leaseType, autoRenewal, endDate, endDateGiven }: Timed, today: Day): Day | null {
  const months = RENEWAL_MONTHS[leaseType];
  if (endDate === null || endDate >= today || !autoRenewal || months === undefined || status !== "active")
    return endDate;
  return renewedEnd(endDateGiven ?? endDate, months, today);
}

/** Returns the first end on or after `today`, in periods of `months`, each counted from the first end. */
function renewedEnd(first: Day, months: number, today: Day): Day {
  const passed = Math.max(0, periodsBetween(first, today, months)) * months;
  const end = addMonths(first, passed);
  return end < today ? addMonths(first, passed + months) : end;
}

/** True if the lease has begun and not ended on the day. */
export function isInForce(lease: Timed & Pick<Lease, "startDate">, today: Day): boolean {
  const { status } = leaseStatusOn(lease, today);
  return IN_FORCE.includes(status) && lease.startDate <= today;
}

const IN_FORCE: readonly LeaseStatus[] = ["active", "notice"];
