export type { MassCommunicationDependencies } from "./communications/make-recipient-document.ts";
export { MASS_COMMUNICATION_QUEUES, massCommunicationJobs } from "./communications/mass-communication-jobs.ts";
export { compositionTreeListener } from "./documents/tree-listener.ts";
export type {
  AddressBook,
  CompileClaim,
  ComposedDocumentStore,
  ComposedWithin,
  CompositionInspection,
  CompositionStores,
  FontFamily,
  Fonts,
  FontVariant,
  MassCommunicationStore,
  PartListing,
  PartStore,
  RecipientStore,
  TemplateStore,
  TypesetCause,
  TypesetComposition,
  TypesetDiagnostic,
  TypesetPicture,
  TypesetRequest,
  TypesetResult,
  TypesetSources,
  Typesetter,
  TypstFile,
} from "./ports.ts";
export type { ComposedDocumentId, MassCommunicationId, PartId } from "./records/ids.ts";
export * from "./services.ts";
export type { Composition, PrintedDocument, PrintedPart } from "./source/composition.ts";
export { SEEDED_TEMPLATES, seedTemplates } from "./templates/seeds.ts";
export { type PrintedTemplate, templateComposition } from "./templates/template-composition.ts";
export { compositionChecks } from "./verification/verification.ts";
