import { unmarked } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlText } from "../src/html-text.ts";
import {
  highlighter,
  indexedText,
  MARK,
  MARKED_LENGTH,
  QUERY_LENGTH_MAX,
  queryWords,
  rankOf,
  wordsOf,
} from "../src/index.ts";

describe("words", () => {
  it.each([
    ["L’Été à Œuilly, n° 12-bis !", ["l", "ete", "a", "oeuilly", "n", "12", "bis"]],
    ["Straße ΟΔΟΣ ﬁn ① Ⅳ x²", ["strasse", "οδοσ", "fin", "1", "iv", "x2"]],
    ["İstanbul ISTANBUL", ["istanbul", "istanbul"]],
    ["bail\u0000commercial\ud800s", ["bail", "commercial", "s"]],
    ["東京都 2026年", ["東京都", "2026年"]],
    ['name:bail AND (NEAR OR "x*") -not ^col', ["name", "bail", "and", "near", "or", "x", "not", "col"]],
    ["!!! … \u0301", []],
  ])("of %j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it("are the same however their marks are written, in letters of any case", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), (text) => {
        for (const form of ["NFC", "NFD", "NFKC", "NFKD"]) expect(wordsOf(text.normalize(form))).toEqual(wordsOf(text));
      }),
    );
  });

  it("have no marks, whatever stands for one, as if all had been taken apart first", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
        expect(unmarked(text)).toBe(text.normalize("NFKD").replace(/\p{M}/gu, ""));
      }),
      { numRuns: 100 },
    );
  });

  it("of a query are each looked for once, and nothing is found by one that no text can have", () => {
    expect(queryWords("bail BAIL été")).toEqual(["bail", "ete"]);
    expect(queryWords("a".repeat(500))).toEqual(["a".repeat(500)]);
    expect(queryWords(`bail ${"a".repeat(501)}`)).toBeNull();
    expect(wordsOf(`bail ${"a".repeat(501)}`)).toEqual(["bail"]);
    expect(wordsOf("𝒶".repeat(500))).toEqual(["a".repeat(500)]);
    expect(queryWords("?!")).toEqual([]);
  });

  it("of a query are no more than its characters can stand for, whatever they are", () => {
    const worst = fc.constantFrom("\ufdfa", "\ufdfb", "½", "㏂", "a ", "é", "ﬃ", "(", '"', "㍿", "𝒶", "東");
    const character = fc.oneof(worst, fc.string({ unit: "binary", minLength: 1, maxLength: 1 }));
    const queries = fc.array(character, { maxLength: QUERY_LENGTH_MAX }).map((all) => all.join(""));
    fc.assert(
      fc.property(queries, (query) => {
        const words = queryWords(query) ?? [];
        expect(words.length).toBeLessThanOrEqual(4 * QUERY_LENGTH_MAX);
        expect(words.join("").length).toBeLessThanOrEqual(20 * QUERY_LENGTH_MAX);
      }),
      { numRuns: 50 },
    );
  });
});

