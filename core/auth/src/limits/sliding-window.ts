/** A maximum number of hits in a sliding window of time. */
export interface Limit {
  /** The limited subject; only its SHA-256 is stored. */
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Timestamps in milliseconds since 1970-01-01T00:00:00Z, oldest first, possibly repeated. */
export type HitLog = readonly number[];

/** The log including one more hit, or the time to wait. */
export type WindowResult =
  | { readonly ok: true; readonly log: HitLog }
  | { readonly ok: false; readonly retryAfterMs: number };

/**
 * Checks one more hit against an exact sliding window: at most `max` hits in any `windowMs` (auth.md 1.10). Rejected
 * hits are not recorded. Timestamps in the future, from other hosts' clocks, count as well.
 */
export function checkWindow(log: HitLog, { max, windowMs }: Omit<Limit, "key">, now: number): WindowResult {
  const live = log.filter((at) => at > now - windowMs);
  if (live.length < max) return { ok: true, log: [...live, now].toSorted((one, other) => one - other) };
  const room = live[live.length - max] ?? now;
  return { ok: false, retryAfterMs: room + windowMs - now };
}

/** Removes one hit with this timestamp. */
export function removeHit(log: HitLog, at: number): HitLog {
  const index = log.indexOf(at);
  return index < 0 ? log : log.toSpliced(index, 1);
}
