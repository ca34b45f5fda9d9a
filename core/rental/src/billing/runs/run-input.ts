import { type Day, dayOfMonth, dayRule, type FieldError, type Id, withoutNulls } from "@cartulary/kernel";
import { fieldError, unknownError } from "../../agency/field-rules.ts";
import type { LeaseId, LeaseType, PaymentFrequency, PaymentTiming } from "../../property/leases/lease.ts";
import type { GroupingMode } from "./run.ts";
import type { ReviewStatus, RunLineId } from "./run-line.ts";

/** The input to create a run. Absent or empty lists do not filter. */
export interface BillingRunInput {
  /** The first day of the billed month. */
  readonly periodStart?: Day;
  /** Default `per_lease`. */
  readonly groupingMode?: GroupingMode;
  readonly propertyId?: Id<"Property">;
  /** True to compute it some days before the month instead of now. */
  readonly schedule?: boolean;
  readonly frequencies?: readonly PaymentFrequency[];
  readonly timings?: readonly PaymentTiming[];
  readonly leaseTypes?: readonly LeaseType[];
  readonly leaseIds?: readonly LeaseId[];
  readonly excludeLeaseIds?: readonly LeaseId[];
}

/** A user's review of a line. Absent fields stay unchanged. */
export interface LineReview {
  readonly id: RunLineId;
  readonly excluded?: boolean;
  readonly reviewStatus?: ReviewStatus;
  readonly comment?: string | null;
}

/** Most lease ids in one list. */
const IDS_MAX = 10_000;

/** Returns the errors of an input that need no lookup. */
export function runInputErrors({
  periodStart,
  leaseIds = [],
  excludeLeaseIds = [],
}: BillingRunInput): readonly FieldError[] {
  const included = new Set(leaseIds);
  const contradictions = (excludeLeaseIds.length > IDS_MAX ? [] : excludeLeaseIds).flatMap((id, index) =>
    included.has(id) ? [fieldError(`excludeLeaseIds[${index}]`, "invalid", "is in lease_ids, too")] : [],
  );
  const fieldErrors = withoutNulls(
    periodError(periodStart),
    tooLong("leaseIds", leaseIds),
    tooLong("excludeLeaseIds", excludeLeaseIds),
  );
  return [...fieldErrors, ...contradictions];
}

function periodError(periodStart: Day | undefined): FieldError | null {
  if (periodStart === undefined) return fieldError("periodStart", "blank", "can't be blank");
  if (dayOfMonth(periodStart) !== 1) return fieldError("periodStart", "invalid", "is not the first day of a month");
  return dayRule.errorOf("periodStart", periodStart);
}

const tooLong = (field: string, ids: readonly unknown[]): FieldError | null =>
  ids.length > IDS_MAX ? fieldError(field, "too_long", `has more than ${IDS_MAX} elements`) : null;

/** Returns an error for each unknown id. */
export function unknownErrors(
  field: string,
  ids: readonly LeaseId[],
  known: ReadonlySet<LeaseId>,
): readonly FieldError[] {
  return ids.flatMap((id, index) => (known.has(id) ? [] : [unknownError(`${field}[${index}]`)]));
}
