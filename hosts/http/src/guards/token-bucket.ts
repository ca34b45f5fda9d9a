/** How fast requests may come in the long run, and how many at once. */
export interface Flow {
  readonly perMinute: number;
  readonly burst: number;
}

/**
 * What is left at a moment. The level counts sixty-thousandths of a request, so that `perMinute` of them flow in each
 * millisecond and everything is a whole number.
 */
export interface Bucket {
  readonly level: number;
  /** Milliseconds, of whatever clock the caller uses. */
  readonly at: number;
}

const REQUEST = 60_000;

/** A bucket from which nobody took. */
export function fullBucket({ burst }: Flow, at: number): Bucket {
  return { level: burst * REQUEST, at };
}

/** The bucket at another moment. A clock that went back takes nothing out and lets nothing in. */
export function refilled({ level, at }: Bucket, { perMinute, burst }: Flow, now: number): Bucket {
  return { level: Math.min(burst * REQUEST, level + Math.max(0, now - at) * perMinute), at: now };
}

/** The bucket without one request; `null` when there is not one in it. */
export function taken({ level, at }: Bucket): Bucket | null {
  return level < REQUEST ? null : { level: level - REQUEST, at };
}

/** How many requests are in it. */
export function requestsIn({ level }: Bucket): number {
  return Math.floor(level / REQUEST);
}

/** Milliseconds until `requests` are in it; 0 when they are. */
export function millisecondsUntil(requests: number, { level }: Bucket, { perMinute }: Flow): number {
  return Math.max(0, Math.ceil((requests * REQUEST - level) / perMinute));
}
