import type { BlobStores } from "@cartulary/blobs";
import type { DirectoryStores } from "@cartulary/directory";
import type { BlobKey, Day, Identified, Instant, ListQuery, Page, RecordStore, UserId } from "@cartulary/kernel";
import type { AccountStore, LedgerStores } from "@cartulary/ledger";
import type { ApplicationStores } from "./applying/ports.ts";
import type { BankAssignmentStores } from "./assignments/ports.ts";
import type { BankStatementStores } from "./bank-statements/ports.ts";
import type { Change, ChangesQuery } from "./convergence/change.ts";
import type { FollowedCollection } from "./convergence/collections.ts";
import type { OpenWriteStores } from "./convergence/lasting-writes.ts";
import type { DayStore } from "./days/day-store.ts";
import type { EstateBase } from "./estate/family.ts";
import type { CodeStore, ElementStore, EstateStore } from "./estate/store.ts";
import type { FecExport, FecExportField, FecExportId } from "./fec-export.ts";
import type { FeeWithdrawalStores } from "./fee-withdrawals/ports.ts";
import type { BulkStore } from "./imports/bulk.ts";
import type { IncidentAttachmentStore, IncidentFileStore, IncidentStore } from "./incidents/store.ts";
import type { IndexValueStores } from "./indexation/index-values.ts";
import type { LeaseArrayStores } from "./leases/arrays.ts";
import type { HouseholdMember, HouseholdMemberId } from "./leases/household-member.ts";
import type { Lease, LeaseField, LeaseId } from "./leases/lease.ts";
import type { LeaseDetail, ListedLease } from "./leases/lease-detail.ts";
import type { LeaseUnit } from "./leases/lease-unit.ts";
import type { LeaseParty, LeasePartyField, LeasePartyId, LeasePartyView } from "./leases/party.ts";
import type { RevisableUnit } from "./leases/revisable.ts";
import type { Revision } from "./leases/revision.ts";
import type { LeaseTerm, LeaseTermDetail, LeaseTermField, LeaseTermId, LeaseUnitTerm } from "./leases/term.ts";
import type { TermWithUnits } from "./leases/terms.ts";
import type { Mandataire, MandataireField, MandataireId } from "./mandataire.ts";
import type { Mandate, MandateField, MandateId } from "./mandates/mandate.ts";
import type { ListedMandate, MandateDetail } from "./mandates/mandate-detail.ts";
import type { MandateService } from "./mandates/mandate-service.ts";
import type { MandataireMember, MandataireMemberField, MandataireMemberView } from "./member.ts";
import type { Ownership, OwnershipField } from "./ownerships/ownership.ts";
import type { MoneyInStores } from "./payments/ports.ts";
import type { PayoutExportStores } from "./payout-exports/ports.ts";
import type { BankAccount } from "./people/bank-account.ts";
import type { RentalContact, RentalContactField, RentalContactId } from "./people/contact.ts";
import type { ListedOwner, Owner, OwnerDetail, OwnerField, OwnerId } from "./people/owner.ts";
import type { ListedTenant, Tenant, TenantDetail, TenantField, TenantId } from "./people/tenant.ts";
import type { Entrance } from "./properties/entrance.ts";
import type { ListedProperty, Property, PropertyField, PropertyId } from "./properties/property.ts";
import type { PropertyDetail } from "./properties/property-detail.ts";
import type { ShareKey } from "./properties/share-key.ts";
import type { RunStores } from "./runs/ports.ts";
import type { Allocation } from "./units/allocation.ts";
import type { ListedUnit, Unit, UnitField, UnitId } from "./units/unit.ts";
import type { UnitDetail } from "./units/unit-detail.ts";
import type { EstateInspection } from "./verification/estate-faults.ts";
import type { MoneyInspection } from "./verification/money-faults.ts";

