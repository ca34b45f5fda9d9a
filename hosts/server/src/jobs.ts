import { AUTH_QUEUES, authJobs } from "@cartulary/auth";
import { BLOB_QUEUES, type Blobs, blobJobs } from "@cartulary/blobs";
import { DOCUMENT_QUEUES, documentJobs } from "@cartulary/documents";
import {
  type Clock,
  type JobDefinition,
  type JobObserver,
  type NewId,
  StoppedError,
  type Transact,
} from "@cartulary/kernel";
import type { Logger } from "pino";
import type { HostStores } from "./tokens.ts";

/** The queues of every package that this host serves. */
export const jobQueues: readonly string[] = [...BLOB_QUEUES, ...AUTH_QUEUES, ...DOCUMENT_QUEUES];

interface Dependencies {
  readonly blobs: Blobs;
  readonly transact: Transact<HostStores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** What is done with the jobs of {@link jobQueues}. */
export function hostJobs(dependencies: Dependencies): readonly JobDefinition[] {
  return [...blobJobs(dependencies), ...authJobs(dependencies), ...documentJobs(dependencies)];
}

/** Tells the log what a runner meets. */
export function jobLog(log: Logger): JobObserver {
  return {
    failed({ job: { queue, id, attempt }, error, final }) {
      const failure = { event: "job", queue, id, attempt };
      if (error instanceof StoppedError) log.info(failure, "given back");
      else if (final) log.error({ ...failure, err: error }, "failed for good");
      else log.warn({ ...failure, err: error }, "will be tried again");
    },
    unreachable: (error) => log.error({ event: "job", err: error }, "the queue does not answer"),
  };
}
