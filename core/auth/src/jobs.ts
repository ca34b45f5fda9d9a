import {
  type Clock,
  type JobDefinition,
  type JobStores,
  recurringJob,
  secondsAfter,
  type Transact,
} from "@cartulary/kernel";
import type { AuthStores } from "./ports.ts";
import { FAMILY_SECONDS } from "./tokens.ts";

const FORGET_ATTEMPTS = "auth/forget_attempts";
const FORGET_CODES = "auth/forget_authorization_codes";
const FORGET_SESSIONS = "auth/forget_sessions";

/** The queues of {@link authJobs}. */
export const AUTH_QUEUES: readonly string[] = [FORGET_ATTEMPTS, FORGET_CODES, FORGET_SESSIONS];

const HOUR_SECONDS = 3_600;

interface Dependencies {
  readonly transact: Transact<JobStores & Pick<AuthStores, "rateLimits" | "authorizationCodes" | "sessions">>;
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
    // As long as tokens may live that a second use of the code would end.
    recurringJob({
      ...hourly,
      queue: FORGET_CODES,
      work: () =>
        transact.write(({ authorizationCodes }) =>
          authorizationCodes.removeExpired(secondsAfter(clock.now(), -FAMILY_SECONDS)),
        ),
    }),
    recurringJob({
      ...hourly,
      queue: FORGET_SESSIONS,
      work: () => transact.write(({ sessions }) => sessions.removeExpired(clock.now())),
    }),
  ];
}
