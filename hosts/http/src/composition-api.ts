import type { CompositionServices } from "@cartulary/composition";
import { compositionOperations, DOCUMENTS_BASE } from "@cartulary/wire";
import type { Hono } from "hono";
import {
  compilationHandlers,
  composedDocumentHandlers,
  massCommunicationHandlers,
  partHandlers,
  templateHandlers,
} from "./operations/composition.ts";
import type { ApiDependencies } from "./requests/api-dependencies.ts";
import { implement } from "./requests/implement.ts";

export interface CompositionApiDependencies extends ApiDependencies, CompositionServices {}

/** Templates and composed documents, for any mount path such as {@link DOCUMENTS_BASE}. */
export function compositionApi(dependencies: CompositionApiDependencies): Hono {
  return implement(
    compositionOperations,
    {
      ...templateHandlers,
      ...composedDocumentHandlers,
      ...partHandlers,
      ...compilationHandlers,
      ...massCommunicationHandlers,
    },
    DOCUMENTS_BASE,
    dependencies,
  );
}
