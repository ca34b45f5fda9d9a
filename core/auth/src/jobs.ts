import {
  type Clock,
  type Instant,
  type JobDefinition,
  type JobStores,
  recurringJob,
  secondsAfter,
  type Transact,
} from "@cartulary/kernel";
import { DEVICE_GRANT_KEPT_SECONDS } from "./device-grant.ts";
import type { AuthStores } from "./ports.ts";
import { FAMILY_SECONDS } from "./tokens.ts";

const FORGET_ATTEMPTS = "auth/forget_attempts";
const FORGET_CODES = "auth/forget_authorization_codes";
const FORGET_SESSIONS = "auth/forget_sessions";
const FORGET_DEVICE_GRANTS = "auth/forget_device_grants";
const FORGET_ASSERTIONS = "auth/forget_assertions";

/** The queues of {@link authJobs}. */
export const AUTH_QUEUES: readonly string[] = [
  FORGET_ATTEMPTS,
  FORGET_CODES,
  FORGET_SESSIONS,
  FORGET_DEVICE_GRANTS,
  FORGET_ASSERTIONS,
];

const HOUR_SECONDS = 3_600;

type Forgetting = Pick<
  AuthStores,
  "rateLimits" | "authorizationCodes" | "sessions" | "deviceGrants" | "usedAssertions"
>;

interface Dependencies {
  readonly transact: Transact<JobStores & Forgetting>;
  readonly clock: Clock;
}

/** What removes the attempts that no limit counts any more, and the sessions, codes and grants that ended. */
export function authJobs({ transact, clock }: Dependencies): readonly JobDefinition[] {
  const hourly = (queue: string, work: (stores: Forgetting, now: Instant) => Promise<void>) =>
    recurringJob({
      queue,
      everySeconds: HOUR_SECONDS,
      transact,
      clock,
      work: () => transact.write((stores) => work(stores, clock.now())),
    });
  return [
    hourly(FORGET_ATTEMPTS, ({ rateLimits }, now) => rateLimits.removeExpired(now)),
    // As long as tokens may live that a second use of the code would end.
    hourly(FORGET_CODES, ({ authorizationCodes }, now) =>
      authorizationCodes.removeExpired(secondsAfter(now, -FAMILY_SECONDS)),
    ),
    hourly(FORGET_SESSIONS, ({ sessions }, now) => sessions.removeExpired(now)),
    // A device that asks again within that time is told that its code was used.
    hourly(FORGET_DEVICE_GRANTS, ({ deviceGrants }, now) =>
      deviceGrants.removeExpired(secondsAfter(now, -DEVICE_GRANT_KEPT_SECONDS)),
    ),
    hourly(FORGET_ASSERTIONS, ({ usedAssertions }, now) => usedAssertions.removeExpired(now)),
  ];
}
