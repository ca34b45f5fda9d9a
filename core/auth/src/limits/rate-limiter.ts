import { type Clock, type Digests, DomainError, instantOf, millisecondsOf, type Transact } from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";
import { checkWindow, type Limit, removeHit, type WindowResult } from "./sliding-window.ts";

/** A counted call. */
export interface Hit {
  readonly ok: true;
  readonly limits: readonly Limit[];
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
}

/** A call that exceeds a limit; it was not counted. */
export interface RateLimitExceeded {
  readonly ok: false;
  /** Milliseconds until the next call may succeed. */
  readonly retryAfterMs: number;
}

/**
 * Exact rate limits across all hosts of one database, also for concurrent calls (auth.md 1.10). The database stores
 * only the SHA-256 of a key.
 */
export interface RateLimiter {
  /** Counts a call for all limits, or for none if one is exceeded. */
  hit(...limits: readonly [Limit, ...Limit[]]): Promise<Hit | RateLimitExceeded>;
  /** Checks whether a call would exceed a limit, without counting it; `null` if not. */
  peek(...limits: readonly [Limit, ...Limit[]]): Promise<RateLimitExceeded | null>;
  /**
   * Removes a counted call. To limit failures only, call `hit` before the attempt and `refund` after a success:
   * concurrent guesses are then counted too.
   */
  refund(hit: Hit): Promise<void>;
}

interface Dependencies {
  readonly transact: Transact<Pick<AuthStores, "rateLimits">>;
  readonly clock: Clock;
  readonly digests: Digests;
}

export function createRateLimiter({ transact, clock, digests }: Dependencies): RateLimiter {
  /** Sorted by key, so that transactions with common keys lock them in the same order and cannot deadlock. */
  const inOrder = (limits: readonly Limit[]) =>
    limits
      .map((limit) => ({ limit, key: digests.sha256(limit.key) }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));

  const look = (...limits: readonly [Limit, ...Limit[]]): Promise<RateLimitExceeded | null> =>
    transact.read(async ({ rateLimits }) => {
      const at = millisecondsOf(clock.now());
      const results = [];
      for (const { limit, key } of inOrder(limits)) results.push(checkWindow(await rateLimits.find(key), limit, at));
      return missIn(results);
    });

  return {
    peek: look,

    async hit(...limits) {
      // Rejecting repeated calls needs no write.
      const full = await look(...limits);
      if (full) return full;
      return transact.write(async ({ rateLimits }) => {
        const at = millisecondsOf(clock.now());
        const counted = [];
        for (const { limit, key } of inOrder(limits)) {
          counted.push({ limit, key, result: checkWindow(await rateLimits.lock(key), limit, at) });
        }
        const miss = missIn(counted.map(({ result }) => result));
        if (miss) return miss;
        for (const { limit, key, result } of counted) {
          if (result.ok) await rateLimits.save(key, result.log, instantOf(at + limit.windowMs));
        }
        return { ok: true, limits, at } as const;
      });
    },

    refund: ({ limits, at }) =>
      transact.write(async ({ rateLimits }) => {
        for (const { limit, key } of inOrder(limits)) {
          const log = removeHit(await rateLimits.lock(key), at);
          await rateLimits.save(key, log, instantOf((log.at(-1) ?? at) + limit.windowMs));
        }
      }),
  };
}

/** Returns the longest wait, if a limit is exceeded. */
function missIn(results: readonly WindowResult[]): RateLimitExceeded | null {
  const waits = results.map((result) => (result.ok ? 0 : result.retryAfterMs));
  return results.every(({ ok }) => ok)
    ? null
    : { ok: false, retryAfterMs: waits.reduce((most, wait) => Math.max(most, wait), 0) };
}

/** 429 `rate_limited` with the time to wait. */
export function rateLimited({ retryAfterMs }: RateLimitExceeded): DomainError {
  const retryAfterSeconds = Math.ceil(retryAfterMs / 1000);
  return new DomainError("rate_limited", "rate_limited", `Too many attempts; try again in ${retryAfterSeconds} s`, {
    retryAfterSeconds,
  });
}
