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
import { highlighter } from "./highlights.ts";
import type { FoundPage, SearchFinder, SearchStores } from "./ports.ts";
import { queryWords } from "./words.ts";

/** Characters of the longest query, once it is trimmed. */
export const QUERY_LENGTH_MAX = 200;

/** A document that was found. */
export interface FoundDocument extends DocumentView {
  /** What it says where the words are: plain text in its own spelling, three at most of 200 characters at most. */
  readonly highlights: readonly string[];
}

/** What is searched for, and which page of it is wanted. */
export interface SearchQuery extends FoundPage {
  readonly query: string;
}

/**
 * Documents by what they say.
 *
 * Every word of the query has to be in the name, the description or the text of the present content; nothing in a query
 * is syntax, and accents and case are ignored. Best first. Only named permissions show anything: what is public is not
 * found by whoever has none. A query without a word finds nothing; an empty one, or one over {@link QUERY_LENGTH_MAX}
 * characters, is malformed (400).
 */
export interface Search {
  find(caller: Caller, query: SearchQuery): Promise<Page<FoundDocument>>;
}

export function createSearch<Stores extends SearchStores>({
  transact,
  searchFinder,
}: {
  readonly transact: Transact<Stores>;
  /** Spares the transaction, where there is one. */
  readonly searchFinder?: SearchFinder;
}): Search {
  return {
    async find(caller, { query, page, perPage }) {
      requireQuery(query);
      const words = queryWords(query);
      if (words === null || words.length === 0) return { items: [], total: 0, page, perPage };
      const wanted = { page, perPage };
      const found =
        (await searchFinder?.find(caller, words, wanted)) ??
        (await transact.read(({ search }) => search.find(caller, words, wanted)));
      const highlightsOf = highlighter(words);
      const items = found.items.map(({ document, passages }) => ({
        ...document,
        highlights: highlightsOf({ ...document, passages }),
      }));
      return { ...found, items };
    },
  };
}

function requireQuery(query: string): void {
  const isFit = !isOverlong(query, QUERY_LENGTH_MAX) && isStorable(query);
  const length = isFit ? codePoints(line(query)) : 0;
  if (length >= 1 && length <= QUERY_LENGTH_MAX) return;
  throw malformed(`query must be 1 to ${QUERY_LENGTH_MAX} characters, without the control character U+0000`);
}
