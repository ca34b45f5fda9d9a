import type { AuditStores } from "@cartulary/audit";
import {
  type ComposedDocuments,
  type CompositionStores,
  createComposedDocuments,
  createParts,
  createTemplates,
  type Parts,
  seedTemplates,
  type Templates,
} from "@cartulary/composition";
import type { Clock, NewId, Transact } from "@cartulary/kernel";
import { recordRemoval } from "./audit/audited.ts";
import type { Part } from "./part.ts";

/** What a transaction about composed documents touches. */
export type ComposingStores = CompositionStores & AuditStores;

/** What composing documents is made from. */
export interface CompositionPorts<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Templates, and the documents that are made of them. The archive tells it of the tree by {@link compositionTreeListener}. */
export interface Composition<Stores> extends Part<Stores> {
  readonly templates: Templates;
  readonly composedDocuments: ComposedDocuments;
  readonly parts: Parts;
}

export { compositionTreeListener } from "@cartulary/composition";

/** The queues of the jobs of {@link createComposition}. */
export const COMPOSITION_QUEUES: readonly string[] = [];

/** Composing documents from its ports: the services, and what is recorded in the trail. */
export function createComposition<Stores extends ComposingStores>(
  ports: CompositionPorts<Stores>,
): Composition<Stores> {
  const recordedRemoval = (resourceType: string) => ({
    ...ports,
    onRemoval: recordRemoval<Stores>(ports, resourceType),
  });
  return {
    templates: createTemplates(recordedRemoval("document_template")),
    composedDocuments: createComposedDocuments(recordedRemoval("composed_document")),
    parts: createParts(ports),
    jobs: [],
    checks: [],
    blobHolders: [],
    prepare: () => seedTemplates(ports),
  };
}
