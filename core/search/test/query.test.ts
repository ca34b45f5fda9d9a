import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLAUSES_MAX, indexedTerms, matches, parsedQuery, QUERY_LENGTH_MAX, wordsOf } from "../src/index.ts";

const finds = (query: string, text: string): boolean => matches(parsedQuery(query), [indexedTerms(text)]);

describe("a query", () => {
  it.each([
    ["gestions locatives", "La gestion locative"],
    ["loy*", "un loyer"],
    ["LOY*", "les loyers"],
    ["l'appart*", "l’appartement"],
    ['"gestion locative"', "la Gestion, locative"],
    ['"sous location"', "une sous-location"],
    ['"sous-location" bail', "bail de sous location"],
    ['"immeuble neuf"', "un immeu-\nble neuf"],
    ['"porte fenêtre neuve"', "une porte-\nfenêtre neuve"],
    ["souslocation", "une sous-location"],
    ["sous-location", "une souslocation"],
    ["sous location", "une sous-\nlocation"],
    ["immeuble", "cet immeu\u2010\r\nble"],
    ["bail -caution", "un bail"],
    ["bail -caut*", "un bail"],
    ['bail -"sans caution"', "un bail, caution sans objet"],
    ["bail -sous-location", "bail sous réserve de location"],
    ["bail - caution", "bail, caution"],
    ["bail -l'eau", "bail, leau, l’air et eau"],
    ["c++ bail", "C, bail"],
    ['bail "caution', "caution du bail"],
    ['bail"caution" loyer', "bail, caution, loyer"],
    ["lo*", "lo"],
    ["ba*il", "ba, il"],
    ["location*", "locations"],
    ["AND OR NEAR(bail)", "and or near bail"],
    ['"baux"', "les baux"],
    ["cœur", "coeur"],
  ])("%s finds %j", (query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  it.each([
    ["bail loyer", "un bail"],
    ["lo*", "un loyer"],
    ["loy*", "l'employé"],
    ['"gestion locative"', "locative gestion"],
    ['"gestion locative"', "gestion technique, locative"],
    ['"gestion locative"', "une suggestion locative"],
    ['"baux"', "le bail"],
    ['"loyer"', "les loyers"],
    ["bail -caution", "bail, cautions"],
    ["bail -caut*", "bail, cautionnement"],
    ['bail -"sans caution"', "bail sans caution"],
    ["bail -sous-location", "bail de sous-location"],
    ["bail -souslocation", "bail de sous-location"],
    ["bail -850,00", "bail à 850 euros"],
    ["-caution", "un bail"],
    ["?!", "?!"],
    ['"" -""', "bail"],
    [`bail ${"ﬃ".repeat(180)}`, "bail"],
  ])("%s does not find %j", (query, text) => {
    expect(finds(query, text)).toBe(false);
  });

  it("of words of a text finds the text", () => {
    const words = fc.oneof(
      fc.constantFrom(
        "bail",
        "d’été",
        "sous-location",
        "1 234,56",
        "12 mars 2026",
        "n°12",
        "loyers",
        "rez-de-",
        "œuvre",
        "12",
        "3M02",
      ),
      fc
        .string({ unit: "grapheme", maxLength: 8 })
        .filter((word) => !/["*\n\r]|^\s*-|\s-/u.test(word.normalize("NFKC"))),
    );
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), (all) => {
        const query = all.join(" ").replace(/\s+/gu, " ");
        const { wanted } = parsedQuery(query);
        if (wordsOf(query).length === 0) expect(wanted).toEqual([]);
        else expect({ query, isFound: finds(query, `Avant. ${query} Après.`) }).toEqual({ query, isFound: true });
      }),
      { numRuns: 500 },
    );
  });

  it("is parsed to a bounded number of clauses, for any text", () => {
    const signs = fc.constantFrom(
      '"',
      "-",
      "*",
      " ",
      "a",
      "bail",
      "12",
      "\ufdfa",
      "ﬃ",
      "½",
      "(",
      "\ud800",
      "é",
      "/",
      ",",
    );
    const queries = fc
      .array(fc.oneof(signs, fc.string({ unit: "binary", maxLength: 2 })), { maxLength: QUERY_LENGTH_MAX })
      .map((all) => all.join("").slice(0, QUERY_LENGTH_MAX));
    fc.assert(
      fc.property(queries, (query) => {
        const { wanted, unwanted } = parsedQuery(query);
        expect(Math.max(wanted.length, unwanted.length)).toBeLessThanOrEqual(CLAUSES_MAX);
        for (const clause of [...wanted, ...unwanted]) {
          const terms =
            clause.kind === "prefix" ? [clause.prefix] : clause.kind === "phrase" ? clause.terms : clause.exact;
          expect(terms.length).toBeGreaterThan(0);
          for (const term of terms) expect(term).toMatch(/^#?[\p{L}\p{N}][\p{L}\p{N}.-]*$|^#-\d\d-\d\d$/u);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("a line break inside a word of a PDF", () => {
  it.each(["Cet immeu-\nblexq est vendu", "Cet immeu\u00ad\nblexq est vendu", "Cet immeu\u2010 \r\n blexq est vendu"])(
    "is found joined: %j",
    (text) => {
      expect(finds("immeublexq", text)).toBe(true);
      expect(finds('"immeublexq est"', text)).toBe(true);
    },
  );
});
