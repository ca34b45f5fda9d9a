import { compilationOperations } from "./compilation.ts";
import { composedDocumentOperations } from "./composed-documents.ts";
import { partOperations } from "./parts.ts";
import { templateOperations } from "./templates.ts";

export * from "./compilation.ts";
export * from "./composed-documents.ts";
export * from "./parts.ts";
export * from "./templates.ts";

/** Operations of templates and composed documents. */
export const compositionOperations = {
  ...templateOperations,
  ...composedDocumentOperations,
  ...partOperations,
  ...compilationOperations,
};
