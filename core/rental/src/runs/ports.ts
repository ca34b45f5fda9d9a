import type { Day, Id, Instant, ListQuery, Page } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { BilledOwner, OwnerCredit, OwnerPremium } from "../billing/owner-lines.ts";
import type { Days } from "../billing/period.ts";
import type { RunScope } from "../billing/run-scope.ts";
import type { TenantCategory } from "../billing/snapshot.ts";
import type { LeaseId } from "../leases/lease.ts";
import type { LeaseParts } from "../leases/lease-detail.ts";
import type { LeaseUnitId } from "../leases/lease-unit.ts";
import type { Mandate, MandateId } from "../mandates/mandate.ts";
import type { MandateService } from "../mandates/mandate-service.ts";
import type { Ownership } from "../ownerships/ownership.ts";
import type { OwnerId } from "../people/owner.ts";
import type { TenantId } from "../people/tenant.ts";
import type { BillingRun, BillingRunField, BillingRunId, RunAmounts, RunSummary } from "./run.ts";
import type {
  BilledPart,
  BillingRunLine,
  BillingRunLineField,
  BillingRunLineView,
  Computation,
  LineType,
  RunLineId,
} from "./run-line.ts";

/** Where the runs of a mandataire are. */
export interface BillingRunStore {
  find(id: BillingRunId): Promise<BillingRun | null>;
  /** Locked until the transaction ends. */
  lock(id: BillingRunId): Promise<BillingRun | null>;
  list(query: ListQuery<BillingRunField>): Promise<Page<BillingRun>>;
  insert(run: BillingRun): Promise<void>;
  /** Replaces the record. */
  update(run: BillingRun): Promise<void>;
  /** Those that wait to be computed: `draft`, and `scheduled` until a moment; by id. */
  waiting(until: Instant): Promise<readonly Pick<BillingRun, "id" | "computingAt">[]>;
  /** Whether there is any. */
  any(): Promise<boolean>;
}

/** What the run that is billed knows of days that another one bills. */
export interface OtherBilling extends Days {
  readonly leaseUnitId: LeaseUnitId;
  readonly category: TenantCategory;
  readonly isApplied: boolean;
  /** What a whole period cost. */
  readonly baseCents: Cents;
}

/** For what an owner was charged a price of a month by another run: a service's, or an insurer's. */
export interface ChargedElsewhere extends Pick<BillingRunLine, "serviceId" | "insurerName"> {
  readonly ownerId: OwnerId;
  readonly chargedFor: readonly string[];
}

/** What an owner has of lines that count. */
export interface CalledCredit
  extends Omit<OwnerCredit, "mandateFinding">,
    Pick<BilledPart, "mandateFinding" | "isAccrual"> {}

/** Some lines after a place in their order. */
export interface LinesPage {
  readonly after: RunLineId | null;
  readonly limit: number;
}

/** The lines of a mandataire's runs. They are written once, by a computation; only what somebody makes of them changes. */
export interface BillingRunLineStore {
  find(computation: Computation, id: RunLineId): Promise<BillingRunLine | null>;
  /** The line as it is answered. */
  view(computation: Computation, id: RunLineId): Promise<BillingRunLineView | null>;
  list(
    computation: Computation,
    lineType: LineType,
    query: ListQuery<BillingRunLineField>,
  ): Promise<Page<BillingRunLineView>>;
  /** Lines of one side in the order of their ids. */
  page(computation: Computation, lineType: LineType, page: LinesPage): Promise<readonly BillingRunLine[]>;
  /** All as they are answered, by id. */
  views(computation: Computation): Promise<readonly BillingRunLineView[]>;
  /** Those of these ids. */
  these(computation: Computation, ids: readonly RunLineId[]): Promise<readonly BillingRunLine[]>;
  /** The lines of these owners' accounts. */
  ofOwners(computation: Computation, ownerIds: readonly OwnerId[]): Promise<readonly BillingRunLine[]>;
  /** Whose the lines of tenants are: of these lines, by line, then by owner. */
  partsOf(computation: Computation, lineIds: readonly RunLineId[]): Promise<readonly BilledPart[]>;
  /** The owners of a computation's lines, ids in their order, `limit` at most, after one. */
  ownerIds(computation: Computation, after: OwnerId | null, limit: number): Promise<readonly OwnerId[]>;
  /** What these owners have of the lines of tenants that count. */
  creditsOf(computation: Computation, ownerIds: readonly OwnerId[]): Promise<readonly CalledCredit[]>;
  insert(lines: readonly BillingRunLine[], parts: readonly BilledPart[]): Promise<void>;
  /** Replaces a line. */
  update(line: BillingRunLine): Promise<void>;
  /** Removes the lines of these owners' accounts. */
  removeOfOwners(computation: Computation, ownerIds: readonly OwnerId[]): Promise<void>;
  /** Every anomaly that nobody flagged is acknowledged, of lines that were taken out too. */
  acknowledge(computation: Computation, at: Instant): Promise<void>;
  /** What the lines come to that count. */
  amounts(computation: Computation): Promise<RunAmounts>;
  summary(computation: Computation): Promise<RunSummary>;
  /** What other live runs bill of these units, of lines that count and end on a day or later. */
  billedElsewhere(runId: BillingRunId, units: readonly LeaseUnitId[], since: Day): Promise<readonly OtherBilling[]>;
  /** For what other applied runs of a month, named by its first day, took prices of the month from these owners. */
  chargedElsewhere(runId: BillingRunId, month: Day, ownerIds: readonly OwnerId[]): Promise<readonly ChargedElsewhere[]>;
  /** Removes what was written under other numbers than these, with its inputs. */
  removeOthers(runId: BillingRunId, computations: readonly number[]): Promise<void>;
}

