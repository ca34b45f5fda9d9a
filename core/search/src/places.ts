import { hyphenatedWords } from "./hyphenated.ts";
import { numberSpans } from "./numbers/numbers.ts";
import type { Clause } from "./search-terms.ts";
import { slicesOf } from "./slices.ts";
import { formsOf } from "./word-forms.ts";
import { folded, markedText, SEPARATORS, WORD_LENGTH_MAX, wordsOf } from "./words.ts";

/** The first match of a clause in a text, as written. */
export interface ClausePlace {
  readonly start: number;
  readonly length: number;
}

/** Finds the first match. `isBeginning`: the first word of the text is complete. */
export type PlaceFinder = (text: string, isBeginning: boolean) => ClausePlace | null;

/** Returns a finder for a clause. */
export function placeFinder(clause: Clause): PlaceFinder {
  if (clause.kind === "prefix") return wordFinder([clause.prefix], (word) => word.startsWith(clause.prefix));
  if (clause.kind === "phrase") return phraseFinder(clause.words);
  const words = new Set(clause.exact.map((term) => term.replace(/^#(?=\d+$)/, "")));
  const stems = new Set(clause.others);
  const numbers = new Set(clause.exact.filter((term) => term.startsWith("#") && !/^#\d{1,3}$/.test(term)));
  const beginnings = [...words, ...clause.others.map((stem) => stem.slice(1))].filter((each) => !each.startsWith("#"));
  const byWord = wordFinder(
    beginnings,
    (word, marked) => words.has(word) || formsOf(marked).stems.some((stem) => stems.has(stem)),
  );
  if (numbers.size === 0) return byWord;
  return (text, isBeginning) => byWord(text, isBeginning) ?? numberPlace(text, numbers);
}

/** A run of word characters and of hyphens within and between lines. */
const RUN = new RegExp(`[^${SEPARATORS}]+(?:(?:[-\\u2010\\u2011]|(?<=\\u00ad)) ?[^${SEPARATORS}]+)*`, "gu");

/** Number of first letters that all words of a stem share. */
const STEM_BEGINNING = 3;
const PLAIN = /^[a-z0-9]+$/;

/**
 * Finds the first matching word. Skips to candidates: words that start like one of `beginnings`, or with a non-ASCII
 * letter among their first letters, which may fold to any letter.
 */
function wordFinder(beginnings: readonly string[], isWanted: (word: string, marked: string) => boolean): PlaceFinder {
  const starts = beginnings.filter((each) => PLAIN.test(each)).map((each) => each.slice(0, STEM_BEGINNING));
  const literal = starts.length === 0 ? "" : `(?:${[...new Set(starts)].join("|")})|`;
  const candidate = new RegExp(
    `(?<![\\p{L}\\p{N}\\p{M}])(?:${literal}[A-Za-z0-9]{0,${STEM_BEGINNING}}[^\\0-\\x7f])`,
    "giu",
  );
  const cache = new Map<string, boolean>();
  const has = (run: string): boolean => {
    if (run.length > RUN_LENGTH_MAX) return false;
    const cached = cache.get(run);
    if (cached !== undefined) return cached;
    const isFound = hyphenatedWords(markedText(withLineEnds(run))).some((each) =>
      [...each.inRow, ...each.alike].some((marked) => wordsOf(marked).some((word) => isWanted(word, marked))),
    );
    if (cache.size < CACHE_MAX) cache.set(run, isFound);
    return isFound;
  };
  return (text, isBeginning) => {
    candidate.lastIndex = 0;
    for (let next = candidate.exec(text); next; next = candidate.exec(text)) {
      RUN.lastIndex = next.index;
      const found = RUN.exec(text);
      if (!found) return null;
      if ((found.index > 0 || isBeginning) && has(found[0])) return { start: found.index, length: found[0].length };
      candidate.lastIndex = Math.max(next.index + next[0].length, found.index + found[0].length);
    }
    return null;
  };
}

const CACHE_MAX = 10_000;
/** Longer runs have no indexed word. */
const RUN_LENGTH_MAX = 4 * WORD_LENGTH_MAX;

/** Finds the first word of a phrase that the other words follow. */
function phraseFinder(words: readonly string[]): PlaceFinder {
  const [first = "", ...rest] = words;
  const length = words.join(" ").length;
  return (text, isBeginning) => {
    for (let from = 0; from < text.length; ) {
      const found = wordFinder([first], (word) => word === first)(text.slice(from), isBeginning || from > 0);
      if (!found) return null;
      const start = from + found.start;
      const following = text.slice(start, start + 4 * length + 100);
      for (const row of [wordsInRow(following), wordsOf(following)]) {
        const at = row.indexOf(first);
        if (at !== -1 && rest.every((word, index) => row[at + 1 + index] === word))
          return { start, length: Math.min(length, text.length - start) };
      }
      from = start + found.length;
    }
    return null;
  };
}

/** A stored text has no line ends: any blank after a hyphen may have been one. */
const withLineEnds = (text: string): string => text.replace(/([-\u2010\u2011\u00ad]) /g, "$1\n");

const wordsInRow = (text: string): readonly string[] =>
  hyphenatedWords(markedText(withLineEnds(text))).flatMap(({ inRow }) => inRow.flatMap((word) => wordsOf(word)));

/** Maximum characters searched for a number in another notation. */
const NUMBERS_SEARCHED = 262_144;

/** Folding keeps the number of words, so the position of a number is found by counting words. */
function numberPlace(text: string, numbers: ReadonlySet<string>): ClausePlace | null {
  let offset = 0;
  for (const slice of slicesOf(text.slice(0, NUMBERS_SEARCHED))) {
    const line = folded(markedText(slice));
    const span = numberSpans(line).find(({ exact, wider }) =>
      [...exact, ...wider].some((number) => numbers.has(number)),
    );
    if (span) {
      const cached = wordsOf(line.slice(0, span.start)).length;
      const start = offset + startOfWord(slice, cached);
      return { start, length: span.end - span.start };
    }
    offset += slice.length;
  }
  return null;
}

const PLAIN_RUN = new RegExp(`[^${SEPARATORS}]+`, "gu");

function startOfWord(text: string, number: number): number {
  let count = 0;
  for (const { 0: run, index } of text.matchAll(PLAIN_RUN)) {
    count += wordsOf(run).length;
    if (count > number) return index;
  }
  return 0;
}
