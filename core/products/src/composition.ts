import type { AuditStores } from "@cartulary/audit";
import { createBlobs } from "@cartulary/blobs";
import {
  type CompositionServices,
  type CompositionStores,
  compositionChecks,
  createCompositionServices,
  MASS_COMMUNICATION_QUEUES,
  massCommunicationJobs,
  seedTemplates,
  type Typesetter,
} from "@cartulary/composition";
import type { TreeListener } from "@cartulary/documents";
import type { BlobStore, Clock, Digests, NewId, Secrets, Timer, Transact } from "@cartulary/kernel";
import { recordRemoval } from "./audit/audited.ts";
import type { Part } from "./part.ts";

/** What a transaction about composed documents touches. */
export type ComposingStores = CompositionStores & AuditStores;

/** What composing documents is made from. */
export interface CompositionPorts<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly timer: Timer;
  readonly blobStore: BlobStore;
  readonly digests: Digests;
  readonly secrets: Secrets;
  readonly typesetter: Typesetter;
  /** Those of the archive: a PDF is a document like others. */
  readonly treeListeners: readonly TreeListener<Stores>[];
}

/** Templates, and the documents that are made of them. The archive tells it of the tree by {@link compositionTreeListener}. */
export interface Composition<Stores> extends Part<Stores>, CompositionServices {}

export { compositionTreeListener } from "@cartulary/composition";

/** The queues of the jobs of {@link createComposition}. */
export const COMPOSITION_QUEUES: readonly string[] = MASS_COMMUNICATION_QUEUES;

/** Composing documents from its ports: the services, and what is recorded in the trail. */
export function createComposition<Stores extends ComposingStores>(
  ports: CompositionPorts<Stores>,
): Composition<Stores> {
  const compiling = { ...ports, blobs: createBlobs(ports) };
  const onRemovalOf = (resourceType: string) => recordRemoval<Stores>(ports, resourceType);
  return {
    ...createCompositionServices({ ...compiling, onRemovalOf }),
    jobs: massCommunicationJobs(compiling),
    checks: compositionChecks({ transact: ports.transact }),
    blobHolders: [],
    prepare: () => seedTemplates(ports),
  };
}
