import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type NumberSet, numberSet } from "../src/fec-check/number-set.ts";

const numbered = (number: bigint) => ({ line: Number(number), journal: "AC", text: String(number) });

/** The numbers of a set, and whether each span has the place where its first number was met. */
const numbersOf = (set: NumberSet): readonly bigint[] =>
  set.spans().flatMap(({ from, to, place }) => {
    expect(place).toEqual(numbered(from));
    return Array.from({ length: Number(to - from) + 1 }, (_, at) => from + BigInt(at));
  });

/** Counts the gaps between consecutive numbers. */
const holesIn = (numbers: readonly bigint[]): number =>
  numbers.filter((number, at) => at > 0 && numbers[at - 1] !== number - 1n).length;

const ascending = (one: bigint, other: bigint) => (one < other ? -1 : 1);

describe("A set of numbers", () => {
  it("has each number once, in the longest possible spans, for any order of additions and copies", () => {
    const numbers = fc.array(fc.tuple(fc.bigInt(0n, 400n), fc.boolean()), { maxLength: 600, size: "max" });
    fc.assert(
      fc.property(numbers, (steps) => {
        let set = numberSet();
        const model = new Set<bigint>();
        for (const [number, isCopied] of steps) {
          expect(set.add(number, numbered(number))).toBe(!model.has(number));
          model.add(number);
          if (isCopied && model.size % 50 === 0) set = set.copy();
        }
        const sorted = [...model].sort(ascending);
        expect(numbersOf(set)).toEqual(sorted);
        expect(set.spans().length).toBe(sorted.length === 0 ? 0 : holesIn(sorted) + 1);
        expect(set.hasMoreSpansThan(set.spans().length)).toBe(false);
      }),
      { numRuns: 25 },
    );
  });

  it("moves each number a bounded number of times, in an unsorted order", () => {
    const count = 20_000;
    const moves = countedMoves();
    const set = numberSet();
    // Steps of a prime that does not divide the count: every number, no two neighbours after each other.
    for (let at = 0; at < count; at += 1) set.add(BigInt((at * 7919) % count), numbered(0n));
    const movesOfAdditions = moves();
    expect(set.spans().length).toBe(1);
    expect(moves()).toBeLessThan(30 * count);
    // Most were merged before.
    expect(moves() - movesOfAdditions).toBeLessThan(count / 5);
  });

  it("moves few numbers at a time where most of them have holes around", () => {
    const moves = countedMoves();
    const set = numberSet();
    for (let at = 0; at < 4000; at += 1) set.add(BigInt(2 * ((at * 1361) % 4000)), numbered(0n));
    expect(moves()).toBeLessThan(30 * 4000);
    expect(set.spans().length).toBe(4000);
  });

  it("moves none when they come in ascending order, with or without holes", () => {
    const moves = countedMoves();
    const set = numberSet();
    for (let at = 0; at < 5000; at += 1) set.add(BigInt(at % 10 === 3 ? at - 1 : at), numbered(0n));
    expect(moves()).toBe(0);
    expect(set.spans().length).toBe(501);
    // It kept spans, not numbers.
    expect(moves()).toBe(501);
  });

  it("moves none when they come in descending order", () => {
    const moves = countedMoves();
    const set = numberSet();
    for (let at = 5000; at > 0; at -= 1) set.add(BigInt(at), numbered(BigInt(at)));
    expect(moves()).toBe(0);
    expect(set.spans()).toEqual([{ from: 1n, to: 5000n, place: numbered(1n) }]);
    expect(moves()).toBe(1);
  });

  it.each<[string, readonly number[], boolean]>([
    ["three in order", [1, 3, 5], false],
    ["twice as many, in order", [1, 3, 5, 7, 9, 11], false],
    ["more than twice as many, in order", [1, 3, 5, 7, 9, 11, 13], true],
    ["more than twice as many, in any order", [13, 1, 9, 3, 11, 5, 7], true],
    ["three of more than twice as many pieces", [20, 1, 3, 5, 2, 4, 6, 10], false],
    ["four of more than twice as many pieces", [30, 1, 3, 5, 2, 4, 6, 10, 20], true],
    ["none", [], false],
  ])("has more than three spans or not: %s", (_, numbers, expected) => {
    const set = numberSet();
    for (const number of numbers) set.add(BigInt(number), numbered(BigInt(number)));
    expect(set.hasMoreSpansThan(3)).toBe(expected);
  });
});

/** How many elements arrays sorted or shifted so far. */
function countedMoves(): () => number {
  let moves = 0;
  for (const name of ["sort", "splice"] as const) {
    const original = Array.prototype[name] as (...words: unknown[]) => unknown;
    const spy = vi.spyOn(Array.prototype, name).mockImplementation(function (this: unknown[], ...words: unknown[]) {
      moves += this.length;
      return original.apply(this, words) as never;
    });
    onTestFinished(() => spy.mockRestore());
  }
  return () => moves;
}
