import { compilationOperations } from "./compilation.ts";
import { composedDocumentOperations } from "./composed-documents.ts";
import { massCommunicationOperations } from "./mass-communications.ts";
import { partOperations } from "./parts.ts";
import { templateOperations } from "./templates.ts";

export * from "./compilation.ts";
export * from "./composed-documents.ts";
export * from "./mass-communications.ts";
export * from "./parts.ts";
export * from "./templates.ts";

export const compositionOperations: typeof templateOperations &
  typeof composedDocumentOperations &
  typeof partOperations &
  typeof compilationOperations &
  typeof massCommunicationOperations = {
  ...templateOperations,
  ...composedDocumentOperations,
  ...partOperations,
  ...compilationOperations,
  ...massCommunicationOperations,
};
