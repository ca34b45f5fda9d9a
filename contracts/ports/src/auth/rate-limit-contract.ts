import { type AuthStores, createRateLimiter, type Limit, type RateLimiter } from "@cartulary/auth";
import { type Digests, type Instant, instantOf, millisecondsOf, type Transact } from "@cartulary/kernel";
import { EPOCH } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** The stores and the limiter under test. */
export interface RateLimitsUnderTest {
  readonly transact: Transact<AuthStores>;
}

export interface RateLimitsHarness {
  /** Called once per test. */
  create(): Promise<RateLimitsUnderTest>;
}

const MINUTE = 60_000;
const three: Limit = { key: "three a minute", max: 3, windowMs: MINUTE };

/** A limiter, at a time that a test moves. */
interface Limiting extends RateLimiter {
  /** Milliseconds since the beginning. */
  at(milliseconds: number): void;
}

/** Distinguishable digests; no contract needs real ones. */
const digests = { sha256: (text: string) => `digest of ${text}` } as Pick<Digests, "sha256"> as Digests;

function limiting({ transact }: RateLimitsUnderTest): Limiting {
  let now: Instant = EPOCH;
  return {
    ...createRateLimiter({ transact, digests, clock: { now: () => now } }),
    at: (milliseconds) => {
      now = instantOf(millisecondsOf(EPOCH) + milliseconds);
    },
  };
}

/** Contract of rate limit stores and of the limiter over them. */
export function rateLimitContract(name: string, { create }: RateLimitsHarness): void {
  const make = async () => limiting(await create());

  describe(`${name} limits rates`, () => {
    it("allows as many hits as fit into a window, and returns when the next one fits", async () => {
      const limiter = await make();
      const results = [];
      for (const milliseconds of [0, 10_000, 20_000, 30_000, 59_999]) {
        limiter.at(milliseconds);
        results.push(await limiter.hit(three));
      }
      expect(results.map(({ ok }) => ok)).toEqual([true, true, true, false, false]);
      expect(results.slice(3)).toEqual([
        { ok: false, retryAfterMs: 30_000 },
        { ok: false, retryAfterMs: 1 },
      ]);
    });

    it("checks for room without counting a hit", async () => {
      const limiter = await make();
      for (let times = 0; times < 3; times += 1) {
        expect([await limiter.peek(three), await limiter.peek(three)]).toEqual([null, null]);
        await limiter.hit(three);
      }
      limiter.at(20_000);
      expect(await limiter.peek(three)).toEqual({ ok: false, retryAfterMs: 40_000 });
      limiter.at(60_000);
      expect(await limiter.peek(three)).toBeNull();
    });

    it("writes nothing for repeated rejections", async () => {
      const { transact } = await create();
      let writes = 0;
      const write: typeof transact.write = (work) => {
        writes += 1;
        return transact.write(work);
      };
      const limiter = limiting({ transact: { ...transact, write } });
      for (let times = 0; times < 6; times += 1) await limiter.hit(three);
      expect(writes).toBe(3);
    });

    it("slides: a refused call is not counted, and slots become free one by one", async () => {
      const limiter = await make();
      const passes = async (milliseconds: number) => {
        limiter.at(milliseconds);
        return (await limiter.hit(three)).ok;
      };
      for (const each of [0, 30_000, 30_000]) expect(await passes(each)).toBe(true);
      for (const each of [30_000, 45_000, 59_999]) expect(await passes(each)).toBe(false);
      expect([await passes(60_000), await passes(60_000), await passes(89_999)]).toEqual([true, false, false]);
      expect([await passes(90_000), await passes(90_000), await passes(90_000)]).toEqual([true, true, false]);
    });

    it("keeps keys apart", async () => {
      const limiter = await make();
      const one: Limit = { ...three, max: 1 };
      expect((await limiter.hit(one)).ok).toBe(true);
      expect((await limiter.hit(one)).ok).toBe(false);
      expect((await limiter.hit({ ...one, key: "another" })).ok).toBe(true);
    });

    it("counts a call for all of its limits or for none", async () => {
      const limiter = await make();
      const narrow: Limit = { key: "narrow", max: 1, windowMs: MINUTE };
      expect((await limiter.hit(three, narrow)).ok).toBe(true);
      for (let times = 0; times < 5; times += 1) {
        expect(await limiter.hit(three, narrow)).toEqual({ ok: false, retryAfterMs: MINUTE });
      }
      expect([(await limiter.hit(three)).ok, (await limiter.hit(three)).ok]).toEqual([true, true]);
      expect((await limiter.hit(three)).ok).toBe(false);
    });

    it("frees the slot of a refunded call, and of no other call of the same moment", async () => {
      const limiter = await make();
      const hits = [await limiter.hit(three), await limiter.hit(three), await limiter.hit(three)] as const;
      expect((await limiter.hit(three)).ok).toBe(false);
      for (const hit of hits.slice(1)) if (hit.ok) await limiter.refund(hit);
      expect([(await limiter.hit(three)).ok, (await limiter.hit(three)).ok]).toEqual([true, true]);
      expect((await limiter.hit(three)).ok).toBe(false);
    });

    it("lets exactly as many through when many ask at once, at a key that was never seen", async () => {
      const limiter = await make();
      const wide: Limit = { key: "wide", max: 5, windowMs: MINUTE };
      const hits = Array.from({ length: 24 }, (_, index) =>
        // Half of them name their limits the other way round.
        index % 2 === 0 ? limiter.hit(wide, { ...wide, key: "b" }) : limiter.hit({ ...wide, key: "b" }, wide),
      );
      const results = await Promise.all(hits);
      expect(results.filter(({ ok }) => ok)).toHaveLength(5);
    });

    it("admits exactly as many calls as concurrent refunds free", async () => {
      const limiter = await make();
      const wide: Limit = { key: "wide", max: 6, windowMs: MINUTE };
      const tried = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          const hit = await limiter.hit(wide);
          if (hit.ok && index % 2 === 0) await limiter.refund(hit);
          return hit.ok && index % 2 === 1;
        }),
      );
      const admitted = tried.filter(Boolean).length;
      const later = await Promise.all(Array.from({ length: 12 }, () => limiter.hit(wide)));
      expect(admitted + later.filter(({ ok }) => ok).length).toBe(6);
    });

    it("keeps digests only, and forgets a key once none of its hits counts", async () => {
      const database = await create();
      const limiter = limiting(database);
      await limiter.hit(three);
      limiter.at(30_000);
      await limiter.hit(three);
      const logOf = (key: string) => database.transact.write(({ rateLimits }) => rateLimits.lock(key));
      const forget = (milliseconds: number) =>
        database.transact.write(({ rateLimits }) =>
          rateLimits.removeExpired(instantOf(millisecondsOf(EPOCH) + milliseconds)),
        );
      const moments = [0, 30_000].map((milliseconds) => millisecondsOf(EPOCH) + milliseconds);
      expect(await logOf(three.key)).toEqual([]);
      await forget(30_000 + MINUTE - 1);
      expect(await logOf(digests.sha256(three.key))).toEqual(moments);
      await forget(30_000 + MINUTE);
      expect(await logOf(digests.sha256(three.key))).toEqual([]);
    });
  });
}
