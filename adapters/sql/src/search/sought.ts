import type { Clause, SearchTerms } from "@cartulary/search";
import type { Dialect } from "../engine/dialect.ts";
import { PLACE_MARKS, type Place } from "./terms.ts";

/** How good a match is: all is in the name; in name and description; it takes the text. */
export type Tier = 0 | 1 | 2;

/** What is searched for, as an engine's index of terms is asked for it. */
export interface Sought {
  /** What has at least this much, the best first: each of these has what those before it have. */
  readonly upTo: readonly string[];
  /** The same without what those before have: no document is in two of them. */
  readonly alone: readonly string[];
  /** Words in a row, with a space before and after each: they are looked for among the words of what the index finds. */
  readonly phrases: readonly string[];
  readonly unwantedPhrases: readonly string[];
  readonly tiers: readonly Tier[];
  /** Whether hits of one tier are compared by how near to each other their words are. */
  readonly isRanked: boolean;
}

/**
 * Of a single word, documents that have it as it is spelt come before those that have its stem, in each tier. The rank of
 * several words is compared by core/search.
 */
export function soughtOf({ name }: Dialect, { wanted, unwanted }: SearchTerms): Sought {
  const syntax = SYNTAXES[name];
  const inPlace = (place: Place, isExact: boolean) =>
    syntax.all(wanted.map((clause) => matchOf(syntax, clause, place, isExact)));
  const [first] = wanted;
  const isOneWord = wanted.length === 1 && first?.kind === "word" && first.others.length > 0;
  const upTo: string[] = [];
  const tiers: Tier[] = [];
  for (const [tier, place] of PLACES.entries()) {
    const before = upTo.at(-1);
    const some = isOneWord ? [inPlace(place, true), inPlace(place, false)] : [inPlace(place, false)];
    for (const [at, match] of some.entries()) {
      // What has the word as it is spelt in a worse place may lack its stem in a better one, but not the other way round.
      upTo.push(at === 0 && isOneWord && before !== undefined ? syntax.any([before, match]) : match);
      tiers.push(tier as Tier);
    }
  }
  const without = unwanted.flatMap((clause) =>
    clause.kind === "phrase" ? [] : matchOf(syntax, clause, "anywhere", false),
  );
  const alone = upTo.map((match, at) => syntax.without(match, [...upTo.slice(Math.max(0, at - 1), at), ...without]));
  return {
    upTo: upTo.map((match) => syntax.without(match, without)),
    alone,
    phrases: wanted.flatMap(rowOf),
    unwantedPhrases: unwanted.flatMap(rowOf),
    tiers,
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
