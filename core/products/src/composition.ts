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
import { recordRemoval } from "./audit/audit-recorder.ts";
import type { MaintenancePart } from "./maintenance-part.ts";
import { SEEDED_LETTERS } from "./seeded-letters.ts";

/** Stores of transactions on composed documents. */
export type ComposingStores = CompositionStores & AuditStores;

export interface CompositionPorts<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly timer: Timer;
  readonly blobStore: BlobStore;
  readonly digests: Digests;
  readonly secrets: Secrets;
  readonly typesetter: Typesetter;
  /** The archive's listeners, because PDFs are documents too. */
  readonly treeListeners: readonly TreeListener<Stores>[];
}

/** Templates and composed documents. The archive must call {@link compositionTreeListener}. */
export interface Composition<Stores> extends MaintenancePart<Stores>, CompositionServices {}

export { compositionTreeListener } from "@cartulary/composition";

export const COMPOSITION_QUEUES: readonly string[] = MASS_COMMUNICATION_QUEUES;

/** Creates the services of composed documents, with their audit trail. */
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
    prepare: () => seedTemplates({ ...ports, moreTemplates: SEEDED_LETTERS }),
  };
}
