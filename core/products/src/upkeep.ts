import { BLOB_QUEUES, type BlobStores, blobChecks, blobJobs, createBlobs } from "@cartulary/blobs";
import type {
  BlobStore,
  Check,
  Clock,
  Digests,
  JobDefinition,
  JobStores,
  ReplayStores,
  Secrets,
  Transact,
} from "@cartulary/kernel";
import { REPLAY_QUEUES, replayJobs } from "@cartulary/kernel/jobs";
import type { Part } from "./part.ts";

/** What a transaction that looks after a database touches. */
export type UpkeepStores = BlobStores & ReplayStores & JobStores;

/** What the upkeep is made from. */
export interface UpkeepPorts<Stores> {
  readonly transact: Transact<Stores>;
  readonly blobStore: BlobStore;
  readonly clock: Clock;
  readonly digests: Digests;
  readonly secrets: Secrets;
  /** Everything that is served from this database. Bytes that none of them refers to are removed in time. */
  readonly parts: readonly Part<Stores>[];
}

/** What looks after all that is stored in one database, whatever is served from it. */
export interface Upkeep {
  /** For a job runner. */
  readonly jobs: readonly JobDefinition[];
  /** What has to be true of everything stored. */
  readonly checks: readonly Check[];
  /** To be done at every start, before anything is served. */
  prepare(): Promise<void>;
}

/** The queues of the jobs that every database has. */
export const UPKEEP_QUEUES: readonly string[] = [...BLOB_QUEUES, ...REPLAY_QUEUES];

/** The upkeep of one database from its ports. */
export function createUpkeep<Stores extends UpkeepStores>(ports: UpkeepPorts<Stores>): Upkeep {
  const { parts } = ports;
  const holders = parts.flatMap(({ blobHolders }) => blobHolders);
  return {
    jobs: [
      ...blobJobs({ ...ports, blobs: createBlobs(ports) }),
      ...replayJobs(ports),
      ...parts.flatMap(({ jobs }) => jobs),
    ],
    checks: [...parts.flatMap(({ checks }) => checks), ...blobChecks({ ...ports, holders })],
    async prepare() {
      for (const part of parts) await part.prepare();
    },
  };
}