/** Where mandataires are kept. Their memberships go before they do. Nobody lists all of them at once. */
export interface MandataireStore extends Omit<RecordStore<Mandataire, MandataireField>, "list"> {
  /** Whether there is such a mandataire. It stays until the transaction ends. */
  lockShared(id: MandataireId): Promise<boolean>;
  /** Those of a member. For him each changed when he became one at the earliest (estate.md 4.2). */
  listOf(userId: UserId, query: ListQuery<MandataireField>): Promise<Page<Mandataire>>;
  /** What became of those that a user is, or was, a member of; for him each changed when he became one at the earliest. */
  changesOf(userId: UserId, query: ChangesQuery): Promise<Page<Change>>;
  /** Ids of all in their order, `limit` at most, from the first one after `after`. */
  ids(after: MandataireId | null, limit: number): Promise<readonly MandataireId[]>;
}

/** Who belongs to which mandataire. */
export interface MandataireMemberStore {
  list(id: MandataireId, query: ListQuery<MandataireMemberField>): Promise<Page<MandataireMemberView>>;
  find(id: MandataireId, userId: UserId): Promise<MandataireMemberView | null>;
  /** False, with nothing written, for who is a member already. Mandataire and user are locked shared. */
  insert(member: MandataireMember): Promise<boolean>;
  /** False for who is none. */
  remove(id: MandataireId, userId: UserId): Promise<boolean>;
  /** Removes every membership of a mandataire that is going. */
  removeIn(id: MandataireId): Promise<void>;
  /** Removes every membership of a user who is going. */
  removeOf(userId: UserId): Promise<void>;
}

/** What is left of memberships, for whoever had one: before the wall, since nobody else may look behind it for him. */
export interface MembershipTombstoneStore {
  /** The mandataire goes, and with it whatever each of its members saw. */
  insertIn(id: MandataireId, at: Instant): Promise<void>;
  /** Somebody is no longer a member. */
  insert(id: MandataireId, userId: UserId, at: Instant): Promise<void>;
  /** He is one again. */
  remove(id: MandataireId, userId: UserId): Promise<void>;
  /** The user goes. */
  removeOf(userId: UserId): Promise<void>;
  /** Forgets those from before a moment. */
  removeBefore(at: Instant): Promise<void>;
}

/** What became of the records of the mandataire that the stores were handed out for. */
export interface ChangeStore {
  /** One statement. Whatever is there is `present`, by the date that its list goes by. */
  list(collection: FollowedCollection, query: ChangesQuery): Promise<Page<Change>>;
}

/** Port: finds the mandataires of a user in one statement outside any transaction; asked at every rental request. */
export interface MembershipFinder {
  /** By id. */
  mandatairesOf(userId: UserId): Promise<readonly MandataireId[]>;
}

