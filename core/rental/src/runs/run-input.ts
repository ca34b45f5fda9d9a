import { type Day, dayOfMonth, type FieldError, type Id, presentErrors } from "@cartulary/kernel";
import { aDay, fault, unknownError } from "../estate/fields.ts";
import type { LeaseId, LeaseType, PaymentFrequency, PaymentTiming } from "../leases/lease.ts";
import type { GroupingMode } from "./run.ts";
import type { ReviewStatus, RunLineId } from "./run-line.ts";

/** Which run is to be made. Lists that are absent or empty leave nothing out. */
export interface BillingRunInput {
  /** The first day of the billed month. */
  readonly periodStart?: Day;
  /** Default `per_lease`. */
  readonly groupingMode?: GroupingMode;
  readonly propertyId?: Id<"Property">;
  /** Whether it is computed some days before the month rather than at once. */
  readonly schedule?: boolean;
  readonly frequencies?: readonly PaymentFrequency[];
  readonly timings?: readonly PaymentTiming[];
  readonly leaseTypes?: readonly LeaseType[];
  readonly leaseIds?: readonly LeaseId[];
  readonly excludeLeaseIds?: readonly LeaseId[];
}

/** What somebody makes of a line. An absent field stays. */
export interface LineReview {
  readonly id: RunLineId;
  readonly excluded?: boolean;
  readonly reviewStatus?: ReviewStatus;
  readonly comment?: string | null;
}

/** Leases that an input may name. */
const IDS_MAX = 10_000;

/** What is wrong with an input by itself. */
export function runInputErrors({
  periodStart,
  leaseIds = [],
  excludeLeaseIds = [],
}: BillingRunInput): readonly FieldError[] {
  const wanted = new Set(leaseIds);
  const twice = (excludeLeaseIds.length > IDS_MAX ? [] : excludeLeaseIds).flatMap((id, index) =>
    wanted.has(id) ? [fault(`excludeLeaseIds[${index}]`, "invalid", "is asked for by lease_ids too")] : [],
  );
  const own = presentErrors(
    periodError(periodStart),
    tooLong("leaseIds", leaseIds),
    tooLong("excludeLeaseIds", excludeLeaseIds),
  );
  return [...own, ...twice];
}

function periodError(periodStart: Day | undefined): FieldError | null {
  if (periodStart === undefined) return fault("periodStart", "blank", "can't be blank");
  if (dayOfMonth(periodStart) !== 1) return fault("periodStart", "invalid", "is not the first day of a month");
  return aDay.errorOf("periodStart", periodStart);
}

const tooLong = (field: string, ids: readonly unknown[]): FieldError | null =>
  ids.length > IDS_MAX ? fault(field, "too_long", `has more than ${IDS_MAX} elements`) : null;

/** Those of some ids that are not known. */
export function unknownErrors(
  field: string,
  ids: readonly LeaseId[],
  known: ReadonlySet<LeaseId>,
): readonly FieldError[] {
  return ids.flatMap((id, index) => (known.has(id) ? [] : [unknownError(`${field}[${index}]`)]));
}
