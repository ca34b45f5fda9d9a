import { describe, expect, it } from "vitest";
import { createMapper } from "../src/index.ts";

const FIELDS = [
  { name: "firstName", from: "first_name", change: null },
  { name: 'a "name"\n', from: "\u2028'`{x}\\", change: null },
  { name: "doubled", from: "count", change: (count: number) => 2 * count },
  { name: "upperCase", from: "word", change: (word: string) => word.toUpperCase(), mapsNull: true },
  { name: "text", from: "word", change: (word: unknown) => `${word}` },
];

describe("an object mapper", () => {
  const source = { first_name: "Ada", "\u2028'`{x}\\": 1, count: 21, word: null, other: "left out" };

  it("makes these fields, in this order, and no others", () => {
    const target = createMapper<object, object>(FIELDS)(source);
    expect(Object.entries(target)).toEqual([
      ["firstName", "Ada"],
      ['a "name"\n', 1],
      ["doubled", 42],
      ["upperCase", null],
      ["text", "null"],
    ]);
    expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
    expect(createMapper<object, object>(FIELDS)({ ...source, word: "so" })).toMatchObject({
      upperCase: "SO",
      text: "so",
    });
  });

  it("refuses a field name that would replace the prototype", () => {
    expect(() => createMapper([{ name: "__proto__", from: "x", change: null }])).toThrow(TypeError);
  });
});
