import { type Clock, millisecondsOf } from "@cartulary/kernel";
import type { Trace } from "../transport/answer.ts";
import { HttpError } from "../transport/errors.ts";
import {
  type Bucket,
  type Flow,
  fullBucket,
  millisecondsUntil,
  refillBucket,
  requestsIn,
  takeRequest,
} from "./token-bucket.ts";

/** The result of counting a request. */
interface Counted {
  /** Headers with the state of the limit. */
  readonly headers: Readonly<Record<string, string>>;
  /** 429 if the limit is exceeded; the request is then not counted. */
  readonly refusal: HttpError | null;
}

/** A limit per key. */
export interface RateLimit {
  count(key: string): Counted;
}

export interface RateLimitOptions {
  /** The name of the policy in headers: an ASCII word. */
  readonly name: string;
  readonly requestsPerMinute: number;
  /** Requests that may arrive at once; a sixth of a minute's by default (documents.md 2.2). */
  readonly burst?: number;
  readonly clock: Clock;
}

const BURSTS_PER_MINUTE = 6;

/**
 * Limits requests in this process with a token bucket per key; full buckets are dropped. Two hosts allow twice as much;
 * exact limits are counted in the database (auth.md 1.10).
 */
export function createRateLimit({ name, requestsPerMinute, burst, clock }: RateLimitOptions): RateLimit {
  const flow: Flow = {
    perMinute: requestsPerMinute,
    burst: Math.max(1, Math.floor(burst ?? requestsPerMinute / BURSTS_PER_MINUTE)),
  };
  const buckets = createBucketStore(flow);
  return {
    count(key) {
      const found = buckets.get(key, millisecondsOf(clock.now()));
      const remaining = takeRequest(found);
      if (remaining) buckets.set(key, remaining);
      return {
        headers: limitHeaders(name, flow, remaining ?? found),
        refusal: remaining ? null : tooMany(flow, found),
      };
    },
  };
}

/** Counts a request and adds its headers; throws 429 if the limit is exceeded. */
export function countRequest(limit: RateLimit, key: string, trace: Trace): void {
  const { headers, refusal } = limit.count(key);
  trace.headers = headers;
  if (refusal) throw refusal;
}

/** Stores the buckets that are not full. Removes full ones once per fill time. */
function createBucketStore(flow: Flow) {
  const buckets = new Map<string, Bucket>();
  const full = fullBucket(flow, 0).level;
  const everyMs = fillMilliseconds(flow);
  let lookedAt = 0;
  const forgetFullOnes = (now: number) => {
    for (const [key, bucket] of buckets) if (refillBucket(bucket, flow, now).level === full) buckets.delete(key);
    lookedAt = now;
  };
  return {
    get(key: string, now: number): Bucket {
      if (now - lookedAt >= everyMs) forgetFullOnes(now);
      const bucket = buckets.get(key);
      return bucket ? refillBucket(bucket, flow, now) : fullBucket(flow, now);
    },
    set: (key: string, bucket: Bucket) => buckets.set(key, bucket),
  };
}

const fillMilliseconds = (flow: Flow) => millisecondsUntil(flow.burst, { level: 0, at: 0 }, flow);

const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);

/**
 * Formats headers as in draft-ietf-httpapi-ratelimit-headers: `q` requests in a window of `w` seconds, `r` remaining,
 * full again in `t` seconds, never before Retry-After. The window is the fill time of the bucket, so that clients do
 * not overestimate it.
 */
function limitHeaders(name: string, flow: Flow, bucket: Bucket): Readonly<Record<string, string>> {
  const { burst } = flow;
  return {
    "RateLimit-Policy": `"${name}";q=${burst};w=${seconds(fillMilliseconds(flow))}`,
    RateLimit: `"${name}";r=${requestsIn(bucket)};t=${seconds(millisecondsUntil(burst, bucket, flow))}`,
  };
}

function tooMany(flow: Flow, bucket: Bucket): HttpError {
  const wait = seconds(millisecondsUntil(1, bucket, flow));
  return new HttpError(429, "rate_limited", `Too many requests; try again in ${wait} s`, {
    "Retry-After": String(wait),
  });
}
