import type { OnRemoval } from "@cartulary/kernel";
import { createMassCommunications, type MassCommunications } from "./communications/mass-communications.ts";
import { type Compiler, type CompilerDependencies, createCompiler } from "./compile/compile.ts";
import { createFontCatalogue, type FontCatalogue } from "./compile/fonts.ts";
import { type ComposedDocuments, createComposedDocuments } from "./documents/composed-documents.ts";
import { createParts, type Parts } from "./documents/parts.ts";
import type { CompositionStores } from "./ports.ts";
import { createTemplates, type Templates } from "./templates/templates.ts";

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
export {
  ASSEMBLY_MODES,
  type AssemblyMode,
  COMPOSED_STATUSES,
  type ComposedDocument,
  type ComposedDocumentField,
  type ComposedDocumentView,
  type ComposedStatus,
  composedDocumentListing,
  type ListedComposedDocument,
} from "./records/composed-document.ts";
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
  type ListedPart,
  PART_STATUSES,
  PART_TYPES,
  PARTS_MAX,
  type Part,
  type PartInput,
  type PartOutline,
  type PartStatus,
  type PartType,
  partLists,
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
export { createTemplates, type Templates } from "./templates/templates.ts";

export interface CompositionServices {
  readonly templates: Templates;
  readonly composedDocuments: ComposedDocuments;
  readonly parts: Parts;
  readonly compiler: Compiler;
  readonly fonts: FontCatalogue;
  readonly massCommunications: MassCommunications;
}

export interface CompositionServiceDependencies<Stores> extends CompilerDependencies<Stores> {
  /** Called after a record of the type was removed. */
  readonly onRemovalOf: (resourceType: string) => OnRemoval<Stores>;
}

export function createCompositionServices<Stores extends CompositionStores>(
  dependencies: CompositionServiceDependencies<Stores>,
): CompositionServices {
  const removing = (resourceType: string) => ({ ...dependencies, onRemoval: dependencies.onRemovalOf(resourceType) });
  return {
    templates: createTemplates(removing("document_template")),
    composedDocuments: createComposedDocuments(removing("composed_document")),
    parts: createParts(dependencies),
    compiler: createCompiler(dependencies),
    fonts: createFontCatalogue(dependencies),
    massCommunications: createMassCommunications(dependencies),
  };
}
