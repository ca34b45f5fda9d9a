import type { Day, HasId, ReplayStores } from "@cartulary/kernel";
import type { AccountStore, BookStore } from "@cartulary/ledger";
import type { CodeStore } from "../agency/ports.ts";
import type { ElementStore, EstateStore, TombstoneStore, UpdatePropagationStore } from "./estate/store.ts";
import type { LeaseArrayStores } from "./leases/arrays.ts";
import type { HouseholdMember, HouseholdMemberId } from "./leases/household-member.ts";
import type { Lease, LeaseField, LeaseId } from "./leases/lease.ts";
import type { LeaseDetail, ListedLease } from "./leases/lease-detail.ts";
import type { LeaseUnit } from "./leases/lease-unit.ts";
import type { LeaseParty, LeasePartyField, LeasePartyId, LeasePartyView } from "./leases/party.ts";
import type { NamedRevision, Revision } from "./leases/revision.ts";
import type { RevisableUnit } from "./leases/revision-state.ts";
import type { LeaseTerm, LeaseTermDetail, LeaseTermField, LeaseTermId, LeaseUnitTerm } from "./leases/term.ts";
import type { TermWithUnits } from "./leases/term-timeline.ts";
import type { Mandate, MandateField, MandateId } from "./mandates/mandate.ts";
import type { ListedMandate, MandateDetail } from "./mandates/mandate-detail.ts";
import type { MandateService } from "./mandates/mandate-service.ts";
import type { Ownership, OwnershipField } from "./ownerships/ownership.ts";
import type { BankAccount } from "./people/bank-account.ts";
import type { RentalContact, RentalContactField, RentalContactId, ServiceProvider } from "./people/contact.ts";
import type { ListedOwner, Owner, OwnerDetail, OwnerField, OwnerId } from "./people/owner.ts";
import type { ListedTenant, Tenant, TenantDetail, TenantField, TenantId } from "./people/tenant.ts";
import type { Entrance } from "./properties/entrance.ts";
import type { ListedProperty, Property, PropertyField, PropertyId } from "./properties/property.ts";
import type { PropertyDetail } from "./properties/property-detail.ts";
import type { ShareKey } from "./properties/share-key.ts";
import type { Allocation } from "./units/allocation.ts";
import type { ListedUnit, Unit, UnitField, UnitId } from "./units/unit.ts";
import type { UnitDetail } from "./units/unit-detail.ts";

/** Port: stores properties. */
export interface PropertyStore extends EstateStore<Property, PropertyField, ListedProperty, PropertyDetail> {
  /** Returns true if the property has units or mandates. */
  hasDependents(id: PropertyId): Promise<boolean>;
  /** Returns the existing ones of these ids and locks them until the transaction ends. */
  lockAmong(ids: readonly PropertyId[]): Promise<readonly PropertyId[]>;
  /** Returns true if the mandataire has a property. */
  any(): Promise<boolean>;
}

/** Port: elements of a record that other records refer to. */
export interface UsedElementStore<Parent extends string, Element extends HasId> extends ElementStore<Parent, Element> {
  /** Returns true if a record refers to an element of the parent outside `besides`. */
  anyUsed(parent: Parent, besides: readonly Element["id"][]): Promise<boolean>;
}

/** Port: stores units. */
export interface UnitStore extends EstateStore<Unit, UnitField, ListedUnit, UnitDetail> {
  /** Returns true if the unit has ownerships or leases. */
  hasDependents(id: UnitId): Promise<boolean>;
  /** Returns the existing ones of these ids and locks them until the transaction ends. */
  lockAmong(ids: readonly UnitId[]): Promise<readonly UnitId[]>;
}

/** Port: stores the shares of units in share keys. */
export interface AllocationStore {
  /** Replaces the allocations of a unit. */
  replace(unitId: UnitId, allocations: readonly Allocation[]): Promise<void>;
}

/** Port: stores owners. */
export interface OwnerStore extends EstateStore<Owner, OwnerField, ListedOwner, OwnerDetail> {
  /** Returns true if the owner has ownerships or mandates. */
  hasDependents(id: OwnerId): Promise<boolean>;
  /** Returns the owner of a profile and locks it until the transaction ends. */
  lockProfile(profileId: Owner["profileId"]): Promise<Owner | null>;
  /** Returns true if the mandataire has an owner. */
  any(): Promise<boolean>;
}

/** Port: stores tenants. */
export interface TenantStore extends EstateStore<Tenant, TenantField, ListedTenant, TenantDetail> {
  /** Returns the tenant of a profile and locks it until the transaction ends. */
  lockProfile(profileId: Tenant["profileId"]): Promise<Tenant | null>;
  /** Returns true if the tenant is a party of a lease. */
  hasDependents(id: TenantId): Promise<boolean>;
  /** Returns true if the mandataire has a tenant. */
  any(): Promise<boolean>;
}

/** Port: stores the contacts of one collection. */
export interface RentalContactStore
  extends EstateStore<RentalContact, RentalContactField, RentalContact, RentalContact> {
  /** Returns true if the contact is a party of a lease. */
  hasDependents(id: RentalContactId): Promise<boolean>;
  /** Returns true if the collection has a contact. */
  any(): Promise<boolean>;
}

/** Port: stores service providers, with their bank accounts in details. */
export interface ServiceProviderStore
  extends EstateStore<RentalContact, RentalContactField, RentalContact, ServiceProvider> {
  /** Returns true if the provider is a party of a lease or has invoices. */
  hasDependents(id: RentalContactId): Promise<boolean>;
  /** Returns true if there is a provider. */
  any(): Promise<boolean>;
}

