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
    const numbers = fc.array(fc.tuple(fc.bigInt(0n, 400n), fc.boolean()), { maxLength: 600 });
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
    );
  });

  it("moves each number a bounded number of times, in an unsorted order", () => {
    const count = 20_000;
    const moves = countedMoves();
    const set = numberSet();
    // Steps of a prime that does not divide the count: every number, no two neighbours after each other.
    for (let at = 0; at < count; at += 1) set.add(BigInt((at * 7919) % count), numbered(0n));
    expect(set.spans().length).toBe(1);
    expect(moves()).toBeLessThan(30 * count);
  });

  it("moves none when they come in order, with or without holes", () => {
    const moves = countedMoves();
    const set = numberSet();
    for (let at = 0; at < 5000; at += 1) set.add(BigInt(at % 10 === 3 ? at - 1 : at), numbered(0n));
    expect(moves()).toBe(0);
    expect(set.spans().length).toBe(501);
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
