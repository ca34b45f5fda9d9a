import { addMonths, type Day, dayRule, throwIfInvalid, withoutNulls } from "@cartulary/kernel";
import { orderError } from "../../agency/field-rules.ts";
import type { Lease } from "./lease.ts";
import { nextStatus } from "./lease-transitions.ts";

/** A notice of termination. */
export interface LeaseNotice {
  readonly noticeDate: Day;
  /** Default: the lease's months of notice after `noticeDate`, not before its first day. */
  readonly endDate?: Day | null;
}

/**
 * Returns the lease under notice, ending when the notice period is over, but not before its first day. Keeps the former
 * end date for {@link leaseWithoutNotice}, and the end from which renewals are counted.
 */
export function leaseUnderNotice(lease: Lease, { noticeDate, endDate }: LeaseNotice): Lease {
  const status = nextStatus("giveNotice", lease.status);
  const earliest = noticeDate < lease.startDate ? lease.startDate : noticeDate;
  throwIfInvalid([
    dayRule.errorOf("noticeDate", noticeDate),
    ...(endDate ? withoutNulls(dayRule.errorOf("endDate", endDate), orderError("endDate", earliest, endDate)) : []),
  ]);
  const noticeEnd = addMonths(noticeDate, lease.noticeMonths ?? 0);
  const end = endDate ?? (noticeEnd < earliest ? earliest : noticeEnd);
  return { ...lease, status, noticeDate, endDate: end, endDateBeforeNotice: lease.endDate };
}

/** Returns the lease with the end that it had before the notice. */
export function leaseWithoutNotice(lease: Lease): Lease {
  const status = nextStatus("withdrawNotice", lease.status);
  return { ...lease, status, endDate: lease.endDateBeforeNotice, endDateBeforeNotice: null, noticeDate: null };
}
