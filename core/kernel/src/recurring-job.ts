import { type Clock, secondsAfter } from "./clock.ts";
import type { JobDefinition, JobStores, StopSignal } from "./job-queue.ts";
import type { Transact } from "./transact.ts";

/** Work that comes round again. */
interface Recurring {
  readonly queue: string;
  readonly everySeconds: number;
  readonly transact: Transact<JobStores>;
  readonly clock: Clock;
  /** May run more than once, as every handler. */
  readonly work: (stop: StopSignal) => Promise<void>;
}

/** The same for every run: of all the runs to come, one waits. */
const DEDUPE_KEY = "next";

/**
 * A job that is done once in `everySeconds`, whatever the number of hosts. Its first act is to enqueue the next run, in a
 * transaction of its own: neither a crash nor a failure for good ends the chain, and a second attempt finds that next
 * run waiting. The very first one is due when a host starts for the first time.
 */
export function recurringJob({ queue, everySeconds, transact, clock, work }: Recurring): JobDefinition {
  const next = { queue, dedupeKey: DEDUPE_KEY };
  return {
    queue,
    first: next,
    async handle(_job, stop) {
      const runAt = secondsAfter(clock.now(), everySeconds);
      await transact.write(({ jobs }) => jobs.enqueue({ ...next, runAt }));
      await work(stop);
    },
  };
}
