import fc from "fast-check";
import { expect, it } from "vitest";
import { describeFec } from "../src/fec/notice.ts";
import { sanitizeField, writeFec } from "../src/fec/writer.ts";
import { writeBook } from "../src/files/book-texts.ts";
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
  ["Ā\u0101", "Āā", "Aa"],
  ["㋀ ㎏", "㋀ ㎏", "? kg"],
  ["a\u200Db", "a\u200Db", "ab"],
  ["\u0301漢", "\u0301漢", "?"],
  [` ${"é".repeat(251)}`, "é".repeat(250), "é".repeat(250)],
  [`${"é".repeat(249)} éé`, "é".repeat(249), "é".repeat(249)],
  [`${"x".repeat(250)}x`, "x".repeat(250), "x".repeat(250)],
  ["🏠".repeat(251), "🏠".repeat(250), "?".repeat(250)],
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

it("a file has no chunk for a batch without lines", async () => {
  async function* batches() {
    yield [];
    yield [];
  }
  const chunksOf = async (file: AsyncIterable<unknown>) => {
    let count = 0;
    for await (const _ of file) count += 1;
    return count;
  };
  expect(await chunksOf(writeFec(batches(), []))).toBe(1);
  expect(await chunksOf(writeBook(batches(), "hledger"))).toBe(1);
});

it.each([
  [{}, "UTF-8, sans marque d'ordre des octets", "tabulation (code 9)"],
  [{ separator: "tab", encoding: "utf-8" }, "UTF-8, sans marque d'ordre des octets", "tabulation (code 9)"],
  [{ separator: "pipe", encoding: "iso-8859-15" }, "ISO 8859-15", "barre verticale (code 124)"],
] as const)("the notice of a file says its encoding and its separator: %j", (form, encoding, separator) => {
  const isLatin = "encoding" in form && form.encoding === "iso-8859-15";
  const lines = Buffer.from(describeFec("123456782", 2026, form))
    .toString(isLatin ? "latin1" : "utf8")
    .split("\n");
  expect(lines.slice(0, 5)).toEqual([
    "Description du fichier des écritures comptables 123456782FEC20261231.txt",
    "(article A47 A-1 du livre des procédures fiscales, XI)",
    "",
    `Jeu de caractères : ${encoding}`,
    `Séparateur de champs : ${separator}`,
  ]);
  expect(lines.slice(9, 12)).toEqual([
    "Champs, dans l'ordre :",
    "1. JournalCode : Code du journal de l'écriture",
    "2. JournalLib : Libellé du journal",
  ]);
  expect(lines).toHaveLength(29);
});
