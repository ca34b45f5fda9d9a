import { type Caller, type Instant, invalid, isStorable, type NewId } from "@cartulary/kernel";
import type { TemplateStore } from "../ports.ts";
import type { ComposedDocument } from "../records/composed-document.ts";
import type { ComposedDocumentId } from "../records/ids.ts";
import { newPart, nextPosition, type Part } from "../records/part.ts";
import type { DocumentTemplate } from "../records/template.ts";
import { composedDocumentPatch, type NewComposedDocument } from "./composed-document-input.ts";
import type { ComposedPlace } from "./place.ts";

/**
 * Returns the active template, locked against changes until the transaction ends; throws 422 `not_found` without one, and
 * `invalid` for a key that no database can store.
 */
export async function lockTemplate(templates: TemplateStore, key: string): Promise<DocumentTemplate> {
  if (!isStorable(key))
    throw invalid({ field: "templateKey", code: "invalid", message: "contains an invalid character" });
  const template = await templates.lockSharedByKey(key);
  if (template) return template;
  throw invalid({
    field: "templateKey",
    code: "not_found",
    message: "does not exist",
  });
}

export interface CreationContext {
  readonly id: ComposedDocumentId;
  readonly caller: Pick<Caller, "userId">;
  readonly place: ComposedPlace;
  readonly now: Instant;
}

/** Creates a document from a template and a valid input. */
export function newComposedDocument(
  template: DocumentTemplate,
  input: NewComposedDocument,
  { id, caller, place, now }: CreationContext,
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

/** Copies a template's parts: one without position comes after the highest before it (composition.md 1). */
export function copyTemplateParts(
  { defaultParts }: Pick<DocumentTemplate, "defaultParts">,
  composedDocumentId: ComposedDocumentId,
  { newId, now }: { readonly newId: NewId; readonly now: Instant },
): readonly Part[] {
  let last = 0;
  return defaultParts.map((part) => {
    const position = part.position ?? nextPosition(last);
    last = Math.max(last, position);
    return newPart({ ...part, contentSource: "template" }, { id: newId(), composedDocumentId, position, now });
  });
}
