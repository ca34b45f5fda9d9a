import { type Clock, type JobDefinition, type JobStores, recurringJob, type Transact } from "@cartulary/kernel";
import type { AuthStores } from "./ports.ts";

const FORGET_ATTEMPTS = "auth/forget_attempts";
const FORGET_SESSIONS = "auth/forget_sessions";

/** The queues of {@link authJobs}. */
export const AUTH_QUEUES: readonly string[] = [FORGET_ATTEMPTS, FORGET_SESSIONS];

const HOUR_SECONDS = 3_600;

interface Dependencies {
  readonly transact: Transact<JobStores & Pick<AuthStores, "rateLimits" | "sessions">>;
  readonly clock: Clock;
}

/** What removes the attempts that no limit counts any more, and the sessions that ended. */
export function authJobs({ transact, clock }: Dependencies): readonly JobDefinition[] {
  const hourly = { everySeconds: HOUR_SECONDS, transact, clock };
  return [
    recurringJob({
      ...hourly,
      queue: FORGET_ATTEMPTS,
      work: () => transact.write(({ rateLimits }) => rateLimits.removeExpired(clock.now())),
    }),
    recurringJob({
      ...hourly,
      queue: FORGET_SESSIONS,
      work: () => transact.write(({ sessions }) => sessions.removeExpired(clock.now())),
    }),
  ];
}
