/** The long-term rate and the burst of requests. */
export interface Flow {
  readonly perMinute: number;
  readonly burst: number;
}

/**
 * The level of a bucket at a time, in sixty-thousandths of a request, so that `perMinute` of them are added per
 * millisecond and all numbers are integers.
 */
export interface Bucket {
  readonly level: number;
  /** Milliseconds of the caller's clock. */
  readonly at: number;
}

const REQUEST = 60_000;

/** Creates a full bucket. */
export function fullBucket({ burst }: Flow, at: number): Bucket {
  return { level: burst * REQUEST, at };
}

/** Refills a bucket. A clock that was set back changes nothing. */
export function refillBucket({ level, at }: Bucket, { perMinute, burst }: Flow, now: number): Bucket {
  return { level: Math.min(burst * REQUEST, level + Math.max(0, now - at) * perMinute), at: now };
}

/** Takes one request; `null` if the bucket has none. */
export function takeRequest({ level, at }: Bucket): Bucket | null {
  return level < REQUEST ? null : { level: level - REQUEST, at };
}

/** Returns the number of available requests. */
export function requestsIn({ level }: Bucket): number {
  return Math.floor(level / REQUEST);
}

/** Returns the milliseconds until `requests` are available; 0 if they are. */
export function millisecondsUntil(requests: number, { level }: Bucket, { perMinute }: Flow): number {
  return Math.max(0, Math.ceil((requests * REQUEST - level) / perMinute));
}
