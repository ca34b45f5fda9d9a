import type { Clause, SearchTerms } from "@cartulary/search";
import type { Dialect } from "../engine/dialect.ts";
import { type CheckedTerms, checkedTerms } from "./entry-check.ts";
import type { Phrases } from "./hits.ts";
import { type Level, PLACE_MARKS, type Place } from "./terms.ts";

/** What is searched for, as an engine's index of terms is asked for it. */
export interface Sought extends Phrases {
  /** What has at least this much, the best first: each of these has what those before it have. */
  readonly upTo: readonly string[];
  /** The same without what those before have: no document is in two of them. */
  readonly alone: readonly string[];
  /** What the matches are, in the same order. */
  readonly levels: readonly Level[];
  /** The same for a look at one entry. */
  readonly checked: CheckedTerms;
  /** Whether hits of one tier are compared by how near to each other their words are. */
  readonly isRanked: boolean;
}

/**
 * Of a single word, documents that have it as it is spelt come before those that have its stem, in each tier. The rank of
 * several words is compared by core/search.
 */
export function soughtOf({ name }: Dialect, terms: SearchTerms): Sought {
  const { wanted, unwanted } = terms;
  const syntax = SYNTAXES[name];
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

function matchOf(syntax: Syntax, clause: Clause, place: Place, isExact: boolean): string {
  const term = (each: string) => syntax.term(`${PLACE_MARKS[place]}${each}`);
  if (clause.kind === "prefix") return syntax.prefix(`${PLACE_MARKS[place]}${clause.prefix}`);
  if (clause.kind === "phrase") return syntax.all(clause.terms.map(term));
  return syntax.any([...clause.exact, ...(isExact ? [] : clause.others)].map(term));
}

/** How an engine is asked for terms. They are quoted: nothing in them is read as anything else. */
interface Syntax {
  term(term: string): string;
  prefix(beginning: string): string;
  all(matches: readonly string[]): string;
  any(matches: readonly string[]): string;
  without(match: string, others: readonly string[]): string;
}

const joinedBy = (operator: string) => (matches: readonly string[]) =>
  matches.length === 1 ? (matches[0] ?? "") : `(${matches.join(` ${operator} `)})`;

const SYNTAXES: Readonly<Record<Dialect["name"], Syntax>> = {
  sqlite: {
    term: (term) => `"${term.replaceAll('"', '""')}"`,
    prefix: (beginning) => `"${beginning.replaceAll('"', '""')}" *`,
    all: joinedBy("AND"),
    any: joinedBy("OR"),
    without: (match, others) => (others.length === 0 ? match : `(${match} NOT ${joinedBy("OR")(others)})`),
  },
  postgres: {
    term: (term) => `'${term.replace(/['\\]/g, "$&$&")}'`,
    prefix: (beginning) => `'${beginning.replace(/['\\]/g, "$&$&")}':*`,
    all: joinedBy("&"),
    any: joinedBy("|"),
    without: (match, others) => [match, ...others.map((other) => `!${other}`)].join(" & "),
  },
};
