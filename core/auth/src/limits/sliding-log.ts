/** How many hits a window of time may hold. */
export interface Limit {
  /** Whom or what it limits; never stored as it is, only its SHA-256. */
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Moments in milliseconds since 1970-01-01T00:00:00Z, oldest first; two may be the same. */
export type HitLog = readonly number[];

/** What one more hit means: the log with it, or how long to wait until there is room. */
export type Judged =
  | { readonly ok: true; readonly log: HitLog }
  | { readonly ok: false; readonly retryAfterMs: number };

/**
 * An exact sliding window (auth.md 1.10): no stretch of `windowMs` ever holds more than `max` hits, wherever it begins.
 * A refused hit is not in the log. Clocks of several hosts may differ a little; what lies ahead counts as well.
 */
export function judged(log: HitLog, { max, windowMs }: Omit<Limit, "key">, now: number): Judged {
  const live = log.filter((at) => at > now - windowMs);
  if (live.length < max) return { ok: true, log: [...live, now].toSorted((one, other) => one - other) };
  const room = live[live.length - max] ?? now;
  return { ok: false, retryAfterMs: room + windowMs - now };
}

/** The log without one hit of that moment. */
export function without(log: HitLog, at: number): HitLog {
  const place = log.indexOf(at);
  return place < 0 ? log : log.toSpliced(place, 1);
}
