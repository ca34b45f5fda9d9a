import { indexedTerms } from "./indexed-terms.ts";
import { hasClause } from "./matching.ts";
import type { Clause, SearchTerms } from "./search-terms.ts";
import { formsOf } from "./word-forms.ts";

/** The quality of a match, compared field by field; lower is better. */
export interface Rank {
  /** 0: all clauses match in the name; 1: in name and description; 2: in the text. */
  readonly tier: 0 | 1 | 2;
  /** Number of other words in the shortest stretch that matches all clauses. */
  readonly distance: number;
  /** 0: all words match exactly; 1: some only by their stem. */
  readonly stemmed: 0 | 1;
}

/** The texts of a hit. */
interface RankedDocument {
  readonly name: string;
  readonly description: string | null;
  /** {@link IndexedTerms.words} of its text. */
  readonly textWords: string;
}

/** Maximum characters of a text's words in which distances are measured: most matches come early. */
export const RANKED_WORDS_MAX = 8_192;

/** The distance of the matches, and whether they are exact. */
export type Closeness = Pick<Rank, "distance" | "stemmed">;

/** Lower is better. */
export const compareCloseness = (one: Closeness, other: Closeness): number =>
  one.distance - other.distance || one.stemmed - other.stemmed;

export const compareRanks = (one: Rank, other: Rank): number => one.tier - other.tier || compareCloseness(one, other);

/**
 * Returns a function that measures closeness in {@link IndexedTerms.words} of the joined names, descriptions and texts.
 * Reuse it for all hits of a query: it caches words.
 */
export function closenessFinder({ wanted }: SearchTerms): (words: string) => Closeness {
  const clausesOfWord = clauseFinder(wanted);
  const placed = wanted.flatMap((clause, at) => (hasPlace(clause) ? [at] : []));
  return (words) => closeness(wordsIn(words), clausesOfWord, words.length < RANKED_WORDS_MAX ? [] : placed);
}

/** False for a number: it may be written in several words, and no single one of them is it. */
const hasPlace = (clause: Clause): boolean =>
  clause.kind !== "word" || !clause.exact.some((term) => term.startsWith("#"));

/** Returns the rank function of a query. The simple reference for all indexes. */
export function ranker(terms: SearchTerms): (document: RankedDocument) => Rank {
  const { wanted } = terms;
  const closenessOf = closenessFinder(terms);
  return ({ name, description, textWords }) => {
    const nameTerms = indexedTerms(name);
    const descriptionTerms = indexedTerms(description ?? "");
    const has = (...texts: readonly (typeof nameTerms)[]) => wanted.every((clause) => hasClause(clause, texts));
    const tier = has(nameTerms) ? 0 : has(nameTerms, descriptionTerms) ? 1 : 2;
    const read = [
      nameTerms.words,
      tier > 0 ? descriptionTerms.words : "",
      tier > 1 ? textWords.slice(0, RANKED_WORDS_MAX) : "",
    ];
    return { tier, ...closenessOf(read.join(" ")) };
  };
}

const wordsIn = (words: string): readonly string[] => words.split(" ").filter((word) => word !== "");

/** A clause that starts with a word, and whether the word matches exactly. */
interface Beginning {
  readonly clause: number;
  readonly isExact: boolean;
}
type ClauseFinder = (word: string) => readonly Beginning[];

const CACHE_MAX = 20_000;

function clauseFinder(wanted: readonly Clause[]): ClauseFinder {
  const cache = new Map<string, readonly Beginning[]>();
  return (word) => {
    const cached = cache.get(word);
    if (cached) return cached;
    const beginnings = wanted.flatMap((clause, at): Beginning[] => {
      const match = beginsWith(clause, word);
      return match === null ? [] : [{ clause: at, isExact: match === "exact" }];
    });
    if (cache.size < CACHE_MAX) cache.set(word, beginnings);
    return beginnings;
  };
}

/** The position of a number in several words is unknown here: its clause adds no distance. */
function beginsWith(clause: Clause, word: string): "exact" | "stemmed" | null {
  if (clause.kind === "prefix") return word.startsWith(clause.prefix) ? "exact" : null;
  if (clause.kind === "phrase") return clause.words[0] === word ? "exact" : null;
  if (clause.exact.includes(word) || clause.exact.includes(`#${word}`)) return "exact";
  return formsOf(word).stems.some((stem) => clause.others.includes(stem)) ? "stemmed" : null;
}

/** A match of which a part lies beyond the compared words comes last: how near and how exact it is stays unknown. */
const UNKNOWN: Closeness = { distance: RANKED_WORDS_MAX, stemmed: 1 };

function closeness(words: readonly string[], clausesOf: ClauseFinder, placed: readonly number[]): Closeness {
  const places: { readonly at: number; readonly clause: number }[] = [];
  const exact = new Set<number>();
  const any = new Set<number>();
  for (const [at, word] of words.entries())
    for (const { clause, isExact } of clausesOf(word)) {
      places.push({ at, clause });
      any.add(clause);
      if (isExact) exact.add(clause);
    }
  if (placed.some((clause) => !any.has(clause))) return UNKNOWN;
  return { distance: shortestStretch(places, any.size), stemmed: exact.size === any.size ? 0 : 1 };
}

/** Returns the number of other words in the shortest stretch with `clauses` different clauses. */
function shortestStretch(places: readonly { readonly at: number; readonly clause: number }[], clauses: number): number {
  const counts = new Map<number, number>();
  let shortest = Number.POSITIVE_INFINITY;
  let start = 0;
  for (const { at, clause } of places) {
    counts.set(clause, (counts.get(clause) ?? 0) + 1);
    for (let first = places[start]; first && counts.size === clauses; first = places[start]) {
      shortest = Math.min(shortest, at - first.at + 1 - clauses);
      const count = counts.get(first.clause) ?? 0;
      if (count > 1) counts.set(first.clause, count - 1);
      else counts.delete(first.clause);
      start += 1;
    }
  }
  return shortest === Number.POSITIVE_INFINITY ? 0 : Math.max(0, shortest);
}
