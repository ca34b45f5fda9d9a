import { createHash } from "node:crypto";
import type { Clock, Digests, NewId, Secrets } from "@cartulary/kernel";
import { describe, expect, it } from "../runner/runner.ts";

const MANY = 1_000;

/** Contract of clocks of this machine. */
export function clockContract(name: string, { create }: { create(): Clock }): void {
  describe(`${name} is a clock`, () => {
    it("tells the time of this machine in UTC, to the millisecond", () => {
      const clock = create();
      const before = Date.now();
      const instants = Array.from({ length: MANY }, () => clock.now());
      const after = Date.now();
      for (const instant of instants) {
        expect(instant).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(Date.parse(instant)).toBeGreaterThanOrEqual(before);
        expect(Date.parse(instant)).toBeLessThanOrEqual(after);
      }
    });

    it("advances", async () => {
      const clock = create();
      const first = clock.now();
      while (clock.now() === first) await new Promise(setImmediate);
      expect(clock.now() > first).toBe(true);
    });
  });
}

/** Contract of id generators. */
export function newIdContract(name: string, { create }: { create(): NewId }): void {
  describe(`${name} makes ids`, () => {
    it("of UUID version 7, in lower case", () => {
      const newId = create();
      for (let time = 0; time < MANY; time += 1) {
        expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }
    });

    it("in the order that they are made, each once", () => {
      const newId = create();
      const ids = Array.from({ length: MANY }, () => newId());
      expect(ids.toSorted()).toEqual(ids);
      expect(new Set(ids).size).toBe(MANY);
      // Two hosts make ids in the same millisecond: the ends differ, too.
      expect(new Set(ids.map((id) => id.slice(-10))).size).toBe(MANY);
    });

    it("of this time", () => {
      const milliseconds = Number.parseInt(create()().replaceAll("-", "").slice(0, 12), 16);
      expect(Math.abs(Date.now() - milliseconds)).toBeLessThan(5_000);
    });
  });
}

/** Contract of digests. */
export function digestsContract(name: string, { create }: { create(): Digests }): void {
  const texts = ["", "abc", "été", "x".repeat(100_000)];
  const expected = (algorithm: string, text: string, encoding: "hex" | "base64") =>
    createHash(algorithm).update(text).digest(encoding);

  describe(`${name} digests`, () => {
    it("text and bytes by SHA-256", () => {
      for (const text of texts) {
        expect(create().sha256(text)).toBe(expected("sha256", text, "hex"));
        expect(create().sha256(new TextEncoder().encode(text))).toBe(expected("sha256", text, "hex"));
      }
    });

    it("pieces by SHA-256 and by MD5, in hexadecimal and in base64", () => {
      for (const text of texts) {
        const bytes = new TextEncoder().encode(text);
        for (const [algorithm, start] of [
          ["sha256", "startSha256"],
          ["md5", "startMd5"],
        ] as const) {
          const [hex, base64] = [create()[start](), create()[start]()];
          for (const running of [hex, base64]) {
            running.update(bytes.subarray(0, 1));
            running.update(bytes.subarray(1));
          }
          expect(hex.hex()).toBe(expected(algorithm, text, "hex"));
          expect(base64.base64()).toBe(expected(algorithm, text, "base64"));
        }
      }
    });

    it("the bytes at the time of the update, also if their buffer changes later, independently of other digests", () => {
      const [one, other] = [create().startSha256(), create().startSha256()];
      const memory = new TextEncoder().encode("abc");
      one.update(memory);
      other.update(memory.subarray(0, 1));
      memory.fill(0);
      expect(one.hex()).toBe(expected("sha256", "abc", "hex"));
      expect(other.hex()).toBe(expected("sha256", "a", "hex"));
    });

    it("equal where all is equal", () => {
      const { timingSafeEqual: equal } = create();
      expect([equal("abc", "abc"), equal("", ""), equal("é", "é")]).toEqual([true, true, true]);
      const others = ["abd", "bbc", "ab", "abcd", "", "ABC"];
      expect(others.map((other) => equal("abc", other))).toEqual(others.map(() => false));
    });
  });
}

/** Contract of generators of secret bytes. */
export function secretsContract(name: string, { create }: { create(): Secrets }): void {
  describe(`${name} makes secrets`, () => {
    it("of as many bytes as are wanted", () => {
      const { randomBytes } = create();
      for (const count of [0, 1, 16, 32, 33, 100_000]) expect(randomBytes(count)).toHaveLength(count);
    });

    it("that never come again, also from another maker", () => {
      const makers = [create(), create()];
      const made = makers.flatMap(({ randomBytes }) => Array.from({ length: MANY }, () => hexOf(randomBytes(16))));
      expect(new Set(made).size).toBe(made.length);
    });

    it("whose bits are as often set as not, at each place", () => {
      const { randomBytes } = create();
      const counts = new Array<number>(256).fill(0);
      for (let time = 0; time < MANY; time += 1) {
        randomBytes(32).forEach((byte, at) => {
          for (let bit = 0; bit < 8; bit += 1) counts[at * 8 + bit] = (counts[at * 8 + bit] ?? 0) + ((byte >> bit) & 1);
        });
      }
      // Half of a thousand; nine standard deviations from there.
      for (const count of counts) expect(Math.abs(count - MANY / 2)).toBeLessThan(145);
    });

    it("in memory that is the caller's own", () => {
      const { randomBytes } = create();
      const first = randomBytes(16);
      const copy = hexOf(first);
      randomBytes(16).fill(0);
      expect(hexOf(first)).toBe(copy);
    });
  });
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
