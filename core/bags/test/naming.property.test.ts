import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparePaths, decodePath, nameKey, pathProblem, type Sibling, safeName, uniqueNames } from "../src/index.ts";

const anyName = () => fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.constantFrom(...AWKWARD));
const AWKWARD = [
  "",
  ".",
  "..",
  "a/b",
  "CON",
  "nul.txt",
  " x ",
  "x.",
  "100 %",
  "~",
  "$HOME",
  "a.versions",
  "é",
  "e\u0301",
];

const sibling = (): fc.Arbitrary<Sibling> =>
  fc.record({
    name: fc.oneof(anyName(), fc.constantFrom("a.pdf", "A.pdf", "a (2).pdf", "a?.pdf", "a*.pdf")),
    createdAt: fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"),
    sha256: fc.constantFrom("", "a", "b"),
    rest: fc.string({ maxLength: 3 }),
  });

describe("names in bags", () => {
  it("are usable on every file system, and safe twice over", () => {
    fc.assert(
      fc.property(anyName(), (name) => {
        const safe = safeName(name);
        expect(safe).not.toMatch(/[\p{Cc}<>:"/\\|?*%$]|^\s|[\s.]$/u);
        expect(pathProblem(`data/${safe}`)).toBeNull();
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(201);
        expect(safe.isWellFormed()).toBe(true);
        expect(decodePath(safe)).toBe(safe);
        expect(nameKey(safeName(safe))).toBe(nameKey(safe));
      }),
      { numRuns: 40 },
    );
  });

  it("are unique in a folder without regard to case, and do not depend on the order of reading", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(sibling(), { maxLength: 12, selector: (each) => JSON.stringify(each) }),
        (siblings) => {
          const names = uniqueNames(siblings);
          expect(new Set(names.map(nameKey)).size).toBe(siblings.length);
          const back = uniqueNames(siblings.toReversed()).toReversed();
          expect(back).toEqual(names);
        },
      ),
    );
  });

  it("number the younger of two before the extension, skipping a number that is taken", () => {
    const at = (day: number) => ({ createdAt: `2026-01-0${day}T00:00:00.000Z`, sha256: "", rest: "" });
    expect(
      uniqueNames([
        { ...at(2), name: "Bail.pdf" },
        { ...at(1), name: "bail.pdf" },
        { ...at(3), name: "bail (2).pdf" },
      ]),
    ).toEqual(["Bail (3).pdf", "bail.pdf", "bail (2).pdf"]);
  });

  it("are short below a long path", () => {
    expect(safeName(`${"x".repeat(300)}.pdf`)).toBe(`${"x".repeat(196)}.pdf`);
    expect(safeName(`${"x".repeat(300)}.pdf`, "y".repeat(1_501))).toBe(`${"x".repeat(36)}.pdf`);
  });
});

it("orders paths as their bytes in UTF-8", () => {
  const text = fc.string({ unit: "binary", maxLength: 8 }).map((each) => each.toWellFormed());
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(Math.sign(comparePaths(one, other))).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)));
    }),
  );
});

it("decodes %25, %0D and %0A of paths, and nothing else", () => {
  expect(decodePath("data/100%25%0d%0A%20%2F%2525")).toBe("data/100%\r\n%20%2F%25");
});
