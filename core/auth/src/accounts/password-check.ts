import type { User } from "@cartulary/directory";
import { type Clock, type Digests, type NewId, secondsAfter, type Transact, type UserId } from "@cartulary/kernel";
import { type RateLimiter, rateLimited } from "../limits/rate-limiter.ts";
import { recordRefusal } from "../limits/refusals.ts";
import { signInKeys, signInLimits } from "../limits/sign-in-limit.ts";
import { createTurns } from "../limits/turns.ts";
import type { AuthStores, PasswordHash } from "../ports.ts";
import type { Visitor } from "../visitor.ts";
import { isHashable, normalisedPassword } from "./password.ts";

/** Somebody says who they are and what only they know. */
export interface PasswordAttempt {
  /** In any case, with or without spaces around. */
  readonly emailAddress: string;
  readonly password: string;
  readonly visitor: Visitor;
  /** Which door it was, for the trail. */
  readonly via: "password_grant" | "login_page" | "confirmation" | "password_change";
}

/** The one place where passwords are compared: as often as auth.md 1.2 allows, and told in the trail. */
export interface PasswordCheck {
  /**
   * Runs `work` in a writing transaction in which the person of this password is locked, active, and has this password.
   * `null` when the password proves nothing, be it that nobody is known by this address, that it is wrong or that the
   * person is disabled: all three cost the same. 429 `rate_limited` while the address or the network has had too many
   * failures, 503 `temporarily_unavailable` while too many others are waiting.
   */
  passing<Result>(
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

/** How long a network is known that somebody signed in from. */
export const NETWORK_KNOWN_SECONDS = 2_592_000;
/** Attempts at once in this process: one that is being compared, and as many as may wait to be (auth.md 1.2). */
const ATTEMPTS_AT_ONCE_MAX = 51;

/**
 * Password checks over a database. Attempts on one key go one after the other in this process: an attempt counts as a
 * failure until it proved right, and many right ones at once must not keep each other out.
 */
export function createPasswordCheck(dependencies: Dependencies): PasswordCheck {
  const { rateLimiter } = dependencies;
  const inTurn = createTurns(ATTEMPTS_AT_ONCE_MAX);
  return {
    passing: (attempt, work) =>
      inTurn(signInKeys(attempt).here, async () => {
        const known = await look(dependencies, attempt);
        const hit = await rateLimiter.hit(...signInLimits(attempt, known?.fromKnownNetwork ?? false));
        if (!hit.ok) throw rateLimited(hit);
        let failed = false;
        try {
          const passed = await attempted(dependencies, attempt, work, known);
          failed = passed === null;
          return passed;
        } finally {
          if (!failed) await rateLimiter.giveBack(hit);
        }
      }),
  };
}

/**
 * The slow comparison stands outside any transaction, so what it rested on is looked at again in the one that writes.
 * When the password was replaced in between, or only hashed anew by an attempt elsewhere, everything starts over.
 */
async function attempted<Result>(
  dependencies: Dependencies,
  attempt: PasswordAttempt,
  work: (stores: AuthStores, user: User) => Promise<Result>,
  known: Person | null,
): Promise<{ readonly result: Result } | null> {
  const { transact, passwordHash, clock } = dependencies;
  const { password } = attempt;
  const compared = isHashable(password) && known?.active ? known.phc : null;
  const matches = await passwordHash.verify(isHashable(password) ? normalisedPassword(password) : "", compared);
  if (!known || !matches) return refuse(dependencies, attempt, known);
  const rehashed =
    known.phc !== null && passwordHash.isOutdated(known.phc)
      ? await passwordHash.hash(normalisedPassword(password))
      : null;

  const outcome = await transact.write(async (stores) => {
    // Locked, so that a deactivation or a new password beside this ends what is made here too.
    const user = await stores.users.lock(known.userId);
    if (!user?.active) return "disabled" as const;
    if ((await stores.credentials.find(user.id)) !== known.phc) return "changed" as const;
    if (rehashed !== null) await stores.credentials.save(user.id, rehashed, clock.now());
    await stores.knownNetworks.seen(user.id, networkOf(dependencies, attempt), clock.now());
    return { result: await work(stores, user) };
  });
  if (outcome === "changed") return attempted(dependencies, attempt, work, await look(dependencies, attempt));
  return outcome === "disabled" ? refuse(dependencies, attempt, { ...known, active: false }) : outcome;
}

/** What a password is proved against. */
interface Person {
  readonly userId: UserId;
  readonly active: boolean;
  readonly phc: string | null;
  /** Whether this person signed in from there lately. */
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

/** Nobody learns from the database where people are. */
const networkOf = ({ digests }: Dependencies, { visitor }: PasswordAttempt) => digests.sha256(visitor.network);

/** The trail tells why, which nobody else is told; not what was typed, which may well be a password. */
async function refuse(
  { transact, ...dependencies }: Dependencies,
  { via, visitor }: PasswordAttempt,
  known: Person | null,
): Promise<null> {
  const reason = known === null ? "unknown_user" : known.active ? "wrong_password" : "disabled_user";
  const deed = { action: "session.refused", resourceType: "user", resourceId: known?.userId ?? null };
  const actor = { userId: null, ...visitor };
  await transact.write((stores) => recordRefusal(stores, dependencies, actor, { ...deed, detail: { via, reason } }));
  return null;
}
