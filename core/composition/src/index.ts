export { MASS_COMMUNICATION_QUEUES, massCommunicationJobs } from "./communications/communicating.ts";
export type { CommunicatingDependencies } from "./communications/making.ts";
export type { NewMassCommunication } from "./communications/mass-communication-input.ts";
export { createMassCommunications, type MassCommunications } from "./communications/mass-communications.ts";
export {
  type CompileResult,
  type Compiler,
  type CompilerDependencies,
  type CompileWarning,
  createCompiler,
} from "./compile/compile.ts";
export type { CompileDiagnostic } from "./compile/compile-errors.ts";
export { createFontCatalogue, type FontCatalogue, type FontList, type FontQuery } from "./compile/fonts.ts";
export type { ComposedDocumentInput, NewComposedDocument } from "./documents/composed-document-input.ts";
export { type ComposedDocuments, createComposedDocuments } from "./documents/composed-documents.ts";
export { createParts, type PartRef, type Parts } from "./documents/parts.ts";
export { type PartPosition, REORDER_MAX } from "./documents/reorder.ts";
export { compositionTreeListener } from "./documents/tree-listener.ts";
export type {
  AddressBook,
  CompileClaim,
  ComposedDocumentStore,
  ComposedWithin,
  CompositionStores,
  FontFamily,
  Fonts,
  FontVariant,
  MassCommunicationStore,
  PartStore,
  RecipientStore,
  TemplateStore,
  TypesetCause,
  TypesetDiagnostic,
  TypesetFile,
  TypesetRequest,
  TypesetResult,
  Typesetter,
} from "./ports.ts";
export {
  ASSEMBLY_MODES,
  type AssemblyMode,
  COMPOSED_STATUSES,
  type ComposedDocument,
  type ComposedDocumentField,
  type ComposedDocumentView,
  type ComposedStatus,
  composedDocumentListing,
} from "./records/composed-document.ts";
export type { ComposedDocumentId, MassCommunicationId, PartId } from "./records/ids.ts";
export {
  type CommunicationFailure,
  MASS_COMMUNICATION_STATUSES,
  type MassCommunication,
  type MassCommunicationField,
  type MassCommunicationStatus,
  type MassCommunicationView,
  massCommunicationListing,
  type NamedRecipients,
} from "./records/mass-communication.ts";
export {
  ALIGNMENTS,
  type Alignment,
  CONTENT_FORMATS,
  CONTENT_SOURCES,
  type ContentFormat,
  type ContentSource,
  PART_STATUSES,
  PART_TYPES,
  type Part,
  type PartInput,
  type PartStatus,
  type PartType,
} from "./records/part.ts";
export type { Addressee, Recipient } from "./records/recipient.ts";
export {
  type DocumentTemplate,
  type DocumentTemplateId,
  type DocumentTemplateView,
  type NewTemplate,
  type TemplateField,
  type TemplateInput,
  templateListing,
} from "./records/template.ts";
export { SEEDED_TEMPLATES, seedTemplates } from "./templates/seeds.ts";
export { createTemplates, type Templates } from "./templates/templates.ts";
