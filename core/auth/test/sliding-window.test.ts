import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkWindow, type HitLog, removeHit } from "../src/limits/sliding-window.ts";

const moments = fc.array(fc.nat({ max: 1_000 }), { maxLength: 80 }).map((all) => all.toSorted((a, b) => a - b));
const limit = fc.record({ max: fc.integer({ min: 1, max: 8 }), windowMs: fc.integer({ min: 1, max: 200 }) });

describe("a sliding window", () => {
  it("never has more hits than its limit, and rejects only hits above it", () => {
    fc.assert(
      fc.property(moments, limit, (run, rule) => {
        const passed: number[] = [];
        let log: HitLog = [];
        for (const now of run) {
          const live = passed.filter((at) => at > now - rule.windowMs).length;
          const result = checkWindow(log, rule, now);
          expect(result.ok).toBe(live < rule.max);
          if (!result.ok) continue;
          passed.push(now);
          log = result.log;
          expect(log.length).toBeLessThanOrEqual(rule.max);
        }
      }),
    );
  });

  it("has room exactly at the announced time", () => {
    fc.assert(
      fc.property(moments, limit, (run, rule) => {
        let log: HitLog = [];
        for (const now of run) {
          const result = checkWindow(log, rule, now);
          if (result.ok) log = result.log;
          else {
            expect(checkWindow(log, rule, now + result.retryAfterMs).ok).toBe(true);
            expect(checkWindow(log, rule, now + result.retryAfterMs - 1).ok).toBe(false);
          }
        }
      }),
    );
  });

  it("removes one hit of a timestamp, or none", () => {
    expect(removeHit([1, 2, 2, 3], 2)).toEqual([1, 2, 3]);
    expect(removeHit([1, 2], 9)).toEqual([1, 2]);
  });

  it("counts hits in the future, from another host's clock", () => {
    expect(checkWindow([120], { max: 1, windowMs: 10 }, 100)).toEqual({ ok: false, retryAfterMs: 30 });
    expect(checkWindow([120], { max: 2, windowMs: 10 }, 100)).toEqual({ ok: true, log: [100, 120] });
  });
});
