import { hyphenatedWords } from "./hyphenated.ts";
import { integerTerm, numberSpans } from "./numbers/numbers.ts";
import { type QueryPart, queryParts } from "./query-parts.ts";
import type { Clause, SearchTerms } from "./search-terms.ts";
import { formsOf } from "./word-forms.ts";
import { folded, isKept, markedText, wordsOf } from "./words.ts";

/** A query of 200 characters has no more words. Only signs that stand for whole sentences have: what follows is not looked for. */
export const CLAUSES_MAX = 100;

/** Letters of the shortest prefix; a shorter one is a word. */
const PREFIX_LEAST = 3;

/** Digits of the longest number that stands for itself. */
const DIGITS = /^\d{1,40}$/;

/**
 * What a query of some hundred characters asks for (composition.md 4). Nothing of it is found where nothing is wanted, or
 * where a word is longer than any word of a text.
 */
export function parsedQuery(query: string): SearchTerms {
  const parts = queryParts(markedText(query));
  if (parts.some(({ text }) => !(folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).every(isKept)))
    return { wanted: [], unwanted: [] };
  const wanted = parts.flatMap((part) => (part.isUnwanted ? [] : clausesOf(part)));
  const unwanted = parts.flatMap((part) => (part.isUnwanted ? unwantedClausesOf(part) : []));
  return { wanted: different(wanted).slice(0, CLAUSES_MAX), unwanted: different(unwanted).slice(0, CLAUSES_MAX) };
}

const different = (clauses: readonly Clause[]): readonly Clause[] => [
  ...new Map(clauses.map((clause) => [JSON.stringify(clause), clause])).values(),
];

function clausesOf({ kind, text }: QueryPart): readonly Clause[] {
  if (kind === "phrase") return phraseOf(wordsInRow(text));
  return kind === "prefix" ? prefixed(text) : plainClauses(text);
}

/** Of several words a document must not have them in a row: each of them alone may be there. */
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

/** The last word is one: `l'eau*` is the word l, and what begins with eau. */
function prefixed(text: string): readonly Clause[] {
  const words = wordsInRow(text);
  const prefix = words.at(-1) ?? "";
  if ([...prefix].length < PREFIX_LEAST) return plainClauses(text);
  const before = words.slice(0, -1).flatMap((word) => wordClauses(word));
  return [...before, { kind: "prefix", prefix }];
}

const exactTerm = (word: string): string => (DIGITS.test(word) ? integerTerm(word) : word);

/** A code without blanks may be one in groups. */
const codeTerm = (word: string): readonly string[] =>
  /^(?=.*\d)(?=.*[a-z])[a-z\d]{6,34}$/.test(word) ? [`#${word}`] : [];

/** Words and numbers. A number is one clause, however many blanks it has. */
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
  let done = 0;
  for (const { start, end, exact, isGuess } of spans) {
    for (const clause of wordsBetween(done, start)) clauses.push(clause);
    if (isGuess)
      for (const clause of wordClauses(line.slice(start, end), [...exact, ...exact.map((term) => term.slice(1))]))
        clauses.push(clause);
    else clauses.push({ kind: "word", exact: [...exact, ...spelt(line.slice(start, end))], others: [] });
    done = end;
  }
  for (const clause of wordsBetween(done, line.length)) clauses.push(clause);
  return clauses;

  /** Where no number cuts a piece, its words are those that have their marks. */
  function wordsBetween(from: number, to: number): readonly Clause[] {
    return places.flatMap((place) => {
      if (place.end <= from || place.start >= to) return [];
      const isWhole = place.start >= from && place.end <= to;
      return wordClauses(isWhole ? place.marked : line.slice(Math.max(place.start, from), Math.min(place.end, to)));
    });
  }
}

/** A code without blanks may be a word of a text as it is. */
const spelt = (code: string): readonly string[] => (/^[a-z\d]*[a-z][a-z\d]*$/.test(code) ? [code] : []);

/** Each word of a hyphenated one, or in its place all of it as one word; or, in its place, one of some terms. */
function wordClauses(marked: string, instead: readonly string[] = []): readonly Clause[] {
  return hyphenatedWords(marked).flatMap(({ inRow, alike }) => {
    const joined = alike.map(formsOf);
    return inRow.flatMap((each) => {
      const { words, stems } = formsOf(each);
      return words.map((word): Clause => {
        const exact = new Set([
          exactTerm(word),
          ...codeTerm(word),
          ...joined.flatMap((forms) => forms.words),
          ...instead,
        ]);
        return { kind: "word", exact: [...exact], others: [...stems, ...joined.flatMap((forms) => forms.stems)] };
      });
    });
  });
}
