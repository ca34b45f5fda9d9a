import type { ComposedDocument } from "../records/composed-document.ts";
import type { Part } from "../records/part.ts";

/** What of a composed document is printed. */
export type PrintedDocument = Pick<
  ComposedDocument,
  "assemblyMode" | "typstSource" | "pageSettings" | "locale" | "variables" | "variablesSchema"
>;

/** What of a part is printed. */
export type PrintedPart = Pick<
  Part,
  "id" | "title" | "content" | "contentFormat" | "partType" | "alignment" | "bsize" | "pageBreak" | "rowGroup"
>;

/** A document and the parts of it that are printed, in their order; a pure Typst source has none. */
export interface Composition {
  readonly document: PrintedDocument;
  readonly parts: readonly PrintedPart[];
}

/** Nothing else of a document leaves for where it is compiled. */
export function printedDocument(document: PrintedDocument): PrintedDocument {
  const { assemblyMode, typstSource, pageSettings, locale, variables, variablesSchema } = document;
  return { assemblyMode, typstSource, pageSettings, locale, variables, variablesSchema };
}

export function printedPart(part: PrintedPart): PrintedPart {
  const { id, title, content, contentFormat, partType, alignment, bsize, pageBreak, rowGroup } = part;
  return { id, title, content, contentFormat, partType, alignment, bsize, pageBreak, rowGroup };
}
