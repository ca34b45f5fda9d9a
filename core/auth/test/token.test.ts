import type { Secrets } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newToken, purposeOf, TOKEN_PREFIXES, type TokenPurpose } from "../src/index.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-. é";
const secretsOf = (bytes: Uint8Array): Secrets => ({ randomBytes: (count) => bytes.slice(0, count) });
const purposes = Object.keys(TOKEN_PREFIXES) as TokenPurpose[];
const purpose = () => fc.constantFrom(...purposes);
const bytes = () => fc.uint8Array({ minLength: 32, maxLength: 32 });
const token = () => fc.tuple(purpose(), bytes()).map(([of, random]) => newToken(of, secretsOf(random)));

describe("an issued token", () => {
  it("matches the scanner's expression and has its purpose", () => {
    fc.assert(
      fc.property(purpose(), bytes(), (of, random) => {
        const text = newToken(of, secretsOf(random));
        expect(text).toMatch(/\bct(at|rt|pt|ac|dc|cs|ck)_[0-9A-Za-z]{49}\b/);
        expect(text).toHaveLength(54);
        expect(purposeOf(text)).toBe(of);
      }),
    );
  });

  it("differs for different random bytes", () => {
    fc.assert(
      fc.property(purpose(), bytes(), bytes(), (of, one, other) => {
        fc.pre(one.some((byte, index) => byte !== other[index]));
        expect(newToken(of, secretsOf(one))).not.toBe(newToken(of, secretsOf(other)));
      }),
    );
  });

  it("encodes the smallest and largest value of 32 bytes", () => {
    const least = newToken("access", secretsOf(new Uint8Array(32)));
    const greatest = newToken("access", secretsOf(new Uint8Array(32).fill(255)));
    expect(least.slice(5, 48)).toBe("0".repeat(43));
    expect(greatest).toHaveLength(54);
    expect(purposeOf(greatest)).toBe("access");
  });

  it("is rejected with any character changed", () => {
    fc.assert(
      fc.property(token(), fc.nat(53), fc.constantFrom(...ALPHABET), (text, at, character) => {
        fc.pre(text[at] !== character);
        expect(purposeOf(text.slice(0, at) + character + text.slice(at + 1))).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it("is rejected with two neighbours swapped, shortened or lengthened", () => {
    fc.assert(
      fc.property(token(), fc.nat(52), (text, at) => {
        const exchanged = text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
        if (exchanged !== text) expect(purposeOf(exchanged)).toBeNull();
        expect(purposeOf(text.slice(0, at))).toBeNull();
        expect(purposeOf(`${text}0`)).toBeNull();
        expect(purposeOf(`${text}\n`)).toBeNull();
      }),
    );
  });
});

it.each(["", "ctat_", "x".repeat(54), "c".repeat(1_000_000), `ctzz_${"0".repeat(49)}`])(
  "a string that we cannot have issued is no token",
  (text) => {
    expect(purposeOf(text)).toBeNull();
  },
);
