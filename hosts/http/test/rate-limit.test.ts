import { type Clock, instantOf } from "@cartulary/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import { createRateLimit, type RateLimit } from "../src/guards/rate-limit.ts";

describe("a rate limit", () => {
  let now: number;
  const clock: Clock = { now: () => instantOf(now) };
  const limit = (requestsPerMinute: number) => createRateLimit({ name: "token", requestsPerMinute, clock });

  beforeEach(() => {
    now = Date.UTC(2026, 2, 1);
  });

  /** How many requests of `key` go through now. */
  function passing(of: RateLimit, key: string): number {
    for (let count = 0; ; count += 1) if (of.count(key).refusal) return count;
  }

  it.each([
    [600, 100],
    [60, 10],
    [11, 1],
    [6, 1],
    [1, 1],
  ])("of %i a minute admits %i at once", (perMinute, burst) => {
    expect(passing(limit(perMinute), "a")).toBe(burst);
  });

  it("is each key's own", () => {
    const own = limit(60);
    expect([passing(own, "a"), passing(own, "b"), passing(own, "a")]).toEqual([10, 10, 0]);
  });

  it("reports the remainder, the time of recovery, and the policy", () => {
    const own = limit(60);
    expect(own.count("a").headers).toEqual({ "RateLimit-Policy": '"token";q=10;w=10', RateLimit: '"token";r=9;t=1' });
    own.count("a");
    now += 500;
    expect(own.count("a").headers.RateLimit).toBe('"token";r=7;t=3');
  });

  it("refuses with the time to wait, and accepts after that time", () => {
    const own = limit(6);
    own.count("a");
    const { refusal, headers } = own.count("a");
    expect(refusal).toMatchObject({ status: 429, code: "rate_limited", headers: { "Retry-After": "10" } });
    expect(headers.RateLimit).toBe('"token";r=0;t=10');
    now += 9_999;
    expect(own.count("a").refusal?.headers).toEqual({ "Retry-After": "1" });
    now += 1;
    expect(own.count("a").refusal).toBeNull();
  });

  it("does not count refused requests", () => {
    const own = limit(60);
    passing(own, "a");
    for (let tries = 0; tries < 50; tries += 1) own.count("a");
    now += 1000;
    expect(passing(own, "a")).toBe(1);
  });

  it("keeps the state of a client until its quota is full again", () => {
    const own = limit(12);
    own.count("other");
    now += 5_000;
    expect(passing(own, "a")).toBe(2);
    now += 5_000;
    own.count("other");
    expect(passing(own, "a")).toBe(1);
  });

  it("keeps the state of a client that must wait, while others send requests", () => {
    const own = limit(6);
    now += 5_000;
    own.count("a");
    for (let run = 0; run < 9; run += 1) {
      now += 1_000;
      own.count(`other ${run}`);
      expect(own.count("a").refusal).not.toBeNull();
    }
    now += 1_000;
    expect(own.count("a").refusal).toBeNull();
  });
});
