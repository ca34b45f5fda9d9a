import type { Clause, SearchTerms } from "@cartulary/search";
import type { Dialect } from "../engine/dialect.ts";
import type { TermSyntax } from "../engine/term-index.ts";
import { type CheckedTerms, checkedTerms } from "./entry-check.ts";
import type { Phrases } from "./hits.ts";
import { type Level, PLACE_MARKS, type Place } from "./terms.ts";

/** A search as matches of an engine's index of terms. */
export interface SearchWords extends Phrases {
  /** One match for each level, the best first; each also finds the hits of the previous ones. */
  readonly upTo: readonly string[];
  /** The matches without the hits of the previous ones, so that each document is in one of them. */
  readonly alone: readonly string[];
  /** The levels of the matches, in the same order. */
  readonly levels: readonly Level[];
  /** The terms for comparing a single entry. */
  readonly checked: CheckedTerms;
  /** True if hits of one tier are ordered by the distance of their words. */
  readonly isRanked: boolean;
}

/**
 * Of a single word, documents that have it as it is spelt come before those that have its stem, in each tier. The rank of
 * several words is compared by core/search.
 */
export function searchWords({ termIndex: { syntax } }: Dialect, terms: SearchTerms): SearchWords {
  const { wanted, unwanted } = terms;
  const inPlace = (place: Place, isExact: boolean) =>
    syntax.all(wanted.map((clause) => matchOf(syntax, clause, place, isExact)));
  const [first] = wanted;
  const isOneWord = wanted.length === 1 && first?.kind === "word" && first.others.length > 0;
  const without = unwanted.flatMap((clause) =>
    clause.kind === "phrase" ? [] : matchOf(syntax, clause, "anywhere", false),
  );
  const upTo: string[] = [];
  const alone: string[] = [];
  const levels: readonly Level[] = PLACES.flatMap((place) =>
    (isOneWord ? [true, false] : [false]).map((isExact) => ({ place, isExact })),
  );
  for (const { place, isExact } of levels) {
    const before = upTo.at(-1);
    const match = inPlace(place, isExact);
    alone.push(syntax.without(match, before === undefined ? without : [before, ...without]));
    // What has the word as it is spelt in a worse place may lack its stem in a better one, but not the other way round.
    upTo.push(isExact && before !== undefined ? syntax.any([before, match]) : match);
  }
  return {
    upTo: upTo.map((match) => syntax.without(match, without)),
    alone,
    phrases: wanted.flatMap(rowOf),
    unwantedPhrases: unwanted.flatMap(rowOf),
    levels,
    checked: checkedTerms(terms),
    isRanked: wanted.length > 1,
  };
}

const PLACES: readonly Place[] = ["name", "heading", "anywhere"];

const rowOf = (clause: Clause): readonly string[] => (clause.kind === "phrase" ? [` ${clause.words.join(" ")} `] : []);

function matchOf(syntax: TermSyntax, clause: Clause, place: Place, isExact: boolean): string {
  const term = (each: string) => syntax.term(`${PLACE_MARKS[place]}${each}`);
  if (clause.kind === "prefix") return syntax.prefix(`${PLACE_MARKS[place]}${clause.prefix}`);
  if (clause.kind === "phrase") return syntax.all(clause.terms.map(term));
  return syntax.any([...clause.exact, ...(isExact ? [] : clause.others)].map(term));
}
