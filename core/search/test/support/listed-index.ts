import type { DocumentView } from "@cartulary/documents";
import { type Caller, instantOf, type Transact } from "@cartulary/kernel";
import {
  compareRanks,
  createSearch,
  type HitPage,
  indexedTerms,
  isOneTypingError,
  matches,
  ranker,
  type Search,
  type SearchStores,
  type SearchTerms,
} from "../../src/index.ts";

/** The searched fields of a document. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly text: string;
  /** The only reader; all callers when absent. */
  readonly reader?: string;
}

/** A search over a list of documents, oldest first. */
export function listedSearch(documents: readonly Listed[]): Search {
  const entries = documents.map((document) => ({
    document,
    name: indexedTerms(document.name),
    description: indexedTerms(document.description ?? ""),
    text: indexedTerms(document.text),
  }));
  const find = async (caller: Caller, terms: SearchTerms, { page, perPage }: HitPage) => {
    const rank = ranker(terms);
    const hits = entries
      .filter(({ document: { reader } }) => reader === undefined || reader === caller.userId)
      .filter(({ name, description, text }) => matches(terms, [name, description, text]))
      .toReversed()
      .map(({ document, text }) => ({
        document,
        rank: rank({ name: document.name, description: document.description ?? null, textWords: text.words }),
      }))
      .sort((one, other) => compareRanks(one.rank, other.rank));
    const items = hits.slice((page - 1) * perPage, page * perPage).map(({ document }) => ({
      document: { ...document, description: document.description ?? null } as unknown as DocumentView,
      passages: [{ text: document.text.replace(/\s+/g, " "), isBeginning: true }],
    }));
    return { items, total: hits.length, isTotalExact: true, hasMore: page * perPage < hits.length, page, perPage };
  };
  const wordsLike = async (word: string) => {
    const words = new Set(
      entries.flatMap(({ name, description, text }) => [...name.terms, ...description.terms, ...text.terms]),
    );
    return [...words].filter((other) => isOneTypingError(word, other));
  };
  const stores = { search: { find, wordsLike } } as unknown as SearchStores;
  const transact: Pick<Transact<SearchStores>, "read"> = { read: (work) => work(stores) };
  return createSearch({ transact: transact as Transact<SearchStores>, clock: { now: () => instantOf(0) } });
}
