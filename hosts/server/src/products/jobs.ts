import { JobCancelledError, type JobObserver } from "@cartulary/kernel";
import { AGENCY_QUEUES } from "@cartulary/products/agency";
import { ARCHIVE_QUEUES } from "@cartulary/products/archive";
import { COMPOSITION_QUEUES } from "@cartulary/products/composition";
import { IDENTITY_QUEUES } from "@cartulary/products/identity";
import { MAINTENANCE_QUEUES } from "@cartulary/products/maintenance";
import type { Log } from "../logging/log.ts";

/** The job queues of all products. */
export const jobQueues: readonly string[] = [
  ...MAINTENANCE_QUEUES,
  ...IDENTITY_QUEUES,
  ...ARCHIVE_QUEUES,
  ...COMPOSITION_QUEUES,
  ...AGENCY_QUEUES,
];

/** Logs failures of jobs and of the queue. */
export function jobLog(log: Log): JobObserver {
  return {
    failed({ job: { queue, id, attempt }, error, final }) {
      const failure = { event: "job", queue, id, attempt };
      if (error instanceof JobCancelledError) log.info(failure, "job released");
      else if (final) log.error({ ...failure, err: error }, "job failed permanently");
      else log.warn({ ...failure, err: error }, "job will be retried");
    },
    unreachable: (error) => log.error({ event: "job", err: error }, "job queue unreachable"),
  };
}
