import { removeDiacritics } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hyphenatedWords } from "../src/hyphenated.ts";
import { wordsOf } from "../src/index.ts";
import { folded, markedText } from "../src/words.ts";

describe("words", () => {
  it.each([
    ["L’Été à Œuilly, n° 12-bis !", ["l", "ete", "a", "oeuilly", "n", "12", "bis"]],
    ["Straße ΟΔΟΣ ﬁn ① Ⅳ x²", ["strasse", "οδοσ", "fin", "1", "iv", "x2"]],
    ["İstanbul ISTANBUL", ["istanbul", "istanbul"]],
    ["bail\u0000commercial\ud800s", ["bail", "commercial", "s"]],
    ["東京都 2026年", ["東京都", "2026年"]],
    ["loca\u00adtion lo\u200bca\u200dtion immeu\u00ad\r\n  ble", ["location", "location", "immeuble"]],
    ["!!! … \u0301", []],
  ])("of %j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it("are equal for any encoding of diacritics and any case", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), (text) => {
        for (const form of ["NFC", "NFD", "NFKC", "NFKD"]) expect(wordsOf(text.normalize(form))).toEqual(wordsOf(text));
      }),
    );
  });

  it("have no diacritics, composed or decomposed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
        expect(removeDiacritics(text)).toBe(text.normalize("NFKD").replace(/\p{M}/gu, ""));
      }),
      { numRuns: 50 },
    );
  });

  it("do not change when folded again", () => {
    const texts = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.constantFrom("Œuvre", "ΟΔΟΣ", "İ", "ﬃ", "½", "\ufdfa"),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const words = wordsOf(text);
        expect(wordsOf(words.join(" "))).toEqual(words);
        expect(folded(folded(text))).toBe(folded(text));
      }),
    );
  });

  it("over 500 characters are dropped", () => {
    expect(wordsOf(`bail ${"a".repeat(501)} ${"𝒶".repeat(500)}`)).toEqual(["bail", "a".repeat(500)]);
  });

  it.each([
    ["sous-location", ["sous", "location"], ["souslocation"], undefined],
    ["rez\u2010de\u2011chaussée", ["rez", "de", "chaussée"], ["rezdechaussée"], undefined],
    ["immeu-\nble", ["immeuble"], ["immeu", "ble"], ["immeu", "ble"]],
    ["immeu\u2010  \r\n  ble", ["immeuble"], ["immeu", "ble"], ["immeu", "ble"]],
    ["rez-de-chaus-\nsée", ["rez", "de", "chaussée"], ["chaus", "sée", "rezdechaussée"], ["rez", "de", "chaus", "sée"]],
    ["2026-03-12", ["2026", "03", "12"], [], undefined],
  ])("of %j are these in a row, with their other search terms", (text, inRow, alike, pieces) => {
    expect([...hyphenatedWords(text)]).toEqual([pieces ? { inRow, alike, pieces } : { inRow, alike }]);
  });

  it("in a row are the words of a text without broken words", () => {
    const pieces = fc.constantFrom("bail", "Été", "œ", "-", "-", " ", "12", "a\u0301", "’", "ﬃ", "\u2010", "x");
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (all) => {
        const text = all.join("");
        const inRow = [...hyphenatedWords(markedText(text))].flatMap((each) =>
          each.inRow.flatMap((one) => wordsOf(one)),
        );
        expect(inRow).toEqual(wordsOf(text));
      }),
    );
  });
});
