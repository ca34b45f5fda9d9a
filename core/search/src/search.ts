import { type DocumentView, inForce, type Retained } from "@cartulary/documents";
import {
  type Caller,
  type Clock,
  codePoints,
  dayInParis,
  exceedsCodePoints,
  isStorable,
  malformed,
  normalizeLine,
  type Page,
  type Transact,
} from "@cartulary/kernel";
import { correctableWords, correctedQueries } from "./corrections.ts";
import { highlighter } from "./highlights.ts";
import { type FoundDocuments, type HitPage, LIKE_WORDS_MAX, type SearchFinder, type SearchStores } from "./ports.ts";
import { parsedQuery } from "./query.ts";
import type { SearchTerms } from "./search-terms.ts";

/** Maximum characters of a trimmed query. */
export const QUERY_LENGTH_MAX = 200;

/** Maximum number of words that are corrected, and of corrected queries that are tried. */
const CORRECTED_WORDS_MAX = 5;
const CORRECTIONS_MAX = 20;

/** A hit. */
export interface SearchResult extends DocumentView {
  /** Excerpts around matches: plain text as written, at most three of 200 characters each. */
  readonly highlights: readonly string[];
}

export interface SearchQuery extends HitPage {
  readonly query: string;
}

/** A page of hits. */
export interface SearchResultPage extends Page<SearchResult> {
  /** False when counting stopped at `total`. */
  readonly isTotalExact: boolean;
  /** True when there are hits after this page. */
  readonly hasMore: boolean;
  /** The corrected query, when the original found nothing; `null` otherwise. */
  readonly corrected: string | null;
}

/**
 * Full-text search over documents (composition.md 4).
 *
 * Each word of the query, or another word with its stem, must occur in the name, the description or the text of the
 * current content. Supports `loy*`, `"gestion locative"` and `-caution`; ignores accents and case. Best hits first.
 * Only named permissions count: public documents are not found without one. A query without wanted words finds nothing;
 * an empty one, or one over {@link QUERY_LENGTH_MAX} characters, is malformed (400).
 */
export interface Search {
  find(caller: Caller, query: SearchQuery): Promise<SearchResultPage>;
}

interface Dependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  /** Searches without a transaction, where the adapter supports it. */
  readonly searchFinder?: SearchFinder;
}

export function createSearch<Stores extends SearchStores>(dependencies: Dependencies<Stores>): Search {
  return {
    async find(caller, { query, page, perPage }) {
      requireQuery(query);
      const terms = parsedQuery(query);
      const wanted = { page, perPage };
      if (terms.wanted.length === 0) return { ...NO_HITS, ...wanted };
      const hits = await findHits(dependencies, caller, terms, wanted);
      if (hits.total > 0) return resultPage(dependencies.clock, hits, terms, null);
      const corrected = await correctionOf(dependencies, caller, query);
      if (corrected === null) return resultPage(dependencies.clock, hits, terms, null);
      const correctedTerms = parsedQuery(corrected);
      return resultPage(
        dependencies.clock,
        await findHits(dependencies, caller, correctedTerms, wanted),
        correctedTerms,
        corrected,
      );
    },
  };
}

const NO_HITS = { items: [], total: 0, isTotalExact: true, hasMore: false, corrected: null } as const;

async function findHits<Stores extends SearchStores>(
  { transact, searchFinder }: Dependencies<Stores>,
  caller: Caller,
  terms: SearchTerms,
  page: HitPage,
): Promise<FoundDocuments> {
  return (
    (await searchFinder?.find(caller, terms, page)) ??
    (await transact.read(({ search }) => search.find(caller, terms, page)))
  );
}

/**
 * Returns the first correction that finds something. A correction reveals that a word exists, so the caller must find a
 * document with that exact word, not only one with its stem.
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
    const exactWords = corrected.words.map((word) => ({ kind: "word" as const, exact: [word], others: [] }));
    const terms = { wanted: [...wanted, ...exactWords], unwanted };
    const { total } = await findHits(dependencies, caller, terms, { page: 1, perPage: 1 });
    if (total > 0) return corrected.query;
  }
  return null;
}

function resultPage(
  clock: Clock,
  hits: FoundDocuments,
  terms: SearchTerms,
  corrected: string | null,
): SearchResultPage {
  const highlightsOf = highlighter(terms);
  const today = dayInParis(clock.now());
  const items = hits.items.map(({ document, passages }) => ({
    ...document,
    retained: shownRetained(inForce(document.retained, today), document.id),
    highlights: highlightsOf({ ...document, passages }),
  }));
  return { ...hits, items, corrected };
}

/** Names the document itself alone: a search does not look up whether its reader sees what is above it. */
function shownRetained(retained: Retained | null, id: string): Retained | null {
  return retained && { ...retained, by: retained.by?.id === id ? retained.by : null };
}

function requireQuery(query: string): void {
  const isValid = !exceedsCodePoints(query, QUERY_LENGTH_MAX) && isStorable(query);
  const length = isValid ? codePoints(normalizeLine(query)) : 0;
  if (length >= 1 && length <= QUERY_LENGTH_MAX) return;
  throw malformed(`query must be 1 to ${QUERY_LENGTH_MAX} characters, without the control character U+0000`);
}
