import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type HitLog, judged, without } from "../src/limits/sliding-log.ts";

const moments = fc.array(fc.nat({ max: 1_000 }), { maxLength: 80 }).map((all) => all.toSorted((a, b) => a - b));
const limit = fc.record({ max: fc.integer({ min: 1, max: 8 }), windowMs: fc.integer({ min: 1, max: 200 }) });

describe("a sliding log", () => {
  it("never holds more than its limit in any window, and refuses only where one more would be too many", () => {
    fc.assert(
      fc.property(moments, limit, (run, rule) => {
        const passed: number[] = [];
        let log: HitLog = [];
        for (const now of run) {
          const live = passed.filter((at) => at > now - rule.windowMs).length;
          const result = judged(log, rule, now);
          expect(result.ok).toBe(live < rule.max);
          if (!result.ok) continue;
          passed.push(now);
          log = result.log;
          expect(log.length).toBeLessThanOrEqual(rule.max);
        }
      }),
    );
  });

  it("has room when it said so, and not a millisecond before", () => {
    fc.assert(
      fc.property(moments, limit, (run, rule) => {
        let log: HitLog = [];
        for (const now of run) {
          const result = judged(log, rule, now);
          if (result.ok) log = result.log;
          else {
            expect(judged(log, rule, now + result.retryAfterMs).ok).toBe(true);
            expect(judged(log, rule, now + result.retryAfterMs - 1).ok).toBe(false);
          }
        }
      }),
    );
  });

  it("loses one hit of a moment, or nothing", () => {
    expect(without([1, 2, 2, 3], 2)).toEqual([1, 2, 3]);
    expect(without([1, 2], 9)).toEqual([1, 2]);
  });

  it("counts what another host's clock puts ahead", () => {
    expect(judged([120], { max: 1, windowMs: 10 }, 100)).toEqual({ ok: false, retryAfterMs: 30 });
    expect(judged([120], { max: 2, windowMs: 10 }, 100)).toEqual({ ok: true, log: [100, 120] });
  });
});
