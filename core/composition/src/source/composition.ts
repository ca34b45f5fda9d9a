import type { ComposedDocument } from "../records/composed-document.ts";
import type { Part } from "../records/part.ts";

/** The printed fields of a document. */
export type PrintedDocument = Pick<
  ComposedDocument,
  "assemblyMode" | "typstSource" | "pageSettings" | "locale" | "variables" | "variablesSchema"
>;

/** The printed fields of a part. */
export type PrintedPart = Pick<
  Part,
  "id" | "title" | "content" | "contentFormat" | "partType" | "alignment" | "bsize" | "pageBreak" | "rowGroup"
>;

/** A document and its printed parts in order; a pure Typst source has none. */
export interface Composition {
  readonly document: PrintedDocument;
  readonly parts: readonly PrintedPart[];
}

/** Copies the printed fields only, so that nothing else is sent to the compiler. */
export function printedDocument(document: PrintedDocument): PrintedDocument {
  const { assemblyMode, typstSource, pageSettings, locale, variables, variablesSchema } = document;
  return { assemblyMode, typstSource, pageSettings, locale, variables, variablesSchema };
}

export function printedPart(part: PrintedPart): PrintedPart {
  const { id, title, content, contentFormat, partType, alignment, bsize, pageBreak, rowGroup } = part;
  return { id, title, content, contentFormat, partType, alignment, bsize, pageBreak, rowGroup };
}
