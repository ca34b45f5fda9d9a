import type { Visitor } from "../visitor.ts";
import { type RateLimiter, rateLimited } from "./rate-limiter.ts";
import type { Limit } from "./sliding-log.ts";

/** Wrong secrets of one kind that one network may send in a quarter of an hour (auth.md 1.5). */
export const WRONG_SECRETS: Omit<Limit, "key"> = { max: 100, windowMs: 900_000 };

/**
 * Counts a secret of our own form that we never issued, and refuses with 429 one more than {@link WRONG_SECRETS}. Called
 * after the look-up: nobody guesses 256 bits, so a right secret is answered whatever came from its network before. A secret
 * whose checksum is wrong is a typing error, no guess: it is not counted.
 */
export function countWrongSecret(rateLimiter: RateLimiter, kind: string, { network }: Visitor): Promise<void> {
  return countWrong(rateLimiter, { key: `wrong ${kind} from ${network}`, ...WRONG_SECRETS });
}

/** The same for a counter of its own. */
export async function countWrong(rateLimiter: RateLimiter, limit: Limit): Promise<void> {
  const hit = await rateLimiter.hit(limit);
  if (!hit.ok) throw rateLimited(hit);
}
