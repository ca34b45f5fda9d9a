import { type Clock, type Digests, DomainError, instantOf, millisecondsOf, type Transact } from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";
import { type Judged, judged, type Limit, without } from "./sliding-log.ts";

/** A call that was counted. */
export interface Hit {
  readonly ok: true;
  readonly limits: readonly Limit[];
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
}

/** A call that was one too many, and was not counted. */
export interface Miss {
  readonly ok: false;
  /** Milliseconds until there is room, as far as is known now. */
  readonly retryAfterMs: number;
}

/**
 * Limits that hold over all hosts of one database, exactly and however many call at once (auth.md 1.10). The database
 * sees only the SHA-256 of a key.
 */
export interface RateLimiter {
  /** Counts a call for all of these limits, or, where one of them has no room, for none. */
  hit(...limits: readonly [Limit, ...Limit[]]): Promise<Hit | Miss>;
  /** Looks whether a call would be one too many for one of these, without counting it; `null` when there is room. */
  look(...limits: readonly [Limit, ...Limit[]]): Promise<Miss | null>;
  /**
   * Makes a call as if it had never been. Where only failures count, hit before you try and give back after a success:
   * what is being tried is counted, so that guesses beside each other are never more than the limit.
   */
  giveBack(hit: Hit): Promise<void>;
}

interface Dependencies {
  readonly transact: Transact<Pick<AuthStores, "rateLimits">>;
  readonly clock: Clock;
  readonly digests: Digests;
}

/** Limits over a database. */
export function createRateLimiter({ transact, clock, digests }: Dependencies): RateLimiter {
  /** In the order of their keys, so that two calls with keys in common never wait for each other. */
  const inOrder = (limits: readonly Limit[]) =>
    limits
      .map((limit) => ({ limit, key: digests.sha256(limit.key) }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));

  const look = (...limits: readonly [Limit, ...Limit[]]): Promise<Miss | null> =>
    transact.read(async ({ rateLimits }) => {
      const at = millisecondsOf(clock.now());
      const results = [];
      for (const { limit, key } of inOrder(limits)) results.push(judged(await rateLimits.find(key), limit, at));
      return missIn(results);
    });

  return {
    look,

    async hit(...limits) {
      // Whoever is refused again and again costs no write.
      const full = await look(...limits);
      if (full) return full;
      return transact.write(async ({ rateLimits }) => {
        const at = millisecondsOf(clock.now());
        const counted = [];
        for (const { limit, key } of inOrder(limits)) {
          counted.push({ limit, key, result: judged(await rateLimits.lock(key), limit, at) });
        }
        const miss = missIn(counted.map(({ result }) => result));
        if (miss) return miss;
        for (const { limit, key, result } of counted) {
          if (result.ok) await rateLimits.save(key, result.log, instantOf(at + limit.windowMs));
        }
        return { ok: true, limits, at } as const;
      });
    },

    giveBack: ({ limits, at }) =>
      transact.write(async ({ rateLimits }) => {
        for (const { limit, key } of inOrder(limits)) {
          const log = without(await rateLimits.lock(key), at);
          await rateLimits.save(key, log, instantOf((log.at(-1) ?? at) + limit.windowMs));
        }
      }),
  };
}

/** The longest wait of these, where one has no room. */
function missIn(results: readonly Judged[]): Miss | null {
  const waits = results.map((result) => (result.ok ? 0 : result.retryAfterMs));
  return results.every(({ ok }) => ok)
    ? null
    : { ok: false, retryAfterMs: waits.reduce((most, wait) => Math.max(most, wait), 0) };
}

/** 429 `rate_limited`, with when to come again. */
export function rateLimited({ retryAfterMs }: Miss): DomainError {
  const retryAfterSeconds = Math.ceil(retryAfterMs / 1000);
  return new DomainError("rate_limited", "rate_limited", `Too many attempts; try again in ${retryAfterSeconds} s`, {
    retryAfterSeconds,
  });
}