/** Which blobs accounting files are kept in, whosever they are: the checks of blobs count holders in one snapshot. */
export interface FecFileStore {
  /** Of one mandataire's export; `null` where there is none. */
  find(mandataireId: MandataireId, id: FecExportId): Promise<BlobKey | null>;
  insert(mandataireId: MandataireId, id: FecExportId, key: BlobKey): Promise<void>;
  /** How many exports refer to each blob between two keys, both included; those of none are left out. */
  holders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

/** The accounting files of the mandataire that the stores were handed out for. */
export interface FecExportStore {
  find(id: FecExportId): Promise<FecExport | null>;
  list(query: ListQuery<FecExportField>): Promise<Page<FecExport>>;
  insert(fecExport: FecExport): Promise<void>;
  /** Whether there is one. */
  any(): Promise<boolean>;
}

/** Where properties are kept. */
export interface PropertyStore extends EstateStore<Property, PropertyField, ListedProperty, PropertyDetail> {
  /** Whether it has units or mandates. */
  hasDependents(id: PropertyId): Promise<boolean>;
  /** Those of these that there are, locked until the transaction ends. */
  lockAmong(ids: readonly PropertyId[]): Promise<readonly PropertyId[]>;
  /** Whether there is any. */
  any(): Promise<boolean>;
}

/** Elements of a property that units refer to. */
export interface UsedElementStore<Element extends Identified> extends ElementStore<PropertyId, Element> {
  /** Whether a unit uses one of the property's that is not among these. */
  anyUsed(propertyId: PropertyId, besides: readonly Element["id"][]): Promise<boolean>;
}

/** Where units are kept. */
export interface UnitStore extends EstateStore<Unit, UnitField, ListedUnit, UnitDetail> {
  /** Whether it has an ownership or a lease. */
  hasDependents(id: UnitId): Promise<boolean>;
  /** Those of some units that there are, locked until the transaction ends. */
  lockAmong(ids: readonly UnitId[]): Promise<readonly UnitId[]>;
}

/** Which shares of which keys a unit has. */
export interface AllocationStore {
  /** They are these from now on. */
  replace(unitId: UnitId, allocations: readonly Allocation[]): Promise<void>;
}

/** Where owners are kept. */
export interface OwnerStore extends EstateStore<Owner, OwnerField, ListedOwner, OwnerDetail> {
  /** Whether there are ownerships or mandates. */
  hasDependents(id: OwnerId): Promise<boolean>;
  /** That of a profile, locked until the transaction ends. */
  lockProfile(profileId: Owner["profileId"]): Promise<Owner | null>;
  /** Whether there is any. */
  any(): Promise<boolean>;
}

/** Where tenants are kept. */
export interface TenantStore extends EstateStore<Tenant, TenantField, ListedTenant, TenantDetail> {
  /** The one whose profile it is, locked until the transaction ends. */
  lockProfile(profileId: Tenant["profileId"]): Promise<Tenant | null>;
  /** Whether one is a party of a lease. */
  hasDependents(id: TenantId): Promise<boolean>;
  /** Whether there is any. */
  any(): Promise<boolean>;
}

/** Where contacts of one collection are kept. */
export interface RentalContactStore
  extends EstateStore<RentalContact, RentalContactField, RentalContact, RentalContact> {
  /** Whether one is a party of a lease. */
  hasDependents(id: RentalContactId): Promise<boolean>;
  /** Whether there is any. */
  any(): Promise<boolean>;
}

/** Where the terms of leases are kept. Whoever locks one locks its lease first, as whoever adds one does. */
export interface LeaseTermStore extends EstateStore<LeaseTerm, LeaseTermField, LeaseTermDetail, LeaseTermDetail> {
  /** Those of a lease with what they name, in their order. */
  of(leaseId: LeaseId): Promise<readonly TermWithUnits[]>;
  /** Writes the last days of terms that there are, and when they changed. */
  save(terms: readonly LeaseTerm[]): Promise<void>;
  /** What a term names is this from now on. */
  replaceUnits(id: LeaseTermId, units: readonly LeaseUnitTerm[]): Promise<void>;
  /** Removes those of a lease that is going, and answers which. */
  removeOf(leaseId: LeaseId): Promise<readonly LeaseTermId[]>;
}

/** Where the parties of leases are kept. A member of a household who is no party any more goes with the last one. */
export interface LeasePartyStore extends EstateStore<LeaseParty, LeasePartyField, LeasePartyView, LeasePartyView> {
  /** Those of a lease, by their first day. */
  of(leaseId: LeaseId): Promise<readonly LeaseParty[]>;
  /** Removes those of a lease that is going, and answers which. */
  removeOf(leaseId: LeaseId): Promise<readonly LeasePartyId[]>;
}

/** Where the revisions are kept that were applied. They stay as they are. */
export interface LeaseRevisionStore {
  /** Those of a lease, by their date. */
  of(leaseId: LeaseId): Promise<readonly Revision[]>;
  /** The units of a lease, by identifier. */
  unitsOf(leaseId: LeaseId): Promise<readonly RevisableUnit[]>;
  insert(revision: Revision): Promise<void>;
  /** Removes those of a lease that is going. */
  removeOf(leaseId: LeaseId): Promise<void>;
}

/** Where members of households are kept. */
export interface HouseholdMemberStore {
  lock(id: HouseholdMemberId): Promise<HouseholdMember | null>;
  insert(member: HouseholdMember): Promise<void>;
  update(member: HouseholdMember): Promise<void>;
  /** Removes one who is a party of no lease; any other stays. */
  removeUnused(id: HouseholdMemberId): Promise<void>;
}

/** Where mandates are kept. */
export interface MandateStore extends EstateStore<Mandate, MandateField, ListedMandate, MandateDetail> {
  /**
   * Those that a day made something that is not written yet, or that have begun without a number: by their first day, by
   * when they were made and by id, `limit` at most, locked until the transaction ends.
   */
  lockDue(today: Day, limit: number): Promise<readonly Mandate[]>;
}

/** Which properties a mandate is of, in their order. */
export interface MandatePropertyStore {
  /** They are these from now on. */
  replace(mandateId: MandateId, properties: readonly PropertyId[]): Promise<void>;
}

/** Where leases are kept. */
export interface LeaseStore extends EstateStore<Lease, LeaseField, ListedLease, LeaseDetail> {
  /** Those of which a day made something that is not written yet: their last day is past. `limit` at most, locked, by id. */
  lockDue(today: Day, limit: number): Promise<readonly Lease[]>;
  /** Whether an incident is of it. */
  hasDependents(id: LeaseId): Promise<boolean>;
}

/** Which units leases are of. */
export interface LeaseUnitStore {
  /** Those of a lease, by id. */
  of(leaseId: LeaseId): Promise<readonly LeaseUnit[]>;
  /** Adds those that are new, and replaces what is said of the others. */
  save(units: readonly LeaseUnit[]): Promise<void>;
  /** Removes those of a lease that is going. */
  removeOf(leaseId: LeaseId): Promise<void>;
}

/** The estate of the mandataire that the stores were handed out for. */
export interface EstateStores extends EstateBase, LeaseArrayStores {
  readonly accounts: AccountStore;
  readonly codes: CodeStore;
  readonly owners: OwnerStore;
  readonly ownerBankAccounts: ElementStore<OwnerId, BankAccount>;
  readonly tenants: TenantStore;
  readonly tenantBankAccounts: ElementStore<TenantId, BankAccount>;
  readonly rentalContacts: RentalContactStore;
  readonly serviceProviders: RentalContactStore;
  readonly ownerships: EstateStore<Ownership, OwnershipField, Ownership, Ownership>;
  readonly properties: PropertyStore;
  readonly entrances: UsedElementStore<Entrance>;
  readonly shareKeys: UsedElementStore<ShareKey>;
  readonly units: UnitStore;
  readonly allocations: AllocationStore;
  readonly leaseTerms: LeaseTermStore;
  readonly leaseParties: LeasePartyStore;
  readonly householdMembers: HouseholdMemberStore;
  readonly mandates: MandateStore;
  readonly days: DayStore;
  readonly estateInspection: EstateInspection;
  readonly mandateProperties: MandatePropertyStore;
  readonly mandateServices: ElementStore<MandateId, MandateService>;
  readonly leases: LeaseStore;
  readonly leaseUnits: LeaseUnitStore;
  readonly leaseRevisions: LeaseRevisionStore;
}

/** What this package needs inside any transaction: the registry of mandataires, whosever they are. */
export interface RegistryStores extends Pick<DirectoryStores, "users">, BlobStores, OpenWriteStores, IndexValueStores {
  readonly mandataires: MandataireStore;
  readonly mandataireMembers: MandataireMemberStore;
  readonly membershipTombstones: MembershipTombstoneStore;
  readonly fecFiles: FecFileStore;
  readonly incidentFiles: IncidentFileStore;
}

/** What it needs inside a transaction of one mandataire: the registry, and this one's book, records and estate. */
export interface RentalStores
  extends RegistryStores,
    LedgerStores,
    RunStores,
    ApplicationStores,
    FeeWithdrawalStores,
    BankAssignmentStores,
    MoneyInStores,
    PayoutExportStores,
    BankStatementStores,
    Omit<EstateStores, "books" | "accounts" | "replays"> {
  readonly fecExports: FecExportStore;
  readonly incidents: IncidentStore;
  readonly incidentAttachments: IncidentAttachmentStore;
  readonly moneyInspection: MoneyInspection;
  readonly changes: ChangeStore;
  readonly bulk: BulkStore;
}
