import { auditEvent } from "@cartulary/audit";
import { emailKey, type User } from "@cartulary/directory";
import type { Clock, NewId, Transact, UserId } from "@cartulary/kernel";
import { isHashable, normalisedPassword } from "./password.ts";
import type { AuthStores, PasswordHash } from "./ports.ts";
import { type RateLimiter, rateLimited } from "./rate-limiter.ts";
import type { Limit } from "./sliding-log.ts";
import { createTurns } from "./turns.ts";
import type { Visitor } from "./visitor.ts";

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
   * person is disabled: all three cost the same. 429 `rate_limited` while the address has had too many failures.
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
}

/** Failures that one person may have from one network, and from everywhere, in a quarter of an hour (auth.md 1.2). */
export const PASSWORD_FAILURES_MAX = { perNetwork: 10, perPerson: 100, windowMs: 900_000 } as const;

/**
 * Password checks over a database. Attempts on one key go one after the other in this process: an attempt counts as a
 * failure until it proved right, and many right ones at once must not keep each other out.
 */
export function createPasswordCheck(dependencies: Dependencies): PasswordCheck {
  const { rateLimiter } = dependencies;
  const inTurn = createTurns();
  return {
    passing: (attempt, work) => {
      const [perNetwork, perPerson] = limitsOf(attempt);
      return inTurn(perNetwork.key, async () => {
        const hit = await rateLimiter.hit(perNetwork, perPerson);
        if (!hit.ok) throw rateLimited(hit);
        let failed = false;
        try {
          const passed = await attempted(dependencies, attempt, work);
          failed = passed === null;
          return passed;
        } finally {
          if (!failed) await rateLimiter.giveBack(hit);
        }
      });
    },
  };
}

/** By what is typed, whether anybody is known by it or not; what can be nobody's address is one person to us. */
function limitsOf({ emailAddress, visitor }: PasswordAttempt): readonly [perNetwork: Limit, perPerson: Limit] {
  const person = `password ${emailKey(emailAddress) ?? ""}`;
  const { perNetwork, perPerson, windowMs } = PASSWORD_FAILURES_MAX;
  return [
    { key: `${person} ${visitor.network}`, max: perNetwork, windowMs },
    { key: person, max: perPerson, windowMs },
  ];
}

/**
 * The slow comparison stands outside any transaction, so what it rested on is looked at again in the one that writes.
 * When the password was replaced in between, or only hashed anew by an attempt elsewhere, everything starts over.
 */
async function attempted<Result>(
  dependencies: Dependencies,
  attempt: PasswordAttempt,
  work: (stores: AuthStores, user: User) => Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  const { transact, passwordHash, clock } = dependencies;
  const { password } = attempt;
  const known = await transact.read((stores) => personOf(stores, attempt.emailAddress));
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
    return { result: await work(stores, user) };
  });
  if (outcome === "changed") return attempted(dependencies, attempt, work);
  return outcome === "disabled" ? refuse(dependencies, attempt, { ...known, active: false }) : outcome;
}

/** What a password is proved against. */
interface Person {
  readonly userId: UserId;
  readonly active: boolean;
  readonly phc: string | null;
}

async function personOf({ users, credentials }: AuthStores, typed: string): Promise<Person | null> {
  const user = await users.findByEmail(typed);
  return user && { userId: user.id, active: user.active, phc: await credentials.find(user.id) };
}

/** The trail tells why, which nobody else is told; not what was typed, which may well be a password. */
async function refuse(
  { transact, ...dependencies }: Dependencies,
  { via, visitor }: PasswordAttempt,
  known: Person | null,
): Promise<null> {
  const reason = known === null ? "unknown_user" : known.active ? "wrong_password" : "disabled_user";
  const deed = { action: "session.refused", resourceType: "user", resourceId: known?.userId ?? null };
  const actor = { userId: null, ...visitor };
  const event = auditEvent(dependencies, actor, { ...deed, detail: { via, reason } });
  await transact.write(({ audit }) => audit.record(event));
  return null;
}
