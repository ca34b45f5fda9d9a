import type { RequestSource } from "../request-source.ts";
import { type RateLimiter, rateLimited } from "./rate-limiter.ts";
import type { Limit } from "./sliding-window.ts";

/** Wrong secrets of one kind allowed from one network in a quarter of an hour (auth.md 1.5). */
export const WRONG_SECRETS: Omit<Limit, "key"> = { max: 100, windowMs: 900_000 };

/**
 * Counts an unknown secret in our format; throws 429 above {@link WRONG_SECRETS}. Call it after the look-up, so that
 * correct secrets always work: 256 bits cannot be guessed. Secrets with a wrong checksum are typing errors and are not
 * counted.
 */
export function countWrongSecret(rateLimiter: RateLimiter, kind: string, { network }: RequestSource): Promise<void> {
  return countWrong(rateLimiter, { key: `wrong ${kind} from ${network}`, ...WRONG_SECRETS });
}

/** Counts a hit; throws 429 above the limit. */
export async function countWrong(rateLimiter: RateLimiter, limit: Limit): Promise<void> {
  const hit = await rateLimiter.hit(limit);
  if (!hit.ok) throw rateLimited(hit);
}
