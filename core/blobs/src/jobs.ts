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
 * A collection at once, for transactions that release what nobody will want again: uploads are gone within minutes
 * (uploads.md 5.10). The one that comes round by itself is not put off by it.
 */
export const COLLECTION: NewJob = { queue: COLLECT, dedupeKey: "at once" };

const HOUR_SECONDS = 3_600;
/** Looking for bytes without a record lists the whole store. */
const WEEK_SECONDS = 7 * 24 * HOUR_SECONDS;

interface Dependencies {
  readonly blobs: Blobs;
  readonly transact: Transact<JobStores>;
  readonly clock: Clock;
}

/** What keeps the blob store free of bytes that nothing refers to. */
export function blobJobs({ blobs, transact, clock }: Dependencies): readonly JobDefinition[] {
  return [
    recurringJob({
      queue: COLLECT,
      everySeconds: HOUR_SECONDS,
      transact,
      clock,
      work: async (stop) => void (await blobs.collect(stop)),
    }),
    recurringJob({
      queue: REMOVE_STRAYS,
      everySeconds: WEEK_SECONDS,
      transact,
      clock,
      work: async (stop) => void (await blobs.removeStrays(stop)),
    }),
  ];
}
