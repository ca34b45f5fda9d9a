import {
  type Clock,
  type Instant,
  type JobDefinition,
  type JobStores,
  type NewId,
  recurringJob,
  type StopSignal,
  secondsAfter,
  type Transact,
} from "@cartulary/kernel";
import { NETWORK_KNOWN_SECONDS } from "./accounts/password-check.ts";
import { DEVICE_GRANT_RETENTION_SECONDS } from "./device/device-grant.ts";
import { flushFailureCounts } from "./limits/record-failure.ts";
import { type AuthStores, TOKEN_KINDS, type TokenKind } from "./ports.ts";
import { DAY_SECONDS, FAMILY_SECONDS } from "./tokens/issue-token.ts";

const FORGET_ATTEMPTS = "auth/forget_attempts";
const FORGET_CODES = "auth/forget_authorization_codes";
const FORGET_SESSIONS = "auth/forget_sessions";
const FORGET_DEVICE_GRANTS = "auth/forget_device_grants";
const FORGET_TOKENS = "auth/forget_tokens";
const FORGET_REFRESH_REPLIES = "auth/forget_refresh_replies";
const FORGET_NETWORKS = "auth/forget_networks";
const RECORD_REFUSALS = "auth/record_refusals";
const FORGET_ASSERTIONS = "auth/forget_assertions";

/** The queues of {@link authJobs}. */
export const AUTH_QUEUES: readonly string[] = [
  FORGET_ATTEMPTS,
  FORGET_CODES,
  FORGET_SESSIONS,
  FORGET_DEVICE_GRANTS,
  FORGET_ASSERTIONS,
  FORGET_TOKENS,
  FORGET_REFRESH_REPLIES,
  FORGET_NETWORKS,
  RECORD_REFUSALS,
];

const HOUR_SECONDS = 3_600;

type CleanupStores = Pick<
  AuthStores,
  | "audit"
  | "knownNetworks"
  | "refusals"
  | "rateLimits"
  | "authorizationCodes"
  | "sessions"
  | "deviceGrants"
  | "usedAssertions"
  | "refreshReplies"
  | "tokens"
>;

interface Dependencies {
  readonly transact: Transact<JobStores & CleanupStores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** The jobs that remove expired sessions, codes, grants, tokens and rate limit entries. */
export function authJobs({ transact, clock, newId }: Dependencies): readonly JobDefinition[] {
  const hourly = (queue: string, work: (stores: CleanupStores, now: Instant) => Promise<void>) =>
    recurringJob({
      queue,
      everySeconds: HOUR_SECONDS,
      transact,
      clock,
      work: () => transact.write((stores) => work(stores, clock.now())),
    });
  return [
    hourly(FORGET_ATTEMPTS, ({ rateLimits }, now) => rateLimits.removeExpired(now)),
    // A second use of a code ends its tokens, so codes are stored as long as those may be valid.
    hourly(FORGET_CODES, ({ authorizationCodes }, now) =>
      authorizationCodes.removeExpired(secondsAfter(now, -FAMILY_SECONDS)),
    ),
    hourly(FORGET_SESSIONS, ({ sessions }, now) => sessions.removeExpired(now)),
    // Late polls get a precise error.
    hourly(FORGET_DEVICE_GRANTS, ({ deviceGrants }, now) =>
      deviceGrants.removeExpired(secondsAfter(now, -DEVICE_GRANT_RETENTION_SECONDS)),
    ),
    hourly(FORGET_REFRESH_REPLIES, ({ refreshReplies }, now) => refreshReplies.removeExpired(now)),
    hourly(FORGET_ASSERTIONS, ({ usedAssertions }, now) => usedAssertions.removeExpired(now)),
    hourly(FORGET_NETWORKS, ({ knownNetworks }, now) =>
      knownNetworks.removeUnseen(secondsAfter(now, -NETWORK_KNOWN_SECONDS)),
    ),
    recurringJob({
      queue: RECORD_REFUSALS,
      everySeconds: HOUR_SECONDS,
      transact,
      clock,
      work: async (stop) => {
        const flushSome = () => transact.write((stores) => flushFailureCounts(stores, { newId }, clock.now()));
        while (!stop.aborted && (await flushSome()));
      },
    }),
    recurringJob({
      queue: FORGET_TOKENS,
      everySeconds: HOUR_SECONDS,
      transact,
      clock,
      work: async (stop) => {
        for (const kind of TOKEN_KINDS) await forgetTokens(transact, kind, clock.now(), stop);
      },
    }),
  ];
}

const TOKENS_AT_ONCE = 1000;

/**
 * Time for which expired tokens are stored: refresh tokens as long as their family, which a second use would end; the
 * others so that late requests get the error `expired`.
 */
const RETENTION_SECONDS: Readonly<Record<TokenKind, number>> = {
  access: 7 * DAY_SECONDS,
  refresh: FAMILY_SECONDS,
  personal: 90 * DAY_SECONDS,
};

async function forgetTokens(
  transact: Transact<CleanupStores>,
  kind: TokenKind,
  now: Instant,
  stop: StopSignal,
): Promise<void> {
  const by = secondsAfter(now, -RETENTION_SECONDS[kind]);
  const removeSome = () => transact.write(({ tokens }) => tokens.removeExpired(kind, by, TOKENS_AT_ONCE));
  while (!stop.aborted && (await removeSome()) === TOKENS_AT_ONCE);
}
