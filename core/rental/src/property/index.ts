export {
  ESTATE_COLLECTIONS,
  type EstateCollection,
  type ShowingCollection,
  type TombstoneCollection,
} from "./estate/collections.ts";
export type { EstateBase, EstateRecords } from "./estate/estate-use-cases.ts";
export type {
  ElementStore,
  EstateStore,
  TombstoneStore,
  UpdatePropagationStore,
} from "./estate/store.ts";
export {
  type DisplayRule,
  type PropagationSource,
  type PropagationTargets,
  propagationTargets,
} from "./estate/update-propagation.ts";
export { createEstate, type Estate } from "./estate.ts";
export {
  INDEX_CODES,
  type IndexCode,
  type IndexValue,
  type IndexValueField,
  type IndexValueInput,
  indexValueListing,
  indexValueRecord,
} from "./indexation/index-value.ts";
export { createIndexValues, type IndexValueStore, type IndexValues } from "./indexation/index-values.ts";
export {
  BREAK_DECISIONS,
  BREAK_STATUSES,
  BREAK_TYPES,
  type BreakDate,
  type BreakDateId,
  type BreakDateInput,
  type BreakDateView,
  type BreakDecision,
  type BreakStatus,
  type BreakType,
  breakDateRecord,
} from "./leases/break-date.ts";
export {
  CAPPING_TYPES,
  type CappingRule,
  type CappingRuleId,
  type CappingRuleInput,
  type CappingType,
  cappingRuleRecord,
} from "./leases/capping-rule.ts";
export {
  FRANCHISE_SCOPES,
  FRANCHISE_TYPES,
  type FranchisePeriod,
  type FranchisePeriodId,
  type FranchisePeriodInput,
  type FranchiseScope,
  type FranchiseType,
  franchisePeriodRecord,
} from "./leases/franchise-period.ts";
export type { GliPolicy, GliPolicyId, GliPolicyInput, GliPolicyView } from "./leases/gli-policy.ts";
export { gliPolicyRecord } from "./leases/gli-policy.ts";
export type { HouseholdMember, HouseholdMemberId } from "./leases/household-member.ts";
export { householdMemberRecord } from "./leases/household-member.ts";
export {
  CHARGE_TYPES,
  type ChargeType,
  type DepositCall,
  LEASE_STATUSES,
  LEASE_TYPES,
  type Lease,
  type LeaseField,
  type LeaseId,
  type LeaseStatus,
  type LeaseType,
  leaseListing,
  leaseRecord,
  PAYMENT_FREQUENCIES,
  PAYMENT_TIMINGS,
  type PaymentFrequency,
  type PaymentTiming,
  PRORATIONS,
  type Proration,
  REVISION_MODES,
  type RevisionMode,
} from "./leases/lease.ts";
export type { LeaseCommands } from "./leases/lease-commands.ts";
export {
  type LeaseDetail,
  type LeaseDetailParty,
  type LeaseParts,
  type LeaseTermAmounts,
  type LeaseUnitRecord,
  type LeaseUnitRef,
  type LeaseUnitView,
  type ListedLease,
  leaseDetailOn,
} from "./leases/lease-detail.ts";
export type { LeaseInput, NewLeaseInput } from "./leases/lease-input.ts";
export type { LeaseListener } from "./leases/lease-listener.ts";
export type { LeaseParties } from "./leases/lease-parties.ts";
export { leaseStatusOn, RENEWAL_MONTHS } from "./leases/lease-status.ts";
export type { LeaseTermInput, LeaseTerms } from "./leases/lease-terms.ts";
export { leaseTransitions } from "./leases/lease-transitions.ts";
export {
  INDEX_TYPES,
  type IndexType,
  type LeaseUnit,
  type LeaseUnitId,
  leaseUnitRecord,
  unitIndexRecord,
} from "./leases/lease-unit.ts";
export type { Leases } from "./leases/leases.ts";
export type { LeaseLetterSource, Premises } from "./leases/let-premises.ts";
export type { LeaseNotice } from "./leases/notice.ts";
export {
  type LeaseParty,
  type LeasePartyField,
  type LeasePartyId,
  type LeasePartyInput,
  type LeasePartyView,
  leasePartyListing,
  leasePartyRecord,
  PARTY_ROLES,
  PARTY_TYPES,
  PARTYABLE_TYPES,
  type Partyable,
  partyableOf,
  partyView,
  tenantOn,
} from "./leases/party.ts";
export type {
  NamedRevision,
  NamedRevisionLine,
  Revision,
  RevisionId,
  RevisionLine,
  RevisionView,
} from "./leases/revision.ts";
export type { RevisionIndicator } from "./leases/revision-indicator.ts";
export { createRevisionLetters, type RevisionLetters } from "./leases/revision-letters.ts";
export type { RevisableUnit } from "./leases/revision-state.ts";
export type { LeaseRevisions, RevisionInput, RevisionStores } from "./leases/revisions.ts";
export type { SupportMeasure, SupportMeasureId, SupportMeasureInput } from "./leases/support-measure.ts";
export { supportMeasureRecord } from "./leases/support-measure.ts";
export {
  type LeaseTerm,
  type LeaseTermDetail,
  type LeaseTermField,
  type LeaseTermId,
  type LeaseUnitTerm,
  leaseTermListing,
  leaseTermRecord,
  PAYMENT_TOLERANCE_TYPES,
} from "./leases/term.ts";
export { rentRecord } from "./leases/term-input.ts";
export {
  monthlyCents,
  orderedTerms,
  type TermWithUnits,
  termOn,
  withUnitTerms,
} from "./leases/term-timeline.ts";
export {
  DEPOSIT_HOLDERS,
  type DepositHolder,
  DISTRIBUTION_FREQUENCIES,
  type DistributionFrequency,
  MANDATE_STATUSES,
  MANDATE_TYPES,
  type Mandate,
  type MandateChange,
  type MandateField,
  type MandateId,
  type MandateStatus,
  type MandateType,
  mandateListing,
  mandateRecord,
  type NewMandateInput,
  RENEWAL_MODES,
  RETENTION_DESTINATIONS,
  type RenewalMode,
  type RetentionDestination,
} from "./mandates/mandate.ts";
export type { ListedMandate, MandateDetail, MandateProperty } from "./mandates/mandate-detail.ts";
export type { MandateListener, MandateTermination } from "./mandates/mandate-listener.ts";
export {
  BILLING_MODES,
  type BillingMode,
  CALCULATION_BASES,
  type CalculationBase,
  type MandateService,
  type MandateServiceId,
  type MandateServiceInput,
  mandateServiceRecord,
  SERVICE_TARGETS,
  type ServiceTarget,
} from "./mandates/mandate-service.ts";
export { type MandateDates, type MandateStatusOnDay, mandateOn } from "./mandates/mandate-status.ts";
export type { MandateRecords, Mandates } from "./mandates/mandates.ts";
export {
  ACQUISITION_TYPES,
  type AcquisitionType,
  type Ownership,
  type OwnershipField,
  type OwnershipId,
  type OwnershipInput,
  ownershipListing,
  ownershipRecord,
} from "./ownerships/ownership.ts";
export type { Ownerships } from "./ownerships/ownerships.ts";
export type { BankAccount, BankAccountId, BankAccountInput } from "./people/bank-account.ts";
export { bankAccountRecord } from "./people/bank-account.ts";
export {
  CONTACT_TYPES,
  type ContactCollection,
  type ContactType,
  type RentalContact,
  type RentalContactField,
  type RentalContactId,
  type RentalContactInput,
  rentalContactListing,
  rentalContactRecord,
  type ServiceProvider,
  type ServiceProviderInput,
} from "./people/contact.ts";
export type { RentalContacts, ServiceProviders } from "./people/contacts.ts";
export {
  type ListedOwner,
  type NewOwnerInput,
  OWNER_TYPES,
  type Owner,
  type OwnerDetail,
  type OwnerField,
  type OwnerId,
  type OwnerInput,
  type OwnerMandate,
  type OwnerOwnership,
  type OwnerProperty,
  type OwnerType,
  ownerListing,
  ownerRecord,
} from "./people/owner.ts";
export type { OwnerListener } from "./people/owner-listener.ts";
export type { Owners } from "./people/owners.ts";
export { RENT_CALL_STATUSES, type RentCallStatus } from "./people/rent-call-status.ts";
export {
  type ListedTenant,
  type NewTenantInput,
  TENANT_TYPES,
  type Tenant,
  type TenantDetail,
  type TenantField,
  type TenantId,
  type TenantInput,
  type TenantLease,
  type TenantPayment,
  type TenantReminder,
  type TenantRentCall,
  type TenantType,
  tenantListing,
  tenantRecord,
} from "./people/tenant.ts";
export type { Tenants } from "./people/tenants.ts";
export type {
  AllocationStore,
  EstateStores,
  HouseholdMemberStore,
  LeasePartyStore,
  LeaseRevisionStore,
  LeaseStore,
  LeaseTermStore,
  LeaseUnitStore,
  MandatePropertyStore,
  MandateStore,
  OwnEstateStores,
  OwnerStore,
  PropertyStore,
  RentalContactStore,
  ServiceProviderStore,
  TenantStore,
  UnitStore,
  UsedElementStore,
} from "./ports.ts";
export type { Entrance, EntranceId, EntranceInput, EntranceView } from "./properties/entrance.ts";
export { entranceRecord } from "./properties/entrance.ts";
export { type Occupancy, occupancyOf } from "./properties/occupancy.ts";
export type { Properties } from "./properties/properties.ts";
export {
  type ListedProperty,
  type NewPropertyInput,
  PROPERTY_TYPES,
  type Property,
  type PropertyField,
  type PropertyId,
  type PropertyInput,
  type PropertyType,
  propertyListing,
  propertyRecord,
} from "./properties/property.ts";
export type { PropertyDetail } from "./properties/property-detail.ts";
export {
  DISTRIBUTION_STRATEGIES,
  type DistributionStrategy,
  type ShareKey,
  type ShareKeyId,
  type ShareKeyInput,
  type ShareKeyView,
  shareKeyRecord,
  shareKeyView,
} from "./properties/share-key.ts";
export { type UnitAddress, type UnitOwnAddress, unitAddressOf } from "./units/address.ts";
export type { Allocation, AllocationInput, UnitAllocation } from "./units/allocation.ts";
export {
  ENERGY_CLASSES,
  type EnergyClass,
  type ListedUnit,
  type NewUnitInput,
  UNIT_TYPES,
  type Unit,
  type UnitActiveLease,
  type UnitField,
  type UnitId,
  type UnitInput,
  type UnitOwner,
  type UnitType,
  unitListing,
  unitRecord,
} from "./units/unit.ts";
export {
  ownersOf,
  type UnitDetail,
  type UnitLease,
  type UnitOwners,
  type UnitOwnership,
  type UnitShare,
  unitOwnersOn,
} from "./units/unit-detail.ts";
export type { Units } from "./units/units.ts";
