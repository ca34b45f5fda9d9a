import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, integer, listOf, queryFlag, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

/** The result of a compilation. */
export const CompileResultRecord = record("CompileResult", {
  pdfFileId: uuid<"Document">(),
  composedDocumentId: uuid<"ComposedDocument">(),
  status: z.enum(["exported"]),
  fileName: text(),
  contentType: text(),
  byteSize: integer(),
  sha256: text(),
  pageCount: integer(),
  partsIncluded: integer(),
  partsSkipped: integer(),
  warnings: listOf(record("CompileWarning", { partId: uuid<"Part">().nullable(), message: text() })),
  exportedAt: instant(),
});

const FontVariant = record("FontVariant", {
  style: z.enum(["normal", "italic", "oblique"]),
  weight: integer(),
  stretch: z.number(),
});

/** The available fonts. */
export const FontListRecord = record("FontList", {
  fonts: listOf(
    record("Font", {
      family: text(),
      variants: listOf(FontVariant).exactOptional(),
      source: z.enum(["embedded", "path", "system"]),
    }),
  ),
  total: integer(),
  fontPaths: listOf(text()),
});

export const compilationOperations = operations({
  compileComposedDocument: {
    method: "post",
    path: `${DOCUMENTS_BASE}/composed_documents/{id}/compile`,
    tag: "composed documents",
    summary: "Compile a composed document to a PDF or a new version of it",
    scope: "write",
    params: snakeObject({ id: uuid<"ComposedDocument">() }),
    query: snakeObject({ includeDraft: queryFlag().exactOptional() }),
    awaitsChild: true,
    replies: { 200: CompileResultRecord },
  },
  listFonts: {
    method: "get",
    path: `${DOCUMENTS_BASE}/fonts`,
    tag: "composed documents",
    summary: "List available fonts",
    scope: "read",
    query: snakeObject({ includeSystem: queryFlag().exactOptional(), withVariants: queryFlag().exactOptional() }),
    replies: { 200: FontListRecord },
  },
});
