import type { Day, Id, Instant, ListQuery, Page } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { LeaseParts } from "../../property/leases/lease-detail.ts";
import type { LeaseUnitId } from "../../property/leases/lease-unit.ts";
import type { Mandate, MandateId } from "../../property/mandates/mandate.ts";
import type { MandateService } from "../../property/mandates/mandate-service.ts";
import type { Ownership } from "../../property/ownerships/ownership.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type { BilledDays } from "../computation/billed-days.ts";
import type { OwnerCredit, OwnerPremium, OwnerSnapshot } from "../computation/owner-lines.ts";
import type { RunScope } from "../computation/run-scope.ts";
import type { BillingRun, BillingRunField, BillingRunId, RunAmounts, RunStatus, RunSummary } from "./run.ts";
import type {
  BilledPart,
  BillingRunLine,
  BillingRunLineField,
  BillingRunLineView,
  Computation,
  LineType,
  RunLineId,
} from "./run-line.ts";

/** Port: the billing runs of a mandataire. */
export interface BillingRunStore {
  find(id: BillingRunId): Promise<BillingRun | null>;
  /** Locks the record until the transaction ends. */
  lock(id: BillingRunId): Promise<BillingRun | null>;
  list(query: ListQuery<BillingRunField>): Promise<Page<BillingRun>>;
  insert(run: BillingRun): Promise<void>;
  /** Inserts a run that carries the line of a lease's initial balance and that no other method but `find` returns. */
  insertHidden(run: BillingRun): Promise<void>;
  update(run: BillingRun): Promise<void>;
  /** Returns the runs awaiting computation, by id: `draft`, and `scheduled` until an instant. */
  waiting(until: Instant): Promise<readonly Pick<BillingRun, "id" | "computingAt">[]>;
  any(): Promise<boolean>;
}

/** Port: the billing runs of all mandataires, as numbers without any of their data; for monitoring. */
export interface BillingRunCounts {
  /** Counts the runs by status; a status without runs is absent. */
  byStatus(): Promise<ReadonlyMap<RunStatus, number>>;
}

/** A line of a unit that another run bills, or that a user excluded from an applied run. */
export interface BilledByOtherRun extends BilledDays {
  readonly leaseUnitId: LeaseUnitId;
  readonly isApplied: boolean;
  /** The price of a whole period. */
  readonly baseCents: Cents;
}

/** Monthly prices charged to an owner by another run, of a service or an insurer. */
export interface ChargedByOtherRun extends Pick<BillingRunLine, "serviceId" | "insurerName"> {
  readonly ownerId: OwnerId;
  readonly chargedFor: readonly string[];
}

/** A service that another applied run billed to the tenant of a lease. */
export interface TenantFeeByOtherRun {
  readonly leaseId: LeaseId;
  readonly serviceId: MandateService["id"];
  /** The first day of the billed month. */
  readonly month: Day;
}

/** An owner's part of a called line that is not excluded. */
export interface CalledCredit
  extends Omit<OwnerCredit, "mandateFinding">,
    Pick<BilledPart, "mandateFinding" | "isAccrual"> {}

/** A page of lines: those after an id. */
export interface LinesPage {
  readonly after: RunLineId | null;
  readonly limit: number;
}

/**
 * Port: the lines of a mandataire's runs. A computation writes them once; later only the review, and with it the
 * owners' accounts, changes.
 */
export interface BillingRunLineStore {
  find(computation: Computation, id: RunLineId): Promise<BillingRunLine | null>;
  /** Returns the line as clients see it. */
  view(computation: Computation, id: RunLineId): Promise<BillingRunLineView | null>;
  list(
    computation: Computation,
    lineType: LineType,
    query: ListQuery<BillingRunLineField>,
  ): Promise<Page<BillingRunLineView>>;
  /** Returns the lines of one type by id. */
  page(computation: Computation, lineType: LineType, page: LinesPage): Promise<readonly BillingRunLine[]>;
  /** Returns all lines as clients see them, by id. */
  views(computation: Computation): Promise<readonly BillingRunLineView[]>;
  /** Returns the lines with these ids. */
  findMany(computation: Computation, ids: readonly RunLineId[]): Promise<readonly BillingRunLine[]>;
  /** Returns the account lines of these owners. */
  ofOwners(computation: Computation, ownerIds: readonly OwnerId[]): Promise<readonly BillingRunLine[]>;
  /** Returns the owners' parts of tenant lines, by line, then by owner. */
  partsOf(computation: Computation, lineIds: readonly RunLineId[]): Promise<readonly BilledPart[]>;
  /** Returns the ids of owners with a part of a line, ascending, after an id, at most `limit`. */
  ownerIds(computation: Computation, after: OwnerId | null, limit: number): Promise<readonly OwnerId[]>;
  /** Returns these owners' parts of tenant lines that are not excluded. */
  creditsOf(computation: Computation, ownerIds: readonly OwnerId[]): Promise<readonly CalledCredit[]>;
  insert(lines: readonly BillingRunLine[], parts: readonly BilledPart[]): Promise<void>;
  update(line: BillingRunLine): Promise<void>;
  /** Removes the account lines of these owners. */
  removeOfOwners(computation: Computation, ownerIds: readonly OwnerId[]): Promise<void>;
  /** Acknowledges every anomaly that is not flagged, also of excluded lines. */
  acknowledge(computation: Computation, at: Instant): Promise<void>;
  /** Returns the totals of the lines that are not excluded. */
  amounts(computation: Computation): Promise<RunAmounts>;
  summary(computation: Computation): Promise<RunSummary>;
  /**
   * Returns the rents and charge provisions of these units that other runs bill, ending on `since` or later; of applied
   * runs also those that a user excluded.
   */
  billedElsewhere(runId: BillingRunId, units: readonly LeaseUnitId[], since: Day): Promise<readonly BilledByOtherRun[]>;
  /** Returns the monthly prices charged to these owners by other applied runs of a month (its first day). */
  chargedElsewhere(
    runId: BillingRunId,
    month: Day,
    ownerIds: readonly OwnerId[],
  ): Promise<readonly ChargedByOtherRun[]>;
  /** Returns the services that other applied runs billed to the tenants of these leases, in any month. */
  tenantFeesElsewhere(runId: BillingRunId, leases: readonly LeaseId[]): Promise<readonly TenantFeeByOtherRun[]>;
  /** Removes the lines and inputs of all other computations of the run. */
  removeOthers(runId: BillingRunId, computations: readonly number[]): Promise<void>;
}

