/** ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it; text order is time order. */
export type Instant = string & { readonly unit: "instant" };

/** Port: what time it is. Everything that dates something asks this and nothing else. */
export interface Clock {
  now(): Instant;
}

/** The instant of some milliseconds since 1970-01-01T00:00:00Z. */
export function instantOf(milliseconds: number): Instant {
  return new Date(milliseconds).toISOString() as Instant;
}

/** Milliseconds since 1970-01-01T00:00:00Z. */
export function millisecondsOf(instant: Instant): number {
  return Date.parse(instant);
}

/** `instant`, some seconds later (earlier when negative). */
export function secondsAfter(instant: Instant, seconds: number): Instant {
  return instantOf(millisecondsOf(instant) + seconds * 1000);
}
