import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { highlighter, matchFinder, parsedQuery, wordsOf } from "../src/index.ts";

const highlights = (query: string, text: string, isBeginning = true) =>
  highlighter(parsedQuery(query))({ name: "Document", description: null, passages: [{ text, isBeginning }] });

describe("matches of a highlight", () => {
  const matches = (query: string, text: string) =>
    matchFinder(parsedQuery(query))(text).map(({ start, length }) => text.slice(start, start + length));

  it("are all words that the query finds, as written", () => {
    expect(matches("ete bail", "Le bail d’été, des BAILS et un bail")).toEqual(["bail", "été", "BAILS", "bail"]);
    expect(matches('"bail commercial"', "Un bail commercial")).toEqual(["bail commercial"]);
    expect(matches("absent", "Le bail")).toEqual([]);
  });

  it("never overlap, and stay in the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.string({ maxLength: 12 }), (text, query) => {
        let end = 0;
        for (const { start, length } of matchFinder(parsedQuery(query))(`${text} ${query} ${text}`)) {
          expect(start).toBeGreaterThanOrEqual(end);
          expect(length).toBeGreaterThan(0);
          end = start + length;
        }
        expect(end).toBeLessThanOrEqual(2 * text.length + query.length + 2);
      }),
    );
  });
});

describe("highlights", () => {
  it("show matches in name, description and text as written", () => {
    const found = {
      name: "Le Bail",
      description: "Un\nbail <b>d’été</b>",
      passages: [{ text: "…le BAIL", isBeginning: true }],
    };
    expect(highlighter(parsedQuery("bail"))(found)).toEqual(["Le Bail", "Un bail <b>d’été</b>", "…le BAIL"]);
    expect(highlighter(parsedQuery("ete"))(found)).toEqual(["Un bail <b>d’été</b>"]);
    expect(highlighter(parsedQuery("absent"))(found)).toEqual([]);
  });

  it.each([
    ["résiliation", "contrat résilié hier"],
    ["loy*", "les LOYERS"],
    ['"gestion locative"', "gestion ; puis la Gestion, locative"],
    ["immeuble", "cet immeu- ble"],
    ["immeuble", "cet immeu\u00ad ble"],
    ['"immeuble neuf"', "cet immeu\u00ad ble neuf"],
    ["souslocation", "la sous-location"],
    ['"la sous location"', "la sous- location"],
    ['"la souslocation"', "la sous- location"],
    ["oeuvre", "main d’Œuvre"],
    ["1234.56", "un total de 1 234,56 euros"],
    ["2026-03-12", "Signé le 12 mars 2026 à Lyon"],
    ["FR7630006000", "IBAN : FR76 3000 6000 0112"],
    ["0199004567", "tél. +33 1 99 00 45 67"],
    ["850", "850 euros"],
    ["sociétés", "la Société"],
    ["élections", "une élection"],
  ])("of %s show %j", (query, text) => {
    expect(highlights(query, text)).toEqual([text]);
  });

  it("show each of several words, and neighbours together", () => {
    const far = "mot ".repeat(100);
    expect(highlights("bail loyer", `bail loyer ${far}`)).toHaveLength(1);
    const [one = "", two = ""] = highlights("loyer bail", `bail ${far} loyer ${far}`);
    expect([one.includes("bail"), two.includes("loyer")]).toEqual([true, true]);
  });

  it("are three at most, without duplicates", () => {
    const passage = { text: "bail", isBeginning: true };
    const of = highlighter(parsedQuery("bail"));
    expect(of({ name: "bail", description: "bail", passages: [passage, passage] })).toEqual(["bail"]);
    const passages = ["bail 1", "bail 2", "bail 3"].map((text) => ({ text, isBeginning: true }));
    expect(of({ name: "bail", description: null, passages })).toEqual(["bail", "bail 1", "bail 2"]);
  });

  it("are cut between words, and omit an incomplete first word", () => {
    const text = `${"avant ".repeat(50)}Été ${"après ".repeat(50)}`;
    const [highlight = ""] = highlights("ete", text);
    expect(highlight).toMatch(/^avant( avant)* Été après( après)*$/);
    expect(highlight.length).toBeGreaterThan(180);
    expect(highlights("ete", "ete et Été", false)).toEqual(["ete et Été"]);
    expect(highlights("ete", "ete seul", false)).toEqual([]);
  });

  it("have at most 200 whole characters and contain the word", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.string({ maxLength: 200 }), (before, after) => {
        for (const highlight of highlights("bail", `${before} Bail ${after}`)) {
          expect(highlight.length).toBeLessThanOrEqual(200);
          expect(wordsOf(highlight)).toContain("bail");
        }
      }),
    );
    expect(highlights("a".repeat(200), `${"a".repeat(200)}😀`)).toEqual(["a".repeat(200)]);
    expect(highlights("a".repeat(199), `${"a".repeat(199)}😀`)).toEqual(["a".repeat(199)]);
  });

  it.each(["é", "bai ", "1 ", "a-", "bail", "ba-il "])("cost the length of the text: %j", (piece) => {
    const started = process.cpuUsage();
    highlights('bails loyer "bail loyer" 1234.56 loc*', piece.repeat(300_000 / piece.length));
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1e6).toBeLessThan(3);
  });
});
