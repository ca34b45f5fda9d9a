import { type FieldError, type Id, type PatchOf, withoutNulls } from "@cartulary/kernel";
import { fieldError, orderError } from "../../agency/field-rules.ts";
import type { LeaseArraysInput } from "./arrays.ts";
import type { Lease, LeaseStatus, leaseRecord } from "./lease.ts";
import type { LeaseUnitInput, NewLeaseUnitInput } from "./lease-units.ts";
import type { TermFieldsInput } from "./term.ts";

/** A lease in inputs, without what belongs to it. A field that it leaves out keeps its value. */
type LeaseAttributesInput = PatchOf<typeof leaseRecord>;

/**
 * Fields of a term in a lease's body: the first term, or a new one. `effectiveFrom` defaults to the first day of the
 * current term, which is then changed; without terms, to the lease's first day.
 */
export type OpenedTermInput = TermFieldsInput;

/** Nested parts of a lease's body. */
export interface LeaseNestedInput extends LeaseArraysInput {
  readonly term?: OpenedTermInput;
  /** Units to add to the lease, with their rents. */
  readonly units?: readonly NewLeaseUnitInput[];
  readonly unitIds?: readonly Id<"Unit">[];
  readonly leaseUnits?: readonly LeaseUnitInput[];
  readonly tenantId?: Id<"TenantActor">;
}

/** Body of an update. Status changes by dates and commands only; a different status is refused. */
export type LeaseInput = LeaseAttributesInput & LeaseNestedInput & { readonly status?: LeaseStatus };

/** Body of a new lease. */
export type NewLeaseInput = LeaseAttributesInput &
  LeaseNestedInput & {
    /** Default `draft`. An active lease must be complete, as for activation. */
    readonly status?: "draft" | "active";
  };

/** Returns the errors of a lease as a whole: it ends before it begins, or is under notice without an end. */
export function leaseErrors({ startDate, endDate, status }: Lease): readonly FieldError[] {
  return withoutNulls(
    orderError("endDate", startDate, endDate),
    status === "notice" && endDate === null ? fieldError("endDate", "blank", "can't be blank under notice") : null,
  );
}
