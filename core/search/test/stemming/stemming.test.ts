import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { englishStem } from "../../src/stemming/english.ts";
import { frenchStem } from "../../src/stemming/french.ts";
import { stemsOf } from "../../src/stemming/stems.ts";
import { folded } from "../../src/words.ts";

/** Words, and the stems that version 2.2 of libstemmer, the reference of the Snowball rules, makes of them. */
const VOCABULARY = readFileSync(new URL("vocabulary.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter((row) => row !== "")
  .map((row) => row.split("\t") as [string, string, string]);

it("stems of French words are those of the reference", () => {
  expect(VOCABULARY.map(([word]) => [word, frenchStem(word)])).toEqual(VOCABULARY.map(([word, stem]) => [word, stem]));
});

it("stems of English words are those of the reference", () => {
  expect(VOCABULARY.map(([word]) => [word, englishStem(word)])).toEqual(
    VOCABULARY.map(([word, , stem]) => [word, stem]),
  );
});

it.each([
  ["résiliation", "résilié"],
  ["ravalement", "ravallement"],
  ["quittances", "quittance"],
  ["copropriétaires", "coproprietaire"],
  ["repairs", "repaired"],
])("%s and %s have a stem in common", (word, other) => {
  const stems = stemsOf(word, folded(word), folded);
  expect(stemsOf(other, folded(other), folded).some((stem) => stems.includes(stem))).toBe(true);
});

it("words of digits, of two letters, or of too many letters have none", () => {
  expect(["12", "b2b", "le", "a".repeat(61)].flatMap((word) => stemsOf(word, word, folded))).toEqual([]);
});
