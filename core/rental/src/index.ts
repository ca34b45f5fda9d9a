export { type Accounting, accountingChecks, createAccounting } from "./accounting.ts";
export type { AccountingListener } from "./accounting-listener.ts";
export { rentalPlan } from "./chart.ts";
export { chosenMandataire, type MandataireChoice } from "./choice.ts";
export { COLLECTIONS, type Collection } from "./estate/collections.ts";
export type { EstateBase, EstateRecords } from "./estate/family.ts";
export type { ElementStore, EstateStore, TombstoneStore, TouchStore } from "./estate/store.ts";
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
export type {
  AllocationStore,
  EstateStores,
  FecExportStore,
  FecFileStore,
  MandataireMemberStore,
  MandataireStore,
  MembershipFinder,
  PropertyStore,
  RegistryStores,
  RentalStores,
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
