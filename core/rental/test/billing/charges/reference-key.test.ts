import { describe, expect, it } from "vitest";
import { keysIn, longestOf, referenceKey } from "../../../src/billing/index.ts";

describe("The key of a supplier's reference", () => {
  it.each([
    ["F-2026/12", "f202612"],
    ["f 2026 12", "f202612"],
    ["Été n° 5", "eten5"],
    ["---", "---"],
  ])("of %j is %j", (reference, key) => {
    expect(referenceKey(reference)).toBe(key);
  });

  const keysOf = (label: string) => keysIn(label).map(({ key }) => key);

  it("is found in every run of words of a label, except for one or two digits", () => {
    expect(keysIn("VIR F-2026 12")).toEqual([
      { key: "vir", from: 0, to: 1 },
      { key: "virf", from: 0, to: 2 },
      { key: "virf2026", from: 0, to: 3 },
      { key: "virf202612", from: 0, to: 4 },
      { key: "f", from: 1, to: 2 },
      { key: "f2026", from: 1, to: 3 },
      { key: "f202612", from: 1, to: 4 },
      { key: "2026", from: 2, to: 3 },
      { key: "202612", from: 2, to: 4 },
    ]);
    expect(keysOf("7 123")).toEqual(["7123", "123"]);
    expect(keysOf("")).toEqual([]);
  });

  it("has eight words at most, among the first eighty and the first thousand characters", () => {
    expect(
      keysOf("a b c d e f g h i")
        .filter((key) => key.startsWith("a"))
        .at(-1),
    ).toBe("abcdefgh");
    const words = Array.from({ length: 81 }, (_, index) => `w${index}`).join(" ");
    expect(keysOf(words).at(-1)).toBe("w79");
    expect(keysOf(`${"x".repeat(997)} ab cd`).at(-1)).toBe("ab");
    expect(keysOf(`${"x".repeat(998)} ab cd`).at(-1)).toBe("a");
  });

  it("is not part of a longer one that is named, too", () => {
    const named = keysIn("F 2026 12 AB").filter(({ key }) => ["f202612", "202612", "f2026", "ab"].includes(key));
    expect(longestOf(named).map(({ key }) => key)).toEqual(["f202612", "ab"]);
    expect(longestOf(named.filter(({ key }) => key !== "f202612")).map(({ key }) => key)).toEqual([
      "f2026",
      "202612",
      "ab",
    ]);
  });
});
