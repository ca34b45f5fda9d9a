import {
  type Clock,
  type JobDefinition,
  type JobStores,
  type NewJob,
  recurringJob,
  type Transact,
} from "@cartulary/kernel";
import type { Blobs } from "./blobs.ts";

const COLLECT = "blobs/collect";
const REMOVE_STRAYS = "blobs/remove_strays";

/** The queues of {@link blobJobs}. */
export const BLOB_QUEUES: readonly string[] = [COLLECT, REMOVE_STRAYS];

/**
 * Enqueue this job to collect garbage now; used when upload bytes are released, which must be gone within minutes
 * (uploads.md 5.10). The hourly job still runs.
 */
export const COLLECT_NOW_JOB: NewJob = { queue: COLLECT, dedupeKey: "at once" };

const HOUR_SECONDS = 3_600;
/** Rare, because it lists the whole store. */
const WEEK_SECONDS = 7 * 24 * HOUR_SECONDS;

interface Dependencies {
  readonly blobs: Blobs;
  readonly transact: Transact<JobStores>;
  readonly clock: Clock;
}

/** The jobs that remove unreferenced bytes from the blob store. */
export function blobJobs({ blobs, transact, clock }: Dependencies): readonly JobDefinition[] {
  return [
    recurringJob({
      queue: COLLECT,
      everySeconds: HOUR_SECONDS,
      transact,
      clock,
      work: async (stop) => void (await blobs.collectGarbage(stop)),
    }),
    recurringJob({
      queue: REMOVE_STRAYS,
      everySeconds: WEEK_SECONDS,
      transact,
      clock,
      work: async (stop) => void (await blobs.removeOrphans(stop)),
    }),
  ];
}
