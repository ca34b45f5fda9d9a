import type { DocumentView } from "@cartulary/documents";
import {
  type Caller,
  codePoints,
  isOverlong,
  isStorable,
  line,
  malformed,
  type Page,
  type Transact,
} from "@cartulary/kernel";
import { correctableWords, correctedQueries } from "./corrections.ts";
import { highlighter } from "./highlights.ts";
import { type FoundDocuments, type FoundPage, LIKE_WORDS_MAX, type SearchFinder, type SearchStores } from "./ports.ts";
import { parsedQuery } from "./query.ts";
import type { SearchTerms } from "./search-terms.ts";

/** Characters of the longest query, once it is trimmed. */
export const QUERY_LENGTH_MAX = 200;

/** Words of a query in whose place others are looked for, and queries that are tried. */
const CORRECTED_WORDS_MAX = 5;
const CORRECTIONS_MAX = 20;

/** A document that was found. */
export interface FoundDocument extends DocumentView {
  /** What it says where the words are: plain text in its own spelling, three at most of 200 characters at most. */
  readonly highlights: readonly string[];
}

/** What is searched for, and which page of it is wanted. */
export interface SearchQuery extends FoundPage {
  readonly query: string;
}

/** What a search comes to. */
export interface SearchResult extends Page<FoundDocument> {
  /** False where more was found than is counted: `total` is the most that is counted then. */
  readonly isTotalExact: boolean;
  /** Whether a later page has something. */
  readonly hasMore: boolean;
  /** The query as it was understood, where nothing was found as it was written; `null` elsewhere. */
  readonly corrected: string | null;
}

/**
 * Documents by what they say (composition.md 4).
 *
 * Every word of the query, or another one of its stem, has to be in the name, the description or the text of the present
 * content; `loy*`, `"gestion locative"` and `-caution` are understood, and accents and case are ignored. Best first. Only
 * named permissions show anything: what is public is not found by those without one. A query that wants nothing finds
 * nothing; an empty one, or one over {@link QUERY_LENGTH_MAX} characters, is malformed (400).
 */
export interface Search {
  find(caller: Caller, query: SearchQuery): Promise<SearchResult>;
}

interface Dependencies<Stores> {
  readonly transact: Transact<Stores>;
  /** Spares the transaction, where there is one. */
  readonly searchFinder?: SearchFinder;
}

export function createSearch<Stores extends SearchStores>(dependencies: Dependencies<Stores>): Search {
  return {
    async find(caller, { query, page, perPage }) {
      requireQuery(query);
      const terms = parsedQuery(query);
      const wanted = { page, perPage };
      if (terms.wanted.length === 0) return { ...NOTHING, ...wanted };
      const found = await foundBy(dependencies, caller, terms, wanted);
      if (found.total > 0) return shown(found, terms, null);
      const corrected = await correctionOf(dependencies, caller, query);
      if (corrected === null) return shown(found, terms, null);
      const correctedTerms = parsedQuery(corrected);
      return shown(await foundBy(dependencies, caller, correctedTerms, wanted), correctedTerms, corrected);
    },
  };
}

const NOTHING = { items: [], total: 0, isTotalExact: true, hasMore: false, corrected: null } as const;

async function foundBy<Stores extends SearchStores>(
  { transact, searchFinder }: Dependencies<Stores>,
  caller: Caller,
  terms: SearchTerms,
  page: FoundPage,
): Promise<FoundDocuments> {
  return (
    (await searchFinder?.find(caller, terms, page)) ??
    (await transact.read(({ search }) => search.find(caller, terms, page)))
  );
}

/**
 * The first of the queries that this one may mean that finds something. A correction shows a word: so it counts only
 * where the caller finds a document that has the very word, however many others have one of its stem.
 */
async function correctionOf<Stores extends SearchStores>(
  dependencies: Dependencies<Stores>,
  caller: Caller,
  query: string,
): Promise<string | null> {
  const words = correctableWords(query).slice(0, CORRECTED_WORDS_MAX);
  if (words.length === 0) return null;
  const like = await dependencies.transact.read(async ({ search }) => {
    const all = new Map<string, readonly string[]>();
    for (const word of words) all.set(word, (await search.wordsLike(word)).slice(0, LIKE_WORDS_MAX));
    return all;
  });
  let tried = 0;
  for (const corrected of correctedQueries(query, like)) {
    if (tried === CORRECTIONS_MAX) return null;
    tried += 1;
    const { wanted, unwanted } = parsedQuery(corrected.query);
    const spelt = corrected.words.map((word) => ({ kind: "word" as const, exact: [word], others: [] }));
    const terms = { wanted: [...wanted, ...spelt], unwanted };
    const { total } = await foundBy(dependencies, caller, terms, { page: 1, perPage: 1 });
    if (total > 0) return corrected.query;
  }
  return null;
}

function shown(found: FoundDocuments, terms: SearchTerms, corrected: string | null): SearchResult {
  const highlightsOf = highlighter(terms);
  const items = found.items.map(({ document, passages }) => ({
    ...document,
    highlights: highlightsOf({ ...document, passages }),
  }));
  return { ...found, items, corrected };
}

function requireQuery(query: string): void {
  const isFit = !isOverlong(query, QUERY_LENGTH_MAX) && isStorable(query);
  const length = isFit ? codePoints(line(query)) : 0;
  if (length >= 1 && length <= QUERY_LENGTH_MAX) return;
  throw malformed(`query must be 1 to ${QUERY_LENGTH_MAX} characters, without the control character U+0000`);
}
