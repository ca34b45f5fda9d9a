import type { Day, Decimal, Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { FranchiseScope } from "../leases/franchise-period.ts";
import type { LeaseId, LeaseStatus, LeaseType, Proration } from "../leases/lease.ts";
import type { LeaseUnitId } from "../leases/lease-unit.ts";
import type { Share } from "../ownerships/fraction.ts";
import type { Interval } from "../time/interval.ts";
import type { BillingSchedule, Days } from "./period.ts";

/** What a tenant is billed. Further categories have names, and no run makes such lines yet (rental.md 3.5). */
export const TENANT_CATEGORIES = ["rent", "charge_provision"] as const;
/** One of {@link TENANT_CATEGORIES}. */
export type TenantCategory = (typeof TENANT_CATEGORIES)[number];

/** A lease as a run looks at it: plain data, of whatever day it is. */
export interface BilledLease {
  readonly id: LeaseId;
  readonly reference: string;
  readonly leaseType: LeaseType;
  readonly status: LeaseStatus;
  readonly signatureDate: Day | null;
  /** With the lease's start; calendar and cycle as they are in effect. */
  readonly schedule: BillingSchedule;
  /** The last day, renewals included; `null` is without end. */
  readonly endDate: Day | null;
  readonly proration: Proration;
  /** Parties of the type tenant, in the order in which they stand for the lease. */
  readonly tenants: readonly BilledTenant[];
  readonly franchises: readonly Franchise[];
  /** When it was insured against unpaid rent. */
  readonly insurances: readonly Interval[];
  readonly units: readonly BilledUnit[];
}

/** Somebody who owes the rent, while he does. */
export interface BilledTenant extends Interval {
  readonly id: Id<"TenantActor">;
  readonly name: string;
  /** His part of the lease, where one was agreed. */
  readonly share: Share | null;
}

/** That less is paid for some days, both included. */
export interface Franchise extends Days {
  readonly scopeType: FranchiseScope;
  readonly reductionPercent: Decimal;
}

/** A unit of a lease, with all that decides what is billed for it. */
export interface BilledUnit {
  readonly id: LeaseUnitId;
  readonly unitId: Id<"Unit">;
  readonly identifier: string;
  readonly propertyId: Id<"Property">;
  readonly propertyName: string;
  readonly entryDate: Day | null;
  readonly exitDate: Day | null;
  /** In the order of their first days. Of two that cover one day, the later one counts. */
  readonly rents: readonly RentOfTerm[];
  readonly ownerships: readonly OwnedPart[];
  /** Those of its owners that are for its property: with a number, whether they still run or not. */
  readonly mandates: readonly UnitMandate[];
  /** What applied runs that were not cancelled have billed. */
  readonly alreadyBilled: readonly BilledDays[];
  /** What live runs that are not applied would bill. */
  readonly pendingElsewhere: readonly BilledDays[];
  /** Whether another lease lets the unit, and when. */
  readonly otherLeases: readonly Interval[];
  /** What a whole period cost when it was last billed; `null` where it never was. */
  readonly lastBaseCents: Readonly<Record<TenantCategory, Cents | null>>;
  /** What the rent's revision waits for on the day of the run. */
  readonly revision: "revision_due" | "index_missing" | "revision_frozen_dpe" | null;
  /** Whether the rent is above what a capping rule allows. */
  readonly isCapExceeded: boolean;
}

/** What a term of the lease says of one unit; of a unit that it does not name, what the term before said. */
export interface RentOfTerm {
  readonly from: Day;
  readonly to: Day | null;
  readonly annualAmountCents: Cents;
  /** By the month. */
  readonly chargeProvisionCents: Cents | null;
  readonly vatApplicable: boolean;
  readonly chargeProvisionVatApplicable: boolean;
  /** Percent. */
  readonly vatRate: Decimal | null;
}

/** That somebody has a part of the unit, while he has. */
export interface OwnedPart extends Share, Interval {
  readonly ownerId: Id<"OwnerActor">;
}

/** By which the agency manages the unit for one owner, from a day to a day. */
export interface UnitMandate extends Interval {
  readonly id: Id<"Mandate">;
  readonly ownerId: Id<"OwnerActor">;
}

/** Days of one category that some run bills. */
export interface BilledDays extends Days {
  readonly category: TenantCategory;
}
