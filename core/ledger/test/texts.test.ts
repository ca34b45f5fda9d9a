import fc from "fast-check";
import { expect, it } from "vitest";
import { sanitizeField } from "../src/fec/writer.ts";
import { nextLetters } from "../src/lettering/lettering.ts";
import { anyText } from "./rent-book.ts";

it("letters rise as numbers of base 26 do, and grow when they run out", () => {
  expect([null, "AAA", "AAZ", "AZZ", "ZZZ", "ABCZ", "ZZZZ"].map(nextLetters)).toEqual([
    "AAA",
    "AAB",
    "ABA",
    "BAA",
    "AAAA",
    "ABDA",
    "AAAAA",
  ]);
  let last = nextLetters(null);
  const known = new Set([last]);
  for (let count = 1; count < 20_000; count += 1) {
    last = nextLetters(last);
    known.add(last);
  }
  expect(known.size).toBe(20_000);
});

it.each([
  ["Loyer\tmars\r\n2026", "Loyer mars 2026", "Loyer mars 2026"],
  ["  a | b  ", "a b", "a b"],
  ["a\u0000b\u0085c\u2028d", "a b c d", "a b c d"],
  ["Élan Œuvre 12 €", "Élan Œuvre 12 €", "Élan Œuvre 12 €"],
  ["l’été — “ici”…", "l’été — “ici”…", 'l\'été - "ici"...'],
  ["Łódź, Čech, Şişli", "Łódź, Čech, Şişli", "Lódz, Cech, Sisli"],
  ["🏠 漢", "🏠 漢", "? ?"],
  ["ａ｜ｂ", "ａ｜ｂ", "a b"],
  ["e\u0301", "é", "é"],
])("%j is a field of the file in either encoding", (text, utf8, latin9) => {
  expect([sanitizeField(text, "utf-8"), sanitizeField(text, "iso-8859-15")]).toEqual([utf8, latin9]);
});

it("a field has at most 250 characters, and no separator", () => {
  fc.assert(
    fc.property(anyText(600), fc.constantFrom("utf-8" as const, "iso-8859-15" as const), (text, encoding) => {
      const field = sanitizeField(text, encoding);
      expect([...field].length).toBeLessThanOrEqual(250);
      expect(field).not.toMatch(/[\p{Cc}|\u2028\u2029]|^\s|\s$|\s\s/u);
      expect(sanitizeField(field, encoding)).toBe(field);
    }),
  );
});
