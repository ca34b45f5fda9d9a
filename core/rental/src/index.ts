export { type Accounting, accountingChecks, createAccounting } from "./accounting.ts";
export type { AccountingListener } from "./accounting-listener.ts";
export * from "./billing-exports.ts";
export { rentalPlan } from "./chart.ts";
export { chosenMandataire, type MandataireChoice } from "./choice.ts";
export {
  type Change,
  type ChangesQuery,
  SNAPSHOT_STATES,
  type SnapshotState,
} from "./convergence/change.ts";
export type { AllFollowedRecords, FollowedCollection } from "./convergence/collections.ts";
export { type Convergence, createConvergence, type Snapshot } from "./convergence/convergence.ts";
export {
  type LastingWrites,
  lastingWrites,
  type OpenWrite,
  type OpenWriteStore,
} from "./convergence/lasting-writes.ts";
export { CONVERGENCE_QUEUES, convergenceJobs } from "./convergence/sweeping.ts";
export { bounded } from "./convergence/watermark.ts";
export { DAY_QUEUES, dayJobs } from "./days/daily.ts";
export type { DayStore, DaysPassed } from "./days/day-store.ts";
export { dayTurns, type TurnSource, type TurnTargets } from "./days/turns.ts";
export { type Buried, COLLECTIONS, type Collection } from "./estate/collections.ts";
export type { EstateBase, EstateRecords } from "./estate/family.ts";
export type { CodeStore, ElementStore, EstateStore, TombstoneStore, TouchStore } from "./estate/store.ts";
export { type Showing, type TouchSource, type TouchTargets, touches } from "./estate/touches.ts";
export { createEstate, type Estate } from "./estate.ts";
export {
  FEC_YEAR_MAX,
  FEC_YEAR_MIN,
  type FecExport,
  type FecExportField,
  type FecExportId,
  type FecExportInput,
  fecExportListing,
} from "./fec-export.ts";
export {
  createFecExports,
  type FecDownload,
  type FecDownloadQuery,
  type FecExports,
  fecBlobHolders,
} from "./fec-exports.ts";
export type { FecWarning } from "./fec-verdict.ts";
export type { BulkStore, BulkTable, NamedCollection } from "./imports/bulk.ts";
export type { ImportedFile, ImportListener } from "./imports/import-listener.ts";
export type { ImportKind, ImportRow, ImportRows } from "./imports/import-row.ts";
export { createImports, type Imports } from "./imports/imports.ts";
export {
  ATTACHMENTS_MAX,
  type FileIntake,
  type IncidentAttachment,
  type IncidentAttachmentId,
  isImage,
  type SentForm,
} from "./incidents/attachment.ts";
export { type AttachmentDownload, incidentBlobHolders } from "./incidents/attachments.ts";
export {
  INCIDENT_PRIORITIES,
  INCIDENT_SCOPES,
  INCIDENT_STATUSES,
  INCIDENT_TRANSITIONS,
  type Incident,
  type IncidentField,
  type IncidentId,
  type IncidentPriority,
  type IncidentScopeType,
  type IncidentStatus,
  incidentListing,
  PARTNER_SYNC_STATES,
  type PartnerSyncState,
} from "./incidents/incident.ts";
export type { IncidentInput, IncidentTransition } from "./incidents/incident-input.ts";
export {
  type IncidentDetail,
  type IncidentScope,
  type ListedIncident,
  listedIncident,
} from "./incidents/incident-view.ts";
export { createIncidents, type Incidents } from "./incidents/incidents.ts";
export type { IncidentAttachmentStore, IncidentFileStore, IncidentStore } from "./incidents/store.ts";
export {
  INDEX_CODES,
  type IndexCode,
  type IndexValue,
  type IndexValueField,
  type IndexValueInput,
  indexValueListing,
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
} from "./leases/break-date.ts";
export {
  CAPPING_TYPES,
  type CappingRule,
  type CappingRuleId,
  type CappingRuleInput,
  type CappingType,
} from "./leases/capping-rule.ts";
export {
  FRANCHISE_SCOPES,
  FRANCHISE_TYPES,
  type FranchisePeriod,
  type FranchisePeriodId,
  type FranchisePeriodInput,
  type FranchiseScope,
  type FranchiseType,
} from "./leases/franchise-period.ts";
export type { GliPolicy, GliPolicyId, GliPolicyInput, GliPolicyView } from "./leases/gli-policy.ts";
export type { HouseholdMember, HouseholdMemberId } from "./leases/household-member.ts";
export {
  LEASE_STATUSES,
  LEASE_TYPES,
  type Lease,
  type LeaseField,
  type LeaseId,
  type LeaseStatus,
  type LeaseType,
  leaseListing,
  PAYMENT_FREQUENCIES,
  PAYMENT_TIMINGS,
  type PaymentFrequency,
  type PaymentTiming,
  PRORATIONS,
  type Proration,
  REVISION_MODES,
  type RevisionMode,
} from "./leases/lease.ts";
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
export type { LeaseDoors, LeaseNotice } from "./leases/lease-doors.ts";
export type { LeaseInput, NewLeaseInput } from "./leases/lease-input.ts";
export type { LeaseParties } from "./leases/lease-parties.ts";
export type { LeaseTermInput, LeaseTerms } from "./leases/lease-terms.ts";
export { INDEX_TYPES, type IndexType, type LeaseUnit, type LeaseUnitId } from "./leases/lease-unit.ts";
export type { Leases } from "./leases/leases.ts";
export {
  type LeaseParty,
  type LeasePartyField,
  type LeasePartyId,
  type LeasePartyInput,
  type LeasePartyView,
  leasePartyListing,
  PARTY_ROLES,
  PARTY_TYPES,
  PARTYABLE_TYPES,
  type Partyable,
  partyableOf,
  partyView,
  tenantOn,
} from "./leases/party.ts";
export type { RevisableUnit } from "./leases/revisable.ts";
export type {
  NamedRevision,
  NamedRevisionLine,
  Revision,
  RevisionId,
  RevisionLine,
  RevisionView,
} from "./leases/revision.ts";
export type { RevisionIndicator } from "./leases/revision-indicator.ts";
export type { LeaseRevisions, RevisionInput, RevisionStores } from "./leases/revisions.ts";
export type { SupportMeasure, SupportMeasureId, SupportMeasureInput } from "./leases/support-measure.ts";
export {
  type LeaseTerm,
  type LeaseTermDetail,
  type LeaseTermField,
  type LeaseTermId,
  type LeaseUnitTerm,
  leaseTermListing,
  PAYMENT_TOLERANCE_TYPES,
} from "./leases/term.ts";
export { arranged, monthlyCents, type TermWithUnits, termOn, withUnitTerms } from "./leases/terms.ts";
export { leaseOn, RENEWAL_MONTHS } from "./leases/time.ts";
export {
  ACCOUNTING_MODES,
  type AccountingMode,
  BILLING_CALENDARS,
  type BillingCalendar,
  bookOf,
  type Mandataire,
  type MandataireField,
  type MandataireId,
  type MandataireInput,
  mandataireListing,
  type NewMandataireInput,
  societyOf,
} from "./mandataire.ts";
export {
  createMandataires,
  type MandataireDependents,
  type MandataireListener,
  type Mandataires,
} from "./mandataires.ts";
export {
  blankMandate,
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
  type NewMandateInput,
  RENEWAL_MODES,
  type RenewalMode,
} from "./mandates/mandate.ts";
export type { ListedMandate, MandateDetail, MandateProperty } from "./mandates/mandate-detail.ts";
export type { MandateListener, MandateTermination } from "./mandates/mandate-listener.ts";
export { type MandateDates, type MandateOfDay, mandateOn } from "./mandates/mandate-of-day.ts";
export {
  BILLING_MODES,
  type BillingMode,
  CALCULATION_BASES,
  type CalculationBase,
  type MandateService,
  type MandateServiceId,
  type MandateServiceInput,
  SERVICE_TARGETS,
  type ServiceTarget,
} from "./mandates/mandate-service.ts";
export type { MandateRecords, Mandates } from "./mandates/mandates.ts";
export {
  type MandataireMember,
  type MandataireMemberField,
  type MandataireMemberView,
  mandataireMemberListing,
} from "./member.ts";
export {
  createMemberships,
  type MemberAdded,
  type MemberListQuery,
  type MemberNamed,
  type Memberships,
} from "./memberships.ts";
export * from "./money-exports.ts";
export {
  ACQUISITION_TYPES,
  type AcquisitionType,
  type Ownership,
  type OwnershipField,
  type OwnershipId,
  type OwnershipInput,
  ownershipListing,
} from "./ownerships/ownership.ts";
export type { Ownerships } from "./ownerships/ownerships.ts";
export type { BankAccount, BankAccountId, BankAccountInput } from "./people/bank-account.ts";
export {
  CONTACT_TYPES,
  type ContactCollection,
  type ContactType,
  type RentalContact,
  type RentalContactField,
  type RentalContactId,
  type RentalContactInput,
  rentalContactListing,
} from "./people/contact.ts";
export type { RentalContacts } from "./people/contacts.ts";
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
} from "./people/owner.ts";
export type { Owners } from "./people/owners.ts";
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
  type TenantRentCall,
  type TenantType,
  tenantListing,
} from "./people/tenant.ts";
export type { Tenants } from "./people/tenants.ts";
export type {
  AllocationStore,
  ChangeStore,
  EstateStores,
  FecExportStore,
  FecFileStore,
  HouseholdMemberStore,
  LeasePartyStore,
  LeaseRevisionStore,
  LeaseStore,
  LeaseTermStore,
  LeaseUnitStore,
  MandataireMemberStore,
  MandataireStore,
  MandatePropertyStore,
  MandateStore,
  MembershipFinder,
  MembershipTombstoneStore,
  OwnerStore,
  PropertyStore,
  RegistryStores,
  RentalContactStore,
  RentalStores,
  TenantStore,
  UnitStore,
  UsedElementStore,
} from "./ports.ts";
export type { Entrance, EntranceId, EntranceInput, EntranceView } from "./properties/entrance.ts";
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
} from "./properties/property.ts";
export type { PropertyDetail } from "./properties/property-detail.ts";
export {
  type ShareKey,
  type ShareKeyId,
  type ShareKeyInput,
  type ShareKeyView,
  shareKeyView,
} from "./properties/share-key.ts";
export {
  allottedReferences,
  nextReference,
  type Reference,
  type ReferenceSeries,
  referencesIn,
  referenceText,
  takeReference,
} from "./references/reference.ts";
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
export { ESTATE_FAULTS, type EstateFault, type EstateInspection } from "./verification/estate-faults.ts";
