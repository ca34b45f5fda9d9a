import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keywordClassifier } from "../src/classification/keyword-classifier.ts";
import type { ClassificationEntry } from "../src/index.ts";

const entry = (code: string, ...keywords: string[]): ClassificationEntry => ({
  code,
  label: code,
  parentCode: null,
  keywords,
});
const classify = (text: string | null, ...entries: ClassificationEntry[]) =>
  keywordClassifier.classify({ names: ["scan.bin"], text }, entries);

describe("The keyword classifier", () => {
  it("chooses the entry with most keywords in names and text, each counted once", async () => {
    const plan = [entry("1", "bail"), entry("2", "loyer", "charges", "mill"), entry("3", "bail")];
    const document = { names: ["Bail du moulin.pdf", "mill.pdf"], text: "Loyer, loyer, loyer" };
    const reason = { code: "2", score: 2, matched: ["loyer", "mill"] };
    expect(await keywordClassifier.classify(document, plan)).toEqual(reason);
  });

  it("chooses the first of equals in the plan, and none without a match", async () => {
    expect(await classify("a b", entry("z", "b"), entry("a", "a"))).toEqual({ code: "z", score: 1, matched: ["b"] });
    expect(await classify("c", entry("z", "b"), entry("a"))).toBeNull();
    expect(await classify(null, entry("z", "b"))).toBeNull();
  });

  it.each([
    ["BAIL", "un bail", "in any case"],
    ["état des lieux", "ÉTAT\n  DES\tLIEUX", "with any white space"],
    ["ﬁche", "FICHE", "in its compatible form"],
    ["n°", "le n°12", "with a sign at its end"],
    ["§ 12", "voir§ 12.", "with a sign at its beginning"],
    ["bail", "le_bail-2026", "between signs"],
    ["12", "lot 12", "as a number at the end"],
  ])("finds %j in %j: %s", async (keyword, text) => {
    expect(await classify(text, entry("1", keyword))).toEqual({ code: "1", score: 1, matched: [keyword] });
  });

  it.each([
    ["bail", "bailleur", "a longer word"],
    ["bail", "sousbail", "inside a word"],
    ["bail", "baïl", "marks count"],
    ["etat", "état", "marks count"],
    ["12", "123", "a longer number"],
    ["e", "e\u0301", "a mark follows"],
    ["n° 1", "n° 12", "a longer last word"],
  ])("does not find %j in %j: %s", async (keyword, text) => {
    expect(await classify(text, entry("1", keyword))).toBeNull();
  });

  it("agrees with a search for every keyword at every position", async () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "é", " ", "°", "1"), maxLength: 6 });
    const plan = fc.array(
      fc.uniqueArray(
        word.filter((text) => text.trim() === text && text !== ""),
        { maxLength: 4 },
      ),
    );
    const isIn = (text: string, keyword: string) =>
      [...text].some((_, at) => {
        const [before = "", after = ""] = [text[at - 1], text[at + keyword.length]];
        const inWord = (pair: string) => /^[\p{L}\p{M}\p{N}]{2}$/u.test(pair);
        const edges = !inWord(before + keyword[0]) && !inWord(keyword.at(-1) + after);
        return text.startsWith(keyword, at) && edges;
      });
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom("a", "b", "é", " ", "°", "1") }),
        plan,
        async (sent, lists) => {
          const text = `scan.bin ${sent}`.replace(/ +/g, " ").trim();
          const spaced = lists.map((list) => [...new Set(list.map((keyword) => keyword.replace(/ +/g, " ")))]);
          const scores = spaced.map((list) => list.filter((keyword) => isIn(text, keyword)).length);
          const best = Math.max(0, ...scores);
          const reason = await classify(sent, ...spaced.map((list, at) => entry(String(at), ...list)));
          expect(reason?.score ?? 0).toBe(best);
          if (best > 0) expect(reason?.code).toBe(String(scores.indexOf(best)));
        },
      ),
    );
  });

  it("stays fast with a quarter of a million keywords with a common start", async () => {
    const entries = Array.from({ length: 5000 }, (_, row) =>
      entry(String(row), ...Array.from({ length: 50 }, (_, at) => `a ${row}x${at}`)),
    );
    expect(await classify("a ".repeat(32_768), ...entries)).toBeNull();
  });
});
