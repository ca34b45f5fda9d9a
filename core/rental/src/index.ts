export { type Accounting, accountingChecks, createAccounting } from "./accounting.ts";
export type { AccountingListener } from "./accounting-listener.ts";
export { rentalPlan } from "./chart.ts";
export { chosenMandataire, type MandataireChoice } from "./choice.ts";
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
  FecExportStore,
  FecFileStore,
  MandataireMemberStore,
  MandataireStore,
  MembershipFinder,
  RegistryStores,
  RentalStores,
} from "./ports.ts";
