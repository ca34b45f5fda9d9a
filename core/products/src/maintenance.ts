import type { AuditStores } from "@cartulary/audit";
import { BLOB_QUEUES, type BlobStores, blobChecks, blobJobs, createBlobs } from "@cartulary/blobs";
import type {
  BlobStore,
  Check,
  Clock,
  Digests,
  JobAdministration,
  JobDefinition,
  JobRecordStores,
  JobStores,
  NewId,
  ReplayStores,
  Secrets,
  Transact,
} from "@cartulary/kernel";
import { createJobAdministration, REPLAY_QUEUES, replayJobs } from "@cartulary/kernel/jobs";
import { createRecorder } from "./audit/audit-recorder.ts";
import type { MaintenancePart } from "./maintenance-part.ts";

/** Stores of maintenance transactions. */
export type MaintenanceStores = BlobStores & ReplayStores & JobStores & JobRecordStores & AuditStores;

export interface MaintenancePorts<Stores> {
  readonly transact: Transact<Stores>;
  readonly blobStore: BlobStore;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly secrets: Secrets;
  /** All products that use this database. Bytes that none of them refers to are removed. */
  readonly parts: readonly MaintenancePart<Stores>[];
}

/** Maintenance of one database for all its products. */
export interface Maintenance {
  /** For a job runner. */
  readonly jobs: readonly JobDefinition[];
  /** The queues, for administrators. */
  readonly jobAdministration: JobAdministration;
  /** Integrity checks of all stored data. */
  readonly checks: readonly Check[];
  /** Runs at every start, before the server accepts requests. */
  prepare(): Promise<void>;
}

export const MAINTENANCE_QUEUES: readonly string[] = [...BLOB_QUEUES, ...REPLAY_QUEUES];

/** Creates the maintenance of a database from its ports. */
export function createMaintenance<Stores extends MaintenanceStores>(ports: MaintenancePorts<Stores>): Maintenance {
  const { parts } = ports;
  const record = createRecorder<Stores>(ports);
  const holders = parts.flatMap(({ blobHolders }) => blobHolders);
  return {
    jobs: [
      ...blobJobs({ ...ports, blobs: createBlobs(ports) }),
      ...replayJobs(ports),
      ...parts.flatMap(({ jobs }) => jobs),
    ],
    jobAdministration: createJobAdministration<Stores>({
      transact: ports.transact,
      onRetry: (stores, caller, { id, queue }) =>
        record(stores, caller, { action: "job.retried", resourceType: "job", resourceId: id, detail: { queue } }),
    }),
    checks: [...parts.flatMap(({ checks }) => checks), ...blobChecks({ ...ports, holders })],
    async prepare() {
      for (const part of parts) await part.prepare();
    },
  };
}
