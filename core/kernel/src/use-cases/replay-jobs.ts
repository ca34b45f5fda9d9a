import type { Clock } from "../clock.ts";
import { type JobDefinition, type JobStores, recurringJob } from "../jobs/queue.ts";
import type { Transact } from "../transact.ts";
import type { ReplayStores } from "./replays.ts";

/** Databases know the queue by this name, from when only documents had idempotency keys. */
const FORGET_REPLAYS = "documents/forget_replays";

/** The queues of {@link replayJobs}. */
export const REPLAY_QUEUES: readonly string[] = [FORGET_REPLAYS];

const HOUR_SECONDS = 3_600;

interface Dependencies {
  readonly transact: Transact<JobStores & ReplayStores>;
  readonly clock: Clock;
}

/** The job that removes expired replies to Idempotency-Keys. */
export function replayJobs({ transact, clock }: Dependencies): readonly JobDefinition[] {
  return [
    recurringJob({
      queue: FORGET_REPLAYS,
      everySeconds: HOUR_SECONDS,
      transact,
      clock,
      work: () => transact.write(({ replays }) => replays.removeExpired(clock.now())),
    }),
  ];
}
