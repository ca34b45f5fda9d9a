import type { User } from "@cartulary/directory";
import {
  type Clock,
  createWorkQueue,
  type Digests,
  type NewId,
  secondsAfter,
  type Transact,
  type UserId,
} from "@cartulary/kernel";
import { type RateLimiter, rateLimited } from "../limits/rate-limiter.ts";
import { recordFailure } from "../limits/record-failure.ts";
import { signInKeys, signInLimits } from "../limits/sign-in-limit.ts";
import type { AuthStores, PasswordHash } from "../ports.ts";
import type { RequestSource } from "../request-source.ts";
import { isHashable, normalisedPassword } from "./password.ts";

/** Credentials of a sign-in attempt. */
export interface PasswordAttempt {
  /** Case and surrounding white space do not matter. */
  readonly emailAddress: string;
  readonly password: string;
  readonly requestSource: RequestSource;
  /** The kind of attempt, for the audit trail. */
  readonly via: "password_grant" | "login_page" | "confirmation" | "password_change";
}

/**
 * The only place where passwords are compared: applies the rate limits of auth.md 1.2 and records failures in the audit
 * trail.
 */
export interface PasswordCheck {
  /**
   * Runs `work` in a write transaction in which the user is locked, active and has this password. Returns `null` for an
   * unknown address, a wrong password and a disabled user; all three take the same time. Throws 429 `rate_limited`
   * after too many failures of the address or network, and 503 `temporarily_unavailable` while too many attempts wait.
   */
  verify<Result>(
    attempt: PasswordAttempt,
    work: (stores: AuthStores, user: User) => Promise<Result>,
  ): Promise<{ readonly result: Result } | null>;
}

interface Dependencies {
  readonly transact: Transact<AuthStores>;
  readonly passwordHash: PasswordHash;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

/** Time for which a network counts as known after a sign-in. */
export const NETWORK_KNOWN_SECONDS = 2_592_000;
/** Concurrent attempts on one key in this process: one running, the others waiting (auth.md 1.2). */
const ATTEMPTS_AT_ONCE_MAX = 51;

/**
 * Creates the password check. Attempts with one key run one after another in this process: an attempt counts as a
 * failure until it succeeds, so that concurrent correct attempts would block each other.
 */
export function createPasswordCheck(dependencies: Dependencies): PasswordCheck {
  const { rateLimiter } = dependencies;
  const inTurn = createWorkQueue({
    runningEach: 1,
    present: ATTEMPTS_AT_ONCE_MAX,
    message: "Too many sign in at once; try again",
  });
  return {
    verify: (attempt, work) =>
      inTurn(signInKeys(attempt).here, async () => {
        const person = await look(dependencies, attempt);
        const hit = await rateLimiter.hit(...signInLimits(attempt, person?.fromKnownNetwork ?? false));
        if (!hit.ok) throw rateLimited(hit);
        let failed = false;
        try {
          const passed = await tryPassword(dependencies, attempt, work, person);
          failed = passed === null;
          return passed;
        } finally {
          if (!failed) await rateLimiter.refund(hit);
        }
      }),
  };
}

/**
 * Compares outside any transaction, because hashing is slow, and checks the hash again in the write transaction. Starts
 * over when the password was replaced or rehashed meanwhile.
 */
async function tryPassword<Result>(
  dependencies: Dependencies,
  attempt: PasswordAttempt,
  work: (stores: AuthStores, user: User) => Promise<Result>,
  person: Person | null,
): Promise<{ readonly result: Result } | null> {
  const { transact, passwordHash, clock } = dependencies;
  const { password } = attempt;
  const compared = isHashable(password) && person?.active ? person.phc : null;
  const matches = await passwordHash.verify(isHashable(password) ? normalisedPassword(password) : "", compared);
  if (!person || !matches) return refuse(dependencies, attempt, person);
  const rehashed =
    person.phc !== null && passwordHash.isOutdated(person.phc)
      ? await passwordHash.hash(normalisedPassword(password))
      : null;

  const outcome = await transact.write(async (stores) => {
    // Locks the user, so that a concurrent deactivation or password change also ends what `work` creates.
    const user = await stores.users.lock(person.userId);
    if (!user?.active) return "disabled" as const;
    if ((await stores.credentials.find(user.id)) !== person.phc) return "changed" as const;
    if (rehashed !== null) await stores.credentials.save(user.id, rehashed, clock.now());
    await stores.knownNetworks.recordUse(user.id, networkOf(dependencies, attempt), clock.now());
    return { result: await work(stores, user) };
  });
  if (outcome === "changed") return tryPassword(dependencies, attempt, work, await look(dependencies, attempt));
  return outcome === "disabled" ? refuse(dependencies, attempt, { ...person, active: false }) : outcome;
}

interface Person {
  readonly userId: UserId;
  readonly active: boolean;
  readonly phc: string | null;
  /** True when the user recently signed in from this network. */
  readonly fromKnownNetwork: boolean;
}

function look(dependencies: Dependencies, attempt: PasswordAttempt): Promise<Person | null> {
  const network = networkOf(dependencies, attempt);
  const since = secondsAfter(dependencies.clock.now(), -NETWORK_KNOWN_SECONDS);
  return dependencies.transact.read(async ({ users, credentials, knownNetworks }) => {
    const user = await users.findByEmail(attempt.emailAddress);
    if (!user) return null;
    const { id: userId, active } = user;
    const fromKnownNetwork = await knownNetworks.isKnown(userId, network, since);
    return { userId, active, phc: await credentials.find(userId), fromKnownNetwork };
  });
}

/** Stores a digest only, so that the database does not reveal locations. */
const networkOf = ({ digests }: Dependencies, { requestSource }: PasswordAttempt) =>
  digests.sha256(requestSource.network);

/** Records the reason in the audit trail only; never the typed address, which may be a password. */
async function refuse(
  { transact, ...dependencies }: Dependencies,
  { via, requestSource }: PasswordAttempt,
  person: Person | null,
): Promise<null> {
  const reason = person === null ? "unknown_user" : person.active ? "wrong_password" : "disabled_user";
  const entry = { action: "session.refused", resourceType: "user", resourceId: person?.userId ?? null };
  const actor = { userId: null, ...requestSource };
  await transact.write((stores) => recordFailure(stores, dependencies, actor, { ...entry, detail: { via, reason } }));
  return null;
}
