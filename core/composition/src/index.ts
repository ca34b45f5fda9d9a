export { MASS_COMMUNICATION_QUEUES, massCommunicationJobs } from "./communications/communicating.ts";
export type { CommunicatingDependencies } from "./communications/making.ts";
export { compositionTreeListener } from "./documents/tree-listener.ts";
export {
  type AddressBook,
  type CompileClaim,
  type ComposedDocumentStore,
  type ComposedWithin,
  type CompositionInspection,
  type CompositionStores,
  type FontFamily,
  type Fonts,
  type FontVariant,
  type MassCommunicationStore,
  type PartListing,
  type PartStore,
  type RecipientStore,
  ROWS_BYTES_MAX,
  type TemplateStore,
  type TypesetCause,
  type TypesetComposition,
  type TypesetDiagnostic,
  type TypesetRequest,
  type TypesetResult,
  type TypesetSources,
  type Typesetter,
  type TypstFile,
} from "./ports.ts";
export type { ComposedDocumentId, MassCommunicationId, PartId } from "./records/ids.ts";
export * from "./services.ts";
export type { Composition, PrintedDocument, PrintedPart } from "./source/composition.ts";
export { SEEDED_TEMPLATES, seedTemplates } from "./templates/seeds.ts";
export { compositionChecks } from "./verification/verification.ts";
