import { type Clock, type JobDefinition, type JobStores, recurringJob, type Transact } from "@cartulary/kernel";
import type { DocumentStores } from "./ports.ts";

const FORGET_REPLAYS = "documents/forget_replays";

/** The queues of {@link documentJobs}. */
export const DOCUMENT_QUEUES: readonly string[] = [FORGET_REPLAYS];

const HOUR_SECONDS = 3_600;

interface Dependencies {
  readonly transact: Transact<JobStores & Pick<DocumentStores, "replays">>;
  readonly clock: Clock;
}

/** What removes the answers to Idempotency-Keys that were kept long enough. */
export function documentJobs({ transact, clock }: Dependencies): readonly JobDefinition[] {
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