/** One thing that a computation followed from, `lease:<id>` or `owner:<id>`. */
export interface RunInput {
  readonly part: string;
  /** Of all that counts about it. */
  readonly digest: string;
  /** Of an owner: what his lines follow from beside the lines of tenants. */
  readonly content: OwnerBasis | null;
}

/** What the lines of an owner follow from, beside what is called. */
export interface OwnerBasis {
  readonly owner: BilledOwner;
  readonly ownerName: string;
  /** Those of his mandates that are kept in accrual. */
  readonly accrualMandates: readonly MandateId[];
  readonly isAccrualWithoutMandate: boolean;
  readonly collected: readonly Collected[];
  readonly premiums: readonly OwnerPremium[];
}

/** What computations followed from. */
export interface RunInputStore {
  insert(computation: Computation, inputs: readonly RunInput[]): Promise<void>;
  /** By part, `limit` at most, after one. */
  page(computation: Computation, after: string | null, limit: number): Promise<readonly RunInput[]>;
  of(computation: Computation, parts: readonly string[]): Promise<readonly RunInput[]>;
}

/** An owner as a run needs him. */
export interface OwnerToBill {
  readonly id: OwnerId;
  readonly displayName: string;
  readonly accountingCode: string;
  readonly hasBankAccount: boolean;
}

/** A mandate with what it is of, and what the agency does besides. */
export interface MandateToBill {
  readonly mandate: Mandate;
  /** None is every property of its owner. */
  readonly propertyIds: readonly Id<"Property">[];
  readonly services: readonly MandateService[];
}

/** That a unit is let by a lease. */
export interface LettingOfUnit {
  readonly unitId: Id<"Unit">;
  readonly leaseId: LeaseId;
  readonly from: Day;
  readonly to: Day | null;
}

/** What runs read of the estate, many at a time: each method is a number of statements that does not grow with it. */
export interface BillingSource {
  /** Ids of leases that may be in a run, in their order, `limit` at most, after one. */
  leaseIds(scope: RunScope, after: LeaseId | null, limit: number): Promise<readonly LeaseId[]>;
  /** Leases without values of indices, in any order. */
  leases(ids: readonly LeaseId[]): Promise<readonly Omit<LeaseParts, "indexValues">[]>;
  /** Who owns some units. */
  ownerships(units: readonly Id<"Unit">[]): Promise<readonly Ownership[]>;
  /** By which leases some units are let, drafts and cancelled ones left out. */
  lettings(units: readonly Id<"Unit">[]): Promise<readonly LettingOfUnit[]>;
  /** Every mandate of some owners. */
  mandates(owners: readonly OwnerId[]): Promise<readonly MandateToBill[]>;
  owners(ids: readonly OwnerId[]): Promise<readonly OwnerToBill[]>;
  /** Ids of all owners in their order, `limit` at most, after one. */
  ownerIds(after: OwnerId | null, limit: number): Promise<readonly OwnerId[]>;
  /**
   * Ids of the owners whose mandates have all ended before a month, or not begun, in their order: of one property, where it
   * is or was theirs or a mandate's of theirs, or of all; `limit` at most, after one.
   */
  formerMandants(
    scope: Pick<RunScope, "month" | "propertyId">,
    after: OwnerId | null,
    limit: number,
  ): Promise<readonly OwnerId[]>;
  /** Those of these that there are. */
  knownLeases(ids: readonly LeaseId[]): Promise<readonly LeaseId[]>;
}

/** What was collected of one owner's part of what was called, and not yet remitted. */
export interface Collected extends OwnerCredit {
  /** By which it is known again: the instalment. */
  readonly id: Id<"CollectedPart">;
  readonly leaseId: LeaseId;
}

/** Port: what tenants have paid, as runs ask about it. */
export interface CollectionStore {
  /** What stands to the credit of some tenants, and is allocated to no rent call; those without any are left out. */
  freeCredits(tenants: readonly TenantId[]): Promise<ReadonlyMap<TenantId, Cents>>;
  /**
   * What was collected under mandates that are kept in cash, booked on a day or before, of the leases that a scope asks
   * for, ended ones included, and that no applied run has remitted; of some owners, or of all where none are named.
   */
  notRemitted(scope: RunScope, until: Day, owners?: readonly OwnerId[]): Promise<readonly Collected[]>;
  /** All that was collected for some owners under mandates that are kept in cash, and that no applied run has remitted. */
  waiting(owners: readonly OwnerId[]): Promise<ReadonlyMap<OwnerId, Cents>>;
  /** Whether something that was paid back to a tenant's bank stands in suspense: nobody knows whose money is not there. */
  hasUnmatchedRejection(): Promise<boolean>;
}

/** What runs need inside a transaction of one mandataire. */
export interface RunStores {
  readonly billingRuns: BillingRunStore;
  readonly billingRunLines: BillingRunLineStore;
  readonly billingRunInputs: RunInputStore;
  readonly billingSource: BillingSource;
  readonly collections: CollectionStore;
}
