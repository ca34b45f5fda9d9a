import { describe, expect, it } from "vitest";
import {
  type Bucket,
  type Flow,
  fullBucket,
  millisecondsUntil,
  refillBucket,
  requestsIn,
  takeRequest,
} from "../src/guards/token-bucket.ts";

const FLOW: Flow = { perMinute: 600, burst: 100 };

/** The bucket after as many requests as it gives at once, and how many those were. */
function emptied(bucket: Bucket): { readonly bucket: Bucket; readonly requests: number } {
  let left = bucket;
  for (let requests = 0; ; requests += 1) {
    const next = takeRequest(left);
    if (next === null) return { bucket: left, requests };
    left = next;
  }
}

describe("a token bucket", () => {
  it("admits its burst at once and then nothing", () => {
    expect(emptied(fullBucket(FLOW, 5)).requests).toBe(100);
  });

  it("gives one more as soon as it has flowed in, and not a millisecond before", () => {
    const { bucket } = emptied(fullBucket(FLOW, 0));
    expect(millisecondsUntil(1, bucket, FLOW)).toBe(100);
    expect(takeRequest(refillBucket(bucket, FLOW, 99))).toBeNull();
    expect(takeRequest(refillBucket(bucket, FLOW, 100))).not.toBeNull();
  });

  it("never holds more than its burst, however long it waits", () => {
    const later = refillBucket(emptied(fullBucket(FLOW, 0)).bucket, FLOW, 1e12);
    expect(requestsIn(later)).toBe(100);
    expect(emptied(later).requests).toBe(100);
  });

  it.each([1, 7, 59, 600, 1_000_000_007])("lets through %i a minute in the long run, to the request", (perMinute) => {
    const flow: Flow = { perMinute, burst: 1 };
    const spacing = millisecondsUntil(1, { level: 0, at: 0 }, flow);
    expect(spacing).toBe(Math.ceil(60_000 / perMinute));
    const counted: Flow = { perMinute, burst: perMinute };
    let bucket: Bucket = { level: 0, at: 0 };
    for (let ms = 1; ms <= 60_000; ms += 1) bucket = refillBucket(bucket, counted, ms);
    expect(requestsIn(bucket)).toBe(perMinute);
    expect(requestsIn(refillBucket({ level: 0, at: 0 }, counted, 59_999))).toBe(
      perMinute - Math.ceil(perMinute / 60_000),
    );
  });

  it("neither adds nor removes tokens when the clock goes back", () => {
    const { bucket } = emptied(fullBucket(FLOW, 1000));
    const back = refillBucket(bucket, FLOW, 0);
    expect(back.level).toBe(bucket.level);
    expect(requestsIn(refillBucket(back, FLOW, 100))).toBe(1);
  });
});