/** Port: stores terms of leases. The lease is locked before a term is locked or inserted. */
export interface LeaseTermStore extends EstateStore<LeaseTerm, LeaseTermField, LeaseTermDetail, LeaseTermDetail> {
  /** Returns the terms of a lease with their rents, in order. */
  of(leaseId: LeaseId): Promise<readonly TermWithUnits[]>;
  /** Updates the last days and `updatedAt` of existing terms. */
  save(terms: readonly LeaseTerm[]): Promise<void>;
  /** Replaces the rents that a term sets. */
  replaceUnits(id: LeaseTermId, units: readonly LeaseUnitTerm[]): Promise<void>;
  /** Removes the terms of a lease and returns their ids. */
  removeOf(leaseId: LeaseId): Promise<readonly LeaseTermId[]>;
}

/** Port: stores parties of leases. A household member is removed with its last party. */
export interface LeasePartyStore extends EstateStore<LeaseParty, LeasePartyField, LeasePartyView, LeasePartyView> {
  /** Returns the parties of a lease by first day. */
  of(leaseId: LeaseId): Promise<readonly LeaseParty[]>;
  /** Removes the parties of a lease and returns their ids. */
  removeOf(leaseId: LeaseId): Promise<readonly LeasePartyId[]>;
}

/** Port: stores applied revisions. They never change. */
export interface LeaseRevisionStore {
  /** Returns the revisions of a lease by date, their lines with the identifiers of units. */
  of(leaseId: LeaseId): Promise<readonly (Revision & NamedRevision)[]>;
  /**
   * Returns leases in force that are revised automatically and have a unit with an index whose rent was not revised
   * since a day, by id, after an id, at most `limit`.
   */
  awaitingRevision(since: Day, after: LeaseId | null, limit: number): Promise<readonly LeaseId[]>;
  /** Returns the units of a lease by identifier. */
  unitsOf(leaseId: LeaseId): Promise<readonly RevisableUnit[]>;
  insert(revision: Revision): Promise<void>;
  /** Removes the revisions of a lease; with a term, only those that opened it. */
  removeOf(leaseId: LeaseId, termId?: LeaseTermId): Promise<void>;
}

/** Port: stores household members. */
export interface HouseholdMemberStore {
  lock(id: HouseholdMemberId): Promise<HouseholdMember | null>;
  insert(member: HouseholdMember): Promise<void>;
  update(member: HouseholdMember): Promise<void>;
  /** Removes the member unless it is a party of a lease. */
  removeUnused(id: HouseholdMemberId): Promise<void>;
}

/** Port: stores mandates. */
export interface MandateStore extends EstateStore<Mandate, MandateField, ListedMandate, MandateDetail> {
  /**
   * Returns at most `limit` mandates whose stored state is outdated on the day, or that have begun without a number,
   * ordered by first day, creation and id. Locks them until the transaction ends.
   */
  lockDue(today: Day, limit: number): Promise<readonly Mandate[]>;
}

/** Port: stores the properties of mandates, in order. */
export interface MandatePropertyStore {
  /** Replaces the properties of a mandate. */
  replace(mandateId: MandateId, properties: readonly PropertyId[]): Promise<void>;
}

/** Port: stores leases. */
export interface LeaseStore extends EstateStore<Lease, LeaseField, ListedLease, LeaseDetail> {
  /** Returns at most `limit` leases whose last day is past but whose stored state is not updated, by id. Locks them. */
  lockDue(today: Day, limit: number): Promise<readonly Lease[]>;
  /** Returns true if an incident refers to the lease. */
  hasDependents(id: LeaseId): Promise<boolean>;
}

/** Port: stores the units of leases. */
export interface LeaseUnitStore {
  /** Returns the units of a lease by id. */
  of(leaseId: LeaseId): Promise<readonly LeaseUnit[]>;
  /** Inserts new units and updates the others. */
  save(units: readonly LeaseUnit[]): Promise<void>;
  /** Removes the units of a lease. */
  removeOf(leaseId: LeaseId): Promise<void>;
}

/** Stores of one mandataire's estate. */
export interface OwnEstateStores extends LeaseArrayStores {
  readonly tombstones: TombstoneStore;
  readonly updatePropagation: UpdatePropagationStore;
  readonly codes: CodeStore;
  readonly owners: OwnerStore;
  readonly ownerBankAccounts: ElementStore<OwnerId, BankAccount>;
  readonly tenants: TenantStore;
  readonly tenantBankAccounts: ElementStore<TenantId, BankAccount>;
  readonly rentalContacts: RentalContactStore;
  readonly serviceProviders: ServiceProviderStore;
  readonly providerBankAccounts: ElementStore<RentalContactId, BankAccount>;
  readonly ownerships: EstateStore<Ownership, OwnershipField, Ownership, Ownership>;
  readonly properties: PropertyStore;
  readonly entrances: UsedElementStore<PropertyId, Entrance>;
  readonly shareKeys: UsedElementStore<PropertyId, ShareKey>;
  readonly units: UnitStore;
  readonly allocations: AllocationStore;
  readonly leaseTerms: LeaseTermStore;
  readonly leaseParties: LeasePartyStore;
  readonly householdMembers: HouseholdMemberStore;
  readonly mandates: MandateStore;
  readonly mandateProperties: MandatePropertyStore;
  readonly mandateServices: UsedElementStore<MandateId, MandateService>;
  readonly leases: LeaseStore;
  readonly leaseUnits: LeaseUnitStore;
  readonly leaseRevisions: LeaseRevisionStore;
}

/** Stores of the estate with those that its use cases need besides: replays, book and accounts. */
export interface EstateStores extends OwnEstateStores, ReplayStores {
  readonly books: BookStore;
  readonly accounts: AccountStore;
}
