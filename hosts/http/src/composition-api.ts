import type { CompositionServices } from "@cartulary/composition";
import { compositionOperations, DOCUMENTS_BASE } from "@cartulary/wire";
import type { Hono } from "hono";
import { implement } from "./exchange/implement.ts";
import type { ApiDependencies } from "./exchange/perform.ts";
import {
  compilationHandlers,
  composedDocumentHandlers,
  massCommunicationHandlers,
  partHandlers,
  templateHandlers,
} from "./operations/composition.ts";

/** What composing documents needs. */
export interface CompositionApiDependencies extends ApiDependencies, CompositionServices {}

/** Templates and composed documents, to be mounted at {@link DOCUMENTS_BASE} or anywhere else. */
export function compositionApi(dependencies: CompositionApiDependencies): Hono {
  const { templates, composedDocuments, parts, compiler, fonts, massCommunications } = dependencies;
  return implement(
    compositionOperations,
    {
      ...templateHandlers(templates),
      ...composedDocumentHandlers(composedDocuments),
      ...partHandlers(parts),
      ...compilationHandlers(compiler, fonts),
      ...massCommunicationHandlers(massCommunications),
    },
    DOCUMENTS_BASE,
    dependencies,
  );
}
