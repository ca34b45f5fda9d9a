import type { ComposedDocuments, Parts, Templates } from "@cartulary/composition";
import { composedDocumentOperations, DOCUMENTS_BASE, partOperations, templateOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { type ApiDependencies, implement } from "./exchange/implement.ts";
import { composedDocumentHandlers, partHandlers, templateHandlers } from "./operations/composition.ts";

/** What composing documents needs. */
export interface CompositionApiDependencies extends ApiDependencies {
  readonly templates: Templates;
  readonly composedDocuments: ComposedDocuments;
  readonly parts: Parts;
}

/** Templates and composed documents, to be mounted at {@link DOCUMENTS_BASE} or anywhere else. */
export function compositionApi(dependencies: CompositionApiDependencies): Hono {
  const { templates, composedDocuments, parts } = dependencies;
  return implement(
    { ...templateOperations, ...composedDocumentOperations, ...partOperations },
    {
      ...templateHandlers(templates),
      ...composedDocumentHandlers(composedDocuments),
      ...partHandlers(parts),
    },
    DOCUMENTS_BASE,
    dependencies,
  );
}