/** One input of a computation: `lease:<id>` or `owner:<id>`. */
export interface RunInput {
  readonly part: string;
  /** The digest of all values that matter to the run. */
  readonly digest: string;
  /** For an owner: the input of the owner's lines, without called amounts. */
  readonly content: OwnerBasis | null;
}

/** The input of an owner's lines, without called amounts. */
export interface OwnerBasis {
  readonly owner: OwnerSnapshot;
  readonly ownerName: string;
  /** The owner's mandates in accrual mode. */
  readonly accrualMandates: readonly MandateId[];
  readonly isAccrualWithoutMandate: boolean;
  readonly collected: readonly UnremittedCollection[];
  readonly premiums: readonly OwnerPremium[];
}

/** Port: the inputs of computations. */
export interface RunInputStore {
  insert(computation: Computation, inputs: readonly RunInput[]): Promise<void>;
  /** Returns inputs by part, after one, at most `limit`. */
  page(computation: Computation, after: string | null, limit: number): Promise<readonly RunInput[]>;
  of(computation: Computation, parts: readonly string[]): Promise<readonly RunInput[]>;
}

/** The fields of an owner that a run needs. */
export interface OwnerToBill {
  readonly id: OwnerId;
  readonly displayName: string;
  readonly accountingCode: string;
  readonly hasBankAccount: boolean;
}

/** A mandate with its properties and services. */
export interface MandateToBill {
  readonly mandate: Mandate;
  /** Empty for all properties of the owner. */
  readonly propertyIds: readonly Id<"Property">[];
  readonly services: readonly MandateService[];
}

/** A unit let by a lease. */
export interface UnitLetting {
  readonly unitId: Id<"Unit">;
  readonly leaseId: LeaseId;
  readonly from: Day;
  readonly to: Day | null;
}

/** Port: bulk reads of the estate for runs. The number of statements of each method does not grow with its input. */
export interface BillingSource {
  /** Returns the ids of leases that a run may include, ascending, after one, at most `limit`. */
  leaseIds(scope: RunScope, after: LeaseId | null, limit: number): Promise<readonly LeaseId[]>;
  /** Returns leases without index values, in any order. */
  leases(ids: readonly LeaseId[]): Promise<readonly Omit<LeaseParts, "indexValues">[]>;
  /** Returns the ownerships of some units. */
  ownerships(units: readonly Id<"Unit">[]): Promise<readonly Ownership[]>;
  /** Returns the leases of some units, without drafts and cancelled ones. */
  lettings(units: readonly Id<"Unit">[]): Promise<readonly UnitLetting[]>;
  /** Returns all mandates of some owners. */
  mandates(owners: readonly OwnerId[]): Promise<readonly MandateToBill[]>;
  owners(ids: readonly OwnerId[]): Promise<readonly OwnerToBill[]>;
  /** Returns the ids of all owners, ascending, after one, at most `limit`. */
  ownerIds(after: OwnerId | null, limit: number): Promise<readonly OwnerId[]>;
  /**
   * Returns the ids of owners whose mandates have all ended before a month, or have not begun, ascending, after one, at
   * most `limit`. With a property: only owners who own or owned it, or have a mandate for it.
   */
  formerMandants(
    scope: Pick<RunScope, "month" | "propertyId">,
    after: OwnerId | null,
    limit: number,
  ): Promise<readonly OwnerId[]>;
  /** Returns those of the ids that exist. */
  knownLeases(ids: readonly LeaseId[]): Promise<readonly LeaseId[]>;
}

/** The collected and unremitted amount of one owner's part of a called line. */
export interface UnremittedCollection extends OwnerCredit {
  /** Identifies the collected instalment. */
  readonly id: Id<"CollectedPart">;
  readonly leaseId: LeaseId;
}

/** Port: payments of tenants, as runs need them. */
export interface CollectionStore {
  /** Returns the credits of some tenants that are not allocated to a rent call; tenants without credit are left out. */
  freeCredits(tenants: readonly TenantId[]): Promise<ReadonlyMap<TenantId, Cents>>;
  /**
   * Returns the amounts collected under cash mandates, booked until a day, for the leases in scope (ended ones
   * included), that no applied run has remitted. Restricted to some owners if named.
   */
  notRemitted(scope: RunScope, until: Day, owners?: readonly OwnerId[]): Promise<readonly UnremittedCollection[]>;
  /** Returns the total collected for some owners under cash mandates that no applied run has remitted. */
  waiting(owners: readonly OwnerId[]): Promise<ReadonlyMap<OwnerId, Cents>>;
  /** Returns true if a refund to a tenant's bank is in suspense, so that the owner who lacks the money is unknown. */
  hasUnmatchedRejection(): Promise<boolean>;
}

export interface RunStores {
  readonly billingRuns: BillingRunStore;
  readonly billingRunLines: BillingRunLineStore;
  readonly billingRunInputs: RunInputStore;
  readonly billingSource: BillingSource;
  readonly collections: CollectionStore;
}