describe("a text in the index", () => {
  const texts = () =>
    fc
      .array(
        fc.oneof(
          fc.string({ unit: "grapheme", maxLength: 30 }),
          fc.constantFrom("bail", "été™x", " ", "😀", "\n", "a".repeat(300)),
        ),
        {
          maxLength: 60,
        },
      )
      .map((parts) => parts.join(""));

  it("has every word of it once, and no other", () => {
    fc.assert(
      fc.property(texts(), (source) => {
        const { words } = indexedText(source);
        const listed = words.split(" ").filter((word) => word !== "" && word !== MARK);
        expect(listed).toEqual([...new Set(wordsOf(source))]);
        expect(words).toMatch(/^$|^ .* $/s);
      }),
      { numRuns: 500 },
    );
  });

  it("has before each as many marks as let the word be found in the text", () => {
    fc.assert(
      fc.property(texts(), (source) => {
        const { text, words } = indexedText(source);
        let marks = 0;
        for (const word of words.trim().split(" ")) {
          if (word === MARK) marks += 1;
          else if (word !== "") {
            const passage = [...text].slice(marks * MARKED_LENGTH, (marks + 4) * MARKED_LENGTH).join("");
            expect(wordsOf(passage).some((each) => each === word || each.endsWith(word))).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it("is kept as it is spelt, in one line that can be stored", () => {
    expect(indexedText(" Été\u0000\r\n\tbail\ud800 ").text).toBe(" Été bail\ufffd ");
  });
});

describe("highlights", () => {
  const of = (words: readonly string[], text: string, isBeginning = true) =>
    highlighter(words)({ name: "Document", description: null, passages: [{ text, isBeginning }] });

  it("say where the words are: in the name, in the description, in the text, as they are spelt there", () => {
    const found = {
      name: "Le Bail",
      description: "Un\nbail <b>d’été</b>",
      passages: [{ text: "…le BAIL", isBeginning: true }],
    };
    expect(highlighter(["bail"])(found)).toEqual(["Le Bail", "Un bail <b>d’été</b>", "…le BAIL"]);
    expect(highlighter(["ete"])(found)).toEqual(["Un bail <b>d’été</b>"]);
    expect(highlighter(["absent"])(found)).toEqual([]);
  });

  it("are three at most, each once", () => {
    const passage = { text: "bail", isBeginning: true };
    expect(highlighter(["bail"])({ name: "bail", description: "bail", passages: [passage, passage] })).toEqual([
      "bail",
    ]);
    const passages = ["bail 1", "bail 2", "bail 3"].map((text) => ({ text, isBeginning: true }));
    expect(highlighter(["bail"])({ name: "bail", description: null, passages })).toEqual(["bail", "bail 1", "bail 2"]);
  });

  it("are cut between words around what was found, and never half of a word that was read from its middle", () => {
    const text = `${"avant ".repeat(50)}Été ${"après ".repeat(50)}`;
    const [highlight = ""] = of(["ete"], text);
    expect(highlight).toMatch(/^avant( avant)* Été après( après)*$/);
    expect(highlight.length).toBeGreaterThan(180);
    expect(of(["ete"], "ete et Été", false)).toEqual(["ete et Été"]);
    expect(of(["ete"], "ete seul", false)).toEqual([]);
  });

  it("have at most 200 characters, are whole characters, and have the word, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.string({ maxLength: 200 }), (before, after) => {
        for (const highlight of of(["bail"], `${before} Bail ${after}`)) {
          expect(highlight.length).toBeLessThanOrEqual(200);
          expect(wordsOf(highlight)).toContain("bail");
        }
      }),
    );
    const [long = ""] = of(["a".repeat(300)], `${"a".repeat(300)}😀`);
    expect(long).toBe("a".repeat(200));
    expect(of(["a".repeat(199)], `${"a".repeat(199)}😀`)).toEqual(["a".repeat(199)]);
    expect(of(["😀".repeat(3)], "")).toEqual([]);
  });
});

describe("the rank of a match", () => {
  const [name, description, text] = [
    { inName: true, inDescription: false },
    { inName: false, inDescription: true },
    { inName: false, inDescription: false },
  ];
  it("is that of the furthest place that it takes, then that of the nearest", () => {
    const orders = [[name], [name, description], [description], [name, text], [description, text], [text]];
    expect(orders.map(rankOf)).toEqual([0, 3, 4, 6, 7, 8]);
  });
});

describe("the text of HTML", () => {
  it.each([
    ["<p>Un <b>b</b>ail</p><p>d&rsquo;&eacute;t&#233; &#x26; c&oelig;ur</p>", "Un bail d’été & cœur"],
    ["<!doctype html><head><title>T</title><style>p{color:red}</style></head><script>var x = '<p>'</script>y", "T y"],
    ["a<!-- bail -->b <br/>c<br>d", "a b c d"],
    ["x <img alt='un texte' src=y> 1 < 2 &unknown; &#99999999;", "x 1 < 2 &unknown;"],
    ["<script>never closed", ""],
    ["un <!-- jamais", "un"],
  ])("of %j", (source, text) => {
    expect(htmlText(source).replace(/\s+/g, " ").trim()).toBe(text);
  });

  it.each(["<script", "<!--", "<a", "<", "&", "</script", "<svg></svg", "<![", "&#"])(
    "costs its length: %s",
    (piece) => {
      const started = process.cpuUsage();
      htmlText(piece.repeat(1_048_576 / piece.length));
      htmlText(`<script>${piece.repeat(1_048_576 / piece.length)}`);
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1e6).toBeLessThan(3);
    },
  );
});
