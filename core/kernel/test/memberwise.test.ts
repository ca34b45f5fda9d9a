import { afterEach, describe, expect, it, vi } from "vitest";
import { memberwise } from "../src/index.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const MEMBERS = [
  { name: "firstName", from: "first_name", change: null },
  { name: 'a "name"\n', from: "\u2028'`{x}\\", change: null },
  { name: "doubled", from: "count", change: (count: number) => 2 * count },
  { name: "shouted", from: "word", change: (word: string) => word.toUpperCase(), keepsNull: true },
  { name: "said", from: "word", change: (word: unknown) => `${word}` },
];

/** As where a policy forbids that text becomes code. */
function forbidCode(): void {
  vi.stubGlobal("Function", function Forbidden() {
    throw new EvalError("Refused to evaluate a string as JavaScript");
  });
}

describe.each([
  ["written out", () => {}],
  ["where no text may become code", forbidCode],
])("objects made member by member, %s,", (_, prepare) => {
  const source = { first_name: "Ada", "\u2028'`{x}\\": 1, count: 21, word: null, other: "left out" };

  it("have these members, in this order, and no others", () => {
    prepare();
    const made = memberwise<object, object>(MEMBERS)(source);
    expect(Object.entries(made)).toEqual([
      ["firstName", "Ada"],
      ['a "name"\n', 1],
      ["doubled", 42],
      ["shouted", null],
      ["said", "null"],
    ]);
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
    expect(memberwise<object, object>(MEMBERS)({ ...source, word: "so" })).toMatchObject({ shouted: "SO", said: "so" });
  });

  it("have no member of a name that would change what they are", () => {
    prepare();
    expect(() => memberwise([{ name: "__proto__", from: "x", change: null }])).toThrow(TypeError);
  });
});
