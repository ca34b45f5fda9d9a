import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toNfc, toNfkc } from "../src/index.ts";

/** Marks of many classes, marks without class, composed marks, and characters that become marks in NFKC. */
const MARKS = Array.from(
  "\u0334\u093c\u0344\u3099\u094d\u05b0\u05bc\u064b\u0651\u0f71\u0f73\u0f77\u0f79\u0f81\u0321\u031b\u0316\u0323\u0300" +
    "\u0301\u0308\u0315\u0345\u09be\u09d7\u20dd\ufe0f\u{1d165}\u{16ff0}\uff9e\uff9f",
);
const LETTERS = Array.from("aEç가ᄀ\u1161\u11a8ｍﾊ한\ud800\u{1d15e}\ufdfa ");

const soups = fc
  .array(
    fc.oneof(
      fc.constantFrom(...LETTERS),
      fc.array(fc.constantFrom(...MARKS), { minLength: 90, maxLength: 400 }).map((marks) => marks.join("")),
      fc.constantFrom(...MARKS),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

describe("normalising", () => {
  it("equals the platform's result for runs of marks of any length", () => {
    fc.assert(
      fc.property(soups, (soup) => {
        expect(toNfc(soup)).toBe(soup.normalize("NFC"));
        expect(toNfkc(soup)).toBe(soup.normalize("NFKC"));
      }),
      { seed: 12, numRuns: 300 },
    );
  });

  it.each([
    [
      "of one class after those of another",
      (length: number) => "\u0301".repeat(length / 2) + "\u0323".repeat(length / 2),
    ],
    ["in turn", (length: number) => "\u0345\u0301\u0323\u0334".repeat(length / 4)],
    ["that a voicing letter becomes", (length: number) => "\u0301".repeat(length / 2) + "\uff9e".repeat(length / 2)],
  ])("takes a step for each mark, not for each pair of marks %s", (_how, marks) => {
    for (const form of [toNfc, toNfkc]) {
      form(marks(1000));
      expect(fastest(() => form(`a${marks(340_000)}`))).toBeLessThan(2_000);
    }
  });
});

/** CPU milliseconds of `work`, at the best of several runs. */
function fastest(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
