import { readFileSync } from "node:fs";
import { utf8Length } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexedTerms, indexedText, matches, parsedQuery, TERMS_BYTES_MAX, wordsOf } from "../src/index.ts";
import { SLICE_LENGTH, slicesOf } from "../src/slices.ts";

/** With much that must not be cut. */
const SENTENCE =
  "Le 12 mars 2026, le loyer de 1 850,00 euros de l’immeu-\nble. IBAN FR76 3000 6000 0112 3456 7890 189 ok ";

const noPause = async () => {};

describe("an indexed text", () => {
  it("has its words in order, its stems, and its numbers", () => {
    expect(indexedTerms("Les Loyers : 1 850,00 €")).toEqual({
      terms: ["les", "loyers", "1", "850", "00", "#1850", "~le", "~les", "~loyer"],
      words: " les loyers 1 850 00 ",
    });
    expect(indexedTerms("!")).toEqual({ terms: [], words: "" });
  });

  it("has every word, each term once and none with a blank", () => {
    const pieces = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 30 }),
      fc.constantFrom("bail", "été™x", " ", "😀", "\n", "a".repeat(300), "12 mars", "sous-\n", "1 234,5"),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (all) => {
        const text = all.join("");
        const { terms, words } = indexedTerms(text);
        expect(new Set(terms).size).toBe(terms.length);
        expect(terms.every((term) => /^\S+$/u.test(term))).toBe(true);
        const isBroken = /[-\u2010\u2011\u00ad][\t ]*\r?\n/.test(text.normalize("NFKC"));
        if (!isBroken) expect(words.trim()).toBe(wordsOf(text).join(" "));
      }),
      { numRuns: 300 },
    );
  });

  it("keeps its spelling, in one storable line", async () => {
    expect((await indexedText(" Été\u0000\r\n\tbail\ud800 ", noPause)).text).toBe(" Été bail\ufffd ");
    const blanks = `a${" \n\t".repeat(2 * SLICE_LENGTH)}b ${"\r\n".repeat(SLICE_LENGTH)}😀`;
    expect((await indexedText(blanks, noPause)).text).toBe("a b 😀");
  });

  it("has the same terms however it is cut, with regular pauses", async () => {
    const text = SENTENCE.repeat(400);
    let pauses = 0;
    const indexed = await indexedText(text, async () => {
      pauses += 1;
    });
    expect(pauses).toBe([...slicesOf(text)].length);
    expect(pauses).toBeGreaterThan(text.length / SLICE_LENGTH - 1);
    expect(indexed.terms).toEqual(indexedTerms(SENTENCE + SENTENCE).terms);
    for (const slice of slicesOf(text)) expect(slice.length).toBeLessThanOrEqual(SLICE_LENGTH);
    expect([...slicesOf(text)].join("")).toBe(text);
  });

  it("is not cut at the end of a line inside a date", () => {
    const lines =
      "Il court, le cas échéant, du 12 mars\n2026 à la fin.\nLe bail est signé à Rennes par les deux parties.\n";
    for (let before = 0; before < lines.length; before += 1)
      for (const slice of slicesOf(`${"x".repeat(before)}\n${lines.repeat(100)}`)) expect(slice).not.toMatch(/mars\n$/);
  });

  it("is cut in no indexed word", () => {
    const long = "a".repeat(SLICE_LENGTH + 700);
    const text = `${long} bail ${"é".repeat(5 * SLICE_LENGTH + 9)} loyer ${"b,".repeat(SLICE_LENGTH)}`;
    const slices = [...slicesOf(text)];
    expect(slices.join("")).toBe(text);
    expect(Math.max(...slices.map(({ length }) => length))).toBeLessThanOrEqual(2 * SLICE_LENGTH);
    expect(slices.flatMap(wordsOf)).toEqual(wordsOf(text));
  });

  it("has a bounded number of terms, words before stems, even when folding makes it longer", async () => {
    const words = Array.from({ length: 100_000 }, (_, count) => `mot${"abcdefghij"[count % 10]}${count}x`);
    const { terms } = await indexedText(words.join(" "), noPause);
    expect(terms.reduce((sum, term) => sum + utf8Length(term), 0)).toBeLessThanOrEqual(TERMS_BYTES_MAX);
    expect(terms.slice(0, 60_000)).toEqual(words.slice(0, 60_000));
    const expanding = await indexedText("\ufdfa ".repeat(200_000), noPause);
    expect(utf8Length(expanding.words)).toBeLessThanOrEqual(1_048_577);
  });

  it("is bounded for long rows of broken words", () => {
    const { words } = indexedTerms("ab-\ncd ".repeat(20_000));
    expect(words.length).toBeLessThan(400_000);
  });

  it("is found without folding the query", () => {
    const { terms } = indexedTerms(readFileSync(new URL("stemming/vocabulary.tsv", import.meta.url), "utf8"));
    expect(terms.length).toBeGreaterThan(1_000);
    expect(matches(parsedQuery("abandonné"), [{ terms, words: "" }])).toBe(true);
  });
});
