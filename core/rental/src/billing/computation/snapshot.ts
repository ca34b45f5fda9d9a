import type { Day, Decimal, Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { Interval } from "../../agency/time/interval.ts";
import type { FranchiseScope } from "../../property/leases/franchise-period.ts";
import type { LeaseId, LeaseStatus, LeaseType, Proration } from "../../property/leases/lease.ts";
import type { LeaseUnitId } from "../../property/leases/lease-unit.ts";
import type { Share } from "../../property/ownerships/fraction.ts";
import type { ChargeAdjustment } from "../charges/charge-statement.ts";
import type { BilledDays } from "./billed-days.ts";
import type { BillingSchedule, Days } from "./period.ts";
import type { PeriodicCategory } from "./tenant-category.ts";
import type { TenantService } from "./tenant-service.ts";

/** A lease, as input of a run: plain data, not bound to a day. */
export interface BilledLease {
  readonly id: LeaseId;
  readonly reference: string;
  readonly leaseType: LeaseType;
  readonly status: LeaseStatus;
  readonly signatureDate: Day | null;
  /** The effective calendar and cycle, with the lease's start. */
  readonly schedule: BillingSchedule;
  /** The last day, renewals included; `null` without end. */
  readonly endDate: Day | null;
  readonly proration: Proration;
  /** Parties of type tenant, in the order of the lease. */
  readonly tenants: readonly BilledTenant[];
  readonly franchises: readonly Franchise[];
  /** The deposit that the next run calls; `null` for none. */
  readonly depositCents: Cents | null;
  /** Balances of approved statements of charges that no applied run has billed. Absent without any. */
  readonly adjustments?: readonly ChargeAdjustment[];
  /** The services of the mandates that the tenant pays. Absent without any. */
  readonly tenantServices?: readonly TenantService[];
  /** The spans insured against unpaid rent. */
  readonly insurances: readonly Interval[];
  readonly units: readonly BilledUnit[];
}

/** A tenant of the lease, with the span in which the tenant is a party. */
export interface BilledTenant extends Interval {
  readonly id: Id<"TenantActor">;
  readonly name: string;
  /** The agreed share of the lease, if any. */
  readonly share: Share | null;
}

/** A rent reduction for some days, both ends included. */
export interface Franchise extends Days {
  readonly scopeType: FranchiseScope;
  readonly reductionPercent: Decimal;
}

/** A unit of a lease, with everything that decides its billing. */
export interface BilledUnit {
  readonly id: LeaseUnitId;
  readonly unitId: Id<"Unit">;
  readonly identifier: string;
  readonly propertyId: Id<"Property">;
  readonly propertyName: string;
  readonly entryDate: Day | null;
  readonly exitDate: Day | null;
  /** Sorted by first day. If two cover one day, the later one applies. */
  readonly rents: readonly RentOfTerm[];
  readonly ownerships: readonly OwnershipPart[];
  /** Mandates of the unit's owners for its property that have a number, running or ended. */
  readonly mandates: readonly UnitMandate[];
  /** Days billed by applied runs that are not cancelled. */
  readonly alreadyBilled: readonly BilledPeriodOfCategory[];
  /** Days billed by pending runs that are not applied. */
  readonly pendingInOtherRuns: readonly BilledPeriodOfCategory[];
  /** The lines of applied runs for the unit, which back billing compares. Absent without any. */
  readonly billed?: readonly BilledDays[];
  /** The differences that pending runs bill. Absent without any. */
  readonly pendingAdjustments?: readonly BilledPeriodOfCategory[];
  /** The spans in which another lease lets the unit. */
  readonly otherLeases: readonly Interval[];
  /** The price of a whole period when last billed; `null` if never billed. */
  readonly lastBaseCents: Readonly<Record<PeriodicCategory, Cents | null>>;
  /** The pending rent revision on the day of the run. */
  readonly revision: "revision_due" | "index_missing" | "revision_frozen_dpe" | null;
  /** True if the rent exceeds a capping rule. */
  readonly isCapExceeded: boolean;
}

/** The conditions of one unit in a term of the lease. By default those of the previous term apply. */
export interface RentOfTerm {
  readonly from: Day;
  readonly to: Day | null;
  readonly annualAmountCents: Cents;
  /** Per month. */
  readonly chargeProvisionCents: Cents | null;
  readonly vatApplicable: boolean;
  readonly chargeProvisionVatApplicable: boolean;
  /** Percent. */
  readonly vatRate: Decimal | null;
  /** False if the term leaves billed days at their price. */
  readonly reachesBack: boolean;
}

/** An owner's share of the unit, with its span. */
export interface OwnershipPart extends Share, Interval {
  readonly ownerId: Id<"OwnerActor">;
}

/** A mandate under which the agency manages the unit for one owner, with its span. */
export interface UnitMandate extends Interval {
  readonly id: Id<"Mandate">;
  readonly ownerId: Id<"OwnerActor">;
  /** True if the owner keeps the deposits of tenants. */
  readonly isDepositHeldByOwner: boolean;
}

/** Days of one category billed by some run. */
export interface BilledPeriodOfCategory extends Days {
  readonly category: PeriodicCategory;
}
