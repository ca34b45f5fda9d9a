import { type Caller, type Instant, invalid, type NewId } from "@cartulary/kernel";
import type { TemplateStore } from "../ports.ts";
import type { ComposedDocument } from "../records/composed-document.ts";
import type { ComposedDocumentId } from "../records/ids.ts";
import { newPart, type Part } from "../records/part.ts";
import type { DocumentTemplate } from "../records/template.ts";
import { composedDocumentPatch, type NewComposedDocument } from "./composed-document-input.ts";
import type { ComposedPlace } from "./place.ts";

/** The template that new documents are made of, kept as it is until the transaction ends: 422 `not_found` without one. */
export async function templateNamed(templates: TemplateStore, key: string): Promise<DocumentTemplate> {
  const template = await templates.lockSharedByKey(key);
  if (template) return template;
  throw invalid({
    field: "templateKey",
    code: "not_found",
    message: "names no template that documents can be made of",
  });
}

/** How a document is made. */
export interface Making {
  readonly id: ComposedDocumentId;
  readonly caller: Pick<Caller, "userId">;
  readonly place: ComposedPlace;
  readonly now: Instant;
}

/** A document as a template and an input without errors make it. */
export function newComposedDocument(
  template: DocumentTemplate,
  input: NewComposedDocument,
  { id, caller, place, now }: Making,
): ComposedDocument {
  return {
    name: template.name,
    description: null,
    variables: {},
    pageSettings: template.pageSettings,
    typstSource: template.typstSource,
    assemblyMode: "composed",
    metadataUser: {},
    ...composedDocumentPatch(input),
    ...place,
    id,
    status: "draft",
    templateId: template.id,
    templateKey: template.key,
    locale: template.locale,
    variablesSchema: template.variablesSchema,
    pdfFileId: null,
    exportedAt: null,
    revision: 0,
    exportedRevision: null,
    createdBy: caller.userId,
    createdAt: now,
    updatedAt: now,
  };
}

/** The parts that a template brings, in its order unless it says another. */
export function copiedParts(
  { defaultParts }: DocumentTemplate,
  composedDocumentId: ComposedDocumentId,
  { newId, now }: { readonly newId: NewId; readonly now: Instant },
): readonly Part[] {
  return defaultParts.map((part, index) =>
    newPart(
      { ...part, contentSource: "template" },
      { id: newId(), composedDocumentId, position: part.position ?? index + 1, now },
    ),
  );
}
