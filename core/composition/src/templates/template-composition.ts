import type { Instant, JsonObject, NewId } from "@cartulary/kernel";
import { copyTemplateParts } from "../documents/new-composed-document.ts";
import { inOrder } from "../records/part.ts";
import type { DocumentTemplate } from "../records/template.ts";
import { type Composition, printedPart } from "../source/composition.ts";

/** The fields of a template that print. */
export type PrintedTemplate = Pick<
  DocumentTemplate,
  "typstSource" | "variablesSchema" | "defaultParts" | "pageSettings" | "locale"
>;

/**
 * Returns what a document of a template prints with these variables, without storing one. A template without parts is
 * the whole source.
 */
export function templateComposition(
  { typstSource, variablesSchema, pageSettings, locale, ...template }: PrintedTemplate,
  variables: JsonObject,
  identity: { readonly newId: NewId; readonly now: Instant },
): Composition {
  const parts = copyTemplateParts(template, identity.newId<"ComposedDocument">(), identity);
  const assemblyMode = parts.length === 0 ? "pure_typst" : "composed";
  return {
    document: { assemblyMode, typstSource, pageSettings, locale, variables, variablesSchema },
    parts: inOrder(parts).map(printedPart),
  };
}
