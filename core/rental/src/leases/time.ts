import { addMonths, type Day, periodsBetween } from "@cartulary/kernel";
import type { Lease, LeaseStatus, LeaseType } from "./lease.ts";

/** For how many months a lease goes on that renews itself; those of other types end when their time is over (estate.md 1.3). */
export const RENEWAL_MONTHS: Readonly<Partial<Record<LeaseType, number>>> = {
  residential_unfurnished: 36,
  residential_furnished: 12,
  commercial: 108,
  professional: 72,
  parking: 12,
  storage: 12,
  other: 12,
};

/** What a date decides of a lease. */
type Timed = Pick<Lease, "status" | "leaseType" | "autoRenewal" | "endDate" | "endDateGiven">;

/**
 * The lease as it is on a day, whether anybody wrote it since or not (estate.md 1.1, 1.3): one that renews itself goes on
 * to the first end that is not before the day; one that does not, and whose last day is past, has ended. The last day is
 * still a day of the lease.
 */
export function leaseOn<L extends Timed>(lease: L, today: Day): L {
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

/** The first end not before a day, of periods of so many months, each counted from the first end. */
function renewedEnd(first: Day, months: number, today: Day): Day {
  const passed = Math.max(0, periodsBetween(first, today, months)) * months;
  const end = addMonths(first, passed);
  return end < today ? addMonths(first, passed + months) : end;
}

/** Whether a lease is in force on a day: it has begun, and is not over. */
export function isInForce(lease: Timed & Pick<Lease, "startDate">, today: Day): boolean {
  const { status } = leaseOn(lease, today);
  return IN_FORCE.includes(status) && lease.startDate <= today;
}

const IN_FORCE: readonly LeaseStatus[] = ["active", "notice"];
