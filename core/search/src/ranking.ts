import { indexedTerms } from "./indexed-terms.ts";
import { hasClause } from "./matching.ts";
import type { Clause, SearchTerms } from "./search-terms.ts";
import { formsOf } from "./word-forms.ts";

/** How good a match is: everything less is better, the first first. */
export interface Rank {
  /** 0: all is in the name; 1: in name and description; 2: it takes the text. */
  readonly tier: 0 | 1 | 2;
  /** Words of the shortest stretch that has all, but those that are looked for. */
  readonly distance: number;
  /** 0: all words are as they are spelt; 1: of some only stems agree. */
  readonly stemmed: 0 | 1;
}

/** A document that was found. */
interface RankedDocument {
  readonly name: string;
  readonly description: string | null;
  /** {@link IndexedTerms.words} of its text. */
  readonly textWords: string;
}

/** Characters of the words of a text in which distances are measured: a query's words mostly come soon. */
export const RANKED_WORDS_MAX = 8_192;

/** How near to each other a document has the words of a query, and whether it has them as they are spelt. */
export type Closeness = Pick<Rank, "distance" | "stemmed">;

/** Less is better. */
export const compareCloseness = (one: Closeness, other: Closeness): number =>
  one.distance - other.distance || one.stemmed - other.stemmed;

export const compareRanks = (one: Rank, other: Rank): number => one.tier - other.tier || compareCloseness(one, other);

/**
 * Measures how near to each other documents have the words of one query: in {@link IndexedTerms.words} of their names,
 * descriptions and texts, put together. What some documents have in common is looked at once.
 */
export function closenessFinder({ wanted }: SearchTerms): (words: string) => Closeness {
  const clausesOfWord = clauseFinder(wanted);
  return (words) => closeness(wordsIn(words), clausesOfWord);
}

/** Ranks what was found by one query: slow and simple, what every index has to agree with. */
export function ranker(terms: SearchTerms): (document: RankedDocument) => Rank {
  const { wanted } = terms;
  const closenessOf = closenessFinder(terms);
  return ({ name, description, textWords }) => {
    const named = indexedTerms(name);
    const described = indexedTerms(description ?? "");
    const has = (...texts: readonly (typeof named)[]) => wanted.every((clause) => hasClause(clause, texts));
    const tier = has(named) ? 0 : has(named, described) ? 1 : 2;
    const read = [named.words, tier > 0 ? described.words : "", tier > 1 ? textWords.slice(0, RANKED_WORDS_MAX) : ""];
    return { tier, ...closenessOf(read.join(" ")) };
  };
}

const wordsIn = (words: string): readonly string[] => words.split(" ").filter((word) => word !== "");

/** Which clauses begin with a word, and whether it is spelt as they are. */
interface Beginning {
  readonly clause: number;
  readonly isExact: boolean;
}
type ClauseFinder = (word: string) => readonly Beginning[];

const KNOWN_MAX = 20_000;

function clauseFinder(wanted: readonly Clause[]): ClauseFinder {
  const known = new Map<string, readonly Beginning[]>();
  return (word) => {
    const before = known.get(word);
    if (before) return before;
    const beginnings = wanted.flatMap((clause, at): Beginning[] => {
      const how = beginsWith(clause, word);
      return how === null ? [] : [{ clause: at, isExact: how === "exact" }];
    });
    if (known.size < KNOWN_MAX) known.set(word, beginnings);
    return beginnings;
  };
}

/** Where a number or a date is, is not known here: its clause has no place, and adds no distance. */
function beginsWith(clause: Clause, word: string): "exact" | "stemmed" | null {
  if (clause.kind === "prefix") return word.startsWith(clause.prefix) ? "exact" : null;
  if (clause.kind === "phrase") return clause.words[0] === word ? "exact" : null;
  if (clause.exact.includes(word) || clause.exact.includes(`#${word}`)) return "exact";
  return formsOf(word).stems.some((stem) => clause.others.includes(stem)) ? "stemmed" : null;
}

function closeness(words: readonly string[], clausesOf: ClauseFinder): Closeness {
  const places: { readonly at: number; readonly clause: number }[] = [];
  const exact = new Set<number>();
  const any = new Set<number>();
  for (const [at, word] of words.entries())
    for (const { clause, isExact } of clausesOf(word)) {
      places.push({ at, clause });
      any.add(clause);
      if (isExact) exact.add(clause);
    }
  return { distance: shortestStretch(places, any.size), stemmed: exact.size === any.size ? 0 : 1 };
}

/** From the first to the last word of the shortest stretch that has so many clauses, without these themselves. */
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
