import { type JobObserver, StoppedError } from "@cartulary/kernel";
import { AGENCY_QUEUES } from "@cartulary/products/agency";
import { ARCHIVE_QUEUES } from "@cartulary/products/archive";
import { COMPOSITION_QUEUES } from "@cartulary/products/composition";
import { IDENTITY_QUEUES } from "@cartulary/products/identity";
import { UPKEEP_QUEUES } from "@cartulary/products/upkeep";
import type { Log } from "../logging/log.ts";

/** The queues of everything that this host serves. */
export const jobQueues: readonly string[] = [
  ...UPKEEP_QUEUES,
  ...IDENTITY_QUEUES,
  ...ARCHIVE_QUEUES,
  ...COMPOSITION_QUEUES,
  ...AGENCY_QUEUES,
];

/** Tells the log what a runner meets. */
export function jobLog(log: Log): JobObserver {
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
