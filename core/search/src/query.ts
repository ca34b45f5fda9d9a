import { hyphenatedWords } from "./hyphenated.ts";
import { integerTerm, numberSpans } from "./numbers/numbers.ts";
import { type QueryPart, queryParts } from "./query-parts.ts";
import type { Clause, SearchTerms } from "./search-terms.ts";
import { formsOf } from "./word-forms.ts";
import { folded, isKept, markedText, wordsOf } from "./words.ts";

/**
 * Maximum clauses. A query of 200 characters has fewer, except in scripts whose characters fold to several words; the
 * rest is ignored.
 */
export const CLAUSES_MAX = 100;

/** Minimum letters of a prefix; a shorter one is a word. */
const PREFIX_LEAST = 3;

/** An integer that is a term of its own. */
const DIGITS = /^\d{1,40}$/;

/**
 * Parses a query (composition.md 4). Without wanted clauses it matches nothing, as with a word longer than any indexed
 * word.
 */
export function parsedQuery(query: string): SearchTerms {
  const parts = queryParts(markedText(query));
  if (parts.some(({ text }) => !(folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).every(isKept)))
    return { wanted: [], unwanted: [] };
  const wanted = parts.flatMap((part) => (part.isUnwanted ? [] : clausesOf(part)));
  const unwanted = parts.flatMap((part) => (part.isUnwanted ? unwantedClausesOf(part) : []));
  return { wanted: distinct(wanted).slice(0, CLAUSES_MAX), unwanted: distinct(unwanted).slice(0, CLAUSES_MAX) };
}

const distinct = (clauses: readonly Clause[]): readonly Clause[] => [
  ...new Map(clauses.map((clause) => [JSON.stringify(clause), clause])).values(),
];

function clausesOf({ kind, text }: QueryPart): readonly Clause[] {
  if (kind === "phrase") return phraseOf(wordsInRow(text));
  return kind === "prefix" ? prefixClauses(text) : plainClauses(text);
}

/** Several joined words exclude only documents with the phrase or the joined word. */
function unwantedClausesOf(part: QueryPart): readonly Clause[] {
  if (part.kind !== "plain") return clausesOf(part).slice(-1);
  const clauses = plainClauses(part.text);
  const words = wordsInRow(part.text);
  if (clauses.length < 2) return clauses;
  const joined = hyphenatedWords(part.text).flatMap(({ alike }) => alike.flatMap((word) => wordsOf(word)));
  return [...phraseOf(words), ...joined.map((word): Clause => ({ kind: "word", exact: [word], others: [] }))];
}

const wordsInRow = (marked: string): readonly string[] =>
  hyphenatedWords(marked).flatMap(({ inRow }) => inRow.flatMap((word) => wordsOf(word)));

function phraseOf(words: readonly string[]): readonly Clause[] {
  const [word] = words;
  if (word === undefined) return [];
  if (words.length === 1) return [{ kind: "word", exact: [exactTerm(word)], others: [] }];
  return [{ kind: "phrase", words, terms: [...new Set(words)] }];
}

/** Applies the prefix to the last word: `l'eau*` is the word l, and words starting with eau. */
function prefixClauses(text: string): readonly Clause[] {
  const words = wordsInRow(text);
  const prefix = words.at(-1) ?? "";
  if ([...prefix].length < PREFIX_LEAST) return plainClauses(text);
  const before = words.slice(0, -1).flatMap((word) => wordClauses(word));
  return [...before, { kind: "prefix", prefix }];
}

const exactTerm = (word: string): string => (DIGITS.test(word) ? integerTerm(word) : word);

/** A code without blanks also matches one in groups. */
const codeTerm = (word: string): readonly string[] =>
  /^(?=.*\d)(?=.*[a-z])[a-z\d]{6,34}$/.test(word) ? [`#${word}`] : [];

/** Returns clauses for words and numbers. A number is one clause, with or without blanks. */
function plainClauses(text: string): readonly Clause[] {
  const pieces = text.split(/\s+/u).filter((piece) => piece !== "");
  const places: { readonly start: number; readonly end: number; readonly marked: string }[] = [];
  let line = "";
  for (const marked of pieces) {
    const start = line === "" ? 0 : line.length + 1;
    line = line === "" ? folded(marked) : `${line} ${folded(marked)}`;
    places.push({ start, end: line.length, marked });
  }
  const spans = numberSpans(line);
  const clauses: Clause[] = [];
  let position = 0;
  for (const { start, end, exact, isGuess } of spans) {
    for (const clause of wordsBetween(position, start)) clauses.push(clause);
    if (isGuess)
      for (const clause of wordClauses(line.slice(start, end), [...exact, ...exact.map((term) => term.slice(1))]))
        clauses.push(clause);
    else clauses.push({ kind: "word", exact: [...exact, ...wordTerm(line.slice(start, end))], others: [] });
    position = end;
  }
  for (const clause of wordsBetween(position, line.length)) clauses.push(clause);
  return clauses;

  /** Words of pieces that contain no number keep their diacritics. */
  function wordsBetween(from: number, to: number): readonly Clause[] {
    return places.flatMap((place) => {
      if (place.end <= from || place.start >= to) return [];
      const isWhole = place.start >= from && place.end <= to;
      return wordClauses(isWhole ? place.marked : line.slice(Math.max(place.start, from), Math.min(place.end, to)));
    });
  }
}

/** A code without blanks also matches as a word. */
const wordTerm = (code: string): readonly string[] => (/^[a-z\d]*[a-z][a-z\d]*$/.test(code) ? [code] : []);

/** Returns a clause for each part of a hyphenated word, which also matches the joined word, or one of `instead`. */
function wordClauses(marked: string, alternatives: readonly string[] = []): readonly Clause[] {
  return hyphenatedWords(marked).flatMap(({ inRow, alike }) => {
    const joined = alike.map(formsOf);
    return inRow.flatMap((each) => {
      const { words, stems } = formsOf(each);
      return words.map((word): Clause => {
        const exact = new Set([
          exactTerm(word),
          ...codeTerm(word),
          ...joined.flatMap((forms) => forms.words),
          ...alternatives,
        ]);
        return { kind: "word", exact: [...exact], others: [...stems, ...joined.flatMap((forms) => forms.stems)] };
      });
    });
  });
}
