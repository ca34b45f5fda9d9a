import { type Clock, millisecondsOf } from "@cartulary/kernel";
import type { Trace } from "../transport/answer.ts";
import { HttpRefusal } from "../transport/errors.ts";
import { type Bucket, type Flow, fullBucket, millisecondsUntil, refilled, requestsIn, taken } from "./token-bucket.ts";

/** What one more request of somebody means. */
interface Counted {
  /** What its answer says of the limit, whatever it is. */
  readonly headers: Readonly<Record<string, string>>;
  /** 429 when it was one too many. A refused request is not counted. */
  readonly refusal: HttpRefusal | null;
}

/** A limit that each of its keys has for itself. */
export interface RateLimit {
  count(key: string): Counted;
}

/** What a limit is made of. */
export interface RateLimitOptions {
  /** What clients read the policy under: an ASCII word. */
  readonly name: string;
  readonly requestsPerMinute: number;
  /** Requests that may come at once; a sixth of what a minute allows when absent (documents.md 2.2). */
  readonly burst?: number;
  readonly clock: Clock;
}

const BURSTS_PER_MINUTE = 6;

/**
 * A limit on requests in this process: a token bucket for each key, which is forgotten as soon as it is full again. Two
 * hosts let through twice as much; what has to be exact is counted in the database (auth.md 1.10).
 */
export function createRateLimit({ name, requestsPerMinute, burst, clock }: RateLimitOptions): RateLimit {
  const flow: Flow = {
    perMinute: requestsPerMinute,
    burst: Math.max(1, Math.floor(burst ?? requestsPerMinute / BURSTS_PER_MINUTE)),
  };
  const buckets = forgetful(flow);
  return {
    count(key) {
      const found = buckets.get(key, millisecondsOf(clock.now()));
      const left = taken(found);
      if (left) buckets.set(key, left);
      return { headers: limitHeaders(name, flow, left ?? found), refusal: left ? null : tooMany(flow, found) };
    },
  };
}

/** Counts one request of somebody: its answer says what is left. Refuses with 429 one too many. */
export function countRequest(limit: RateLimit, key: string, trace: Trace): void {
  const { headers, refusal } = limit.count(key);
  trace.headers = headers;
  if (refusal) throw refusal;
}

/** The buckets that are not full. All are looked through once in the time that an empty one takes to fill. */
function forgetful(flow: Flow) {
  const buckets = new Map<string, Bucket>();
  const full = fullBucket(flow, 0).level;
  const everyMs = fillMilliseconds(flow);
  let lookedAt = 0;
  const forgetFullOnes = (now: number) => {
    for (const [key, bucket] of buckets) if (refilled(bucket, flow, now).level === full) buckets.delete(key);
    lookedAt = now;
  };
  return {
    get(key: string, now: number): Bucket {
      if (now - lookedAt >= everyMs) forgetFullOnes(now);
      const bucket = buckets.get(key);
      return bucket ? refilled(bucket, flow, now) : fullBucket(flow, now);
    },
    set: (key: string, bucket: Bucket) => buckets.set(key, bucket),
  };
}

const fillMilliseconds = (flow: Flow) => millisecondsUntil(flow.burst, { level: 0, at: 0 }, flow);

const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);

/**
 * As draft-ietf-httpapi-ratelimit-headers writes them: `q` requests in a window of `w` seconds; `r` are left, and in `t`
 * seconds all are there again, which is never before Retry-After. The window is the time in which the bucket fills, so
 * that no client reads more out of it than it gets.
 */
function limitHeaders(name: string, flow: Flow, bucket: Bucket): Readonly<Record<string, string>> {
  const { burst } = flow;
  return {
    "RateLimit-Policy": `"${name}";q=${burst};w=${seconds(fillMilliseconds(flow))}`,
    RateLimit: `"${name}";r=${requestsIn(bucket)};t=${seconds(millisecondsUntil(burst, bucket, flow))}`,
  };
}

function tooMany(flow: Flow, bucket: Bucket): HttpRefusal {
  const wait = seconds(millisecondsUntil(1, bucket, flow));
  return new HttpRefusal(429, "rate_limited", `Too many requests; ask again in ${wait} s`, {
    "Retry-After": String(wait),
  });
}
