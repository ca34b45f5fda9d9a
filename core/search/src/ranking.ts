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
export interface RankedDocument {
  readonly name: string;
  readonly description: string | null;
  /** {@link IndexedTerms.words} of its text, or so many of them as are compared. */
  readonly textWords: string;
}

/** The words of most documents that are found by them come soon: so many characters are compared. */
export const RANKED_WORDS_MAX = 16_384;

export const compareRanks = (one: Rank, other: Rank): number =>
  one.tier - other.tier || one.distance - other.distance || one.stemmed - other.stemmed;

/** Ranks what was found by one query. What some documents have in common is looked at once. */
export function ranker({ wanted }: SearchTerms): (document: RankedDocument) => Rank {
  const clausesOfWord = clauseFinder(wanted);
  return ({ name, description, textWords }) => {
    const named = indexedTerms(name);
    const described = indexedTerms(description ?? "");
    const has = (...texts: readonly (typeof named)[]) => wanted.every((clause) => hasClause(clause, texts));
    const tier = has(named) ? 0 : has(named, described) ? 1 : 2;
    const read = [named.words, tier > 0 ? described.words : "", tier > 1 ? textWords.slice(0, RANKED_WORDS_MAX) : ""];
    return { tier, ...closeness(wordsIn(read.join(" ")), clausesOfWord) };
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

function closeness(words: readonly string[], clausesOf: ClauseFinder): Pick<Rank, "distance" | "stemmed"> {
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
