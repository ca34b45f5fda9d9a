export { refuseRetained, retainedThrough, retainUntilOf } from "./accounting-retention.ts";
export { type AgencyIdentity, agencyIdentityRecord, UNSTATED_IDENTITY } from "./agency-identity.ts";
export { LOGO_BYTES_MAX, LOGO_TYPES, type LogoCheck } from "./agency-logo.ts";
export {
  type Change,
  type ChangesQuery,
  SNAPSHOT_STATES,
  type SnapshotState,
} from "./change.ts";
export {
  createLongWrites,
  type LongWrites,
  type OpenWrite,
  type OpenWriteStore,
} from "./long-writes.ts";
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
  mandataireRecord,
  type NewMandataireInput,
  societyOf,
} from "./mandataire.ts";
export { type RequestedMandataire, resolveMandataire } from "./mandataire-choice.ts";
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
  type AddMemberResult,
  createMemberships,
  type MemberListQuery,
  type MemberRef,
  type Memberships,
} from "./memberships.ts";
export type {
  AgencyStores,
  CodeStore,
  MandataireMemberStore,
  MandataireStore,
  MembershipFinder,
  MembershipTombstoneStore,
} from "./ports.ts";
export { LETTER_TEMPLATE_KEYS, type Letter, type LetterTemplateKey } from "./printing/letter.ts";
export { LETTER_TEMPLATES, type LetterTemplate } from "./printing/letter-templates.ts";
export type { LetterTypesetter, PrintedDocument } from "./printing/print-letter.ts";
export {
  nextReference,
  nextReferences,
  type Reference,
  type ReferenceSeries,
  referencesIn,
  referenceText,
  useReference,
} from "./reference.ts";
export { withWriteTimeout } from "./watermark.ts";
