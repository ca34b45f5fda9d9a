import type { Clock } from "../clock.ts";
import { type JobDefinition, type JobStores, recurringJob } from "../jobs/queue.ts";
import type { Transact } from "../transact.ts";
import type { ReplayStores } from "./replays.ts";

/** The name under which databases know it since documents alone were answered again. */
const FORGET_REPLAYS = "documents/forget_replays";

/** The queues of {@link replayJobs}. */
export const REPLAY_QUEUES: readonly string[] = [FORGET_REPLAYS];

const HOUR_SECONDS = 3_600;

interface Dependencies {
  readonly transact: Transact<JobStores & ReplayStores>;
  readonly clock: Clock;
}

/** What removes the answers to Idempotency-Keys that are old enough. */
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
