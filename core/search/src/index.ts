export { type ContentKind, contentKindOf } from "./content-kind.ts";
export { headingOf } from "./entry-heading.ts";
export { addMostWords, textsOf } from "./entry-words.ts";
export { HIGHLIGHT_LENGTH_MAX, HIGHLIGHTS_MAX, highlighter, matchFinder, type Passage } from "./highlights.ts";
export { htmlText } from "./html-text.ts";
export { indexedTerms, indexedText, TERMS_BYTES_MAX } from "./indexed-terms.ts";
export { type IndexingDependencies, SEARCH_QUEUES, searchJobs } from "./indexing.ts";
export { hasClause, matches } from "./matching.ts";
export type { ClausePlace } from "./places.ts";
export {
  type Entry,
  type EntryHeading,
  type FoundDocuments,
  type HitPage,
  type Indexable,
  type IndexedText,
  LIKE_WORDS_MAX,
  type RereadTexts,
  type SearchFinder,
  type SearchHit,
  type SearchIndex,
  type SearchStores,
  type TextReadings,
} from "./ports.ts";
export { CLAUSES_MAX, parsedQuery } from "./query.ts";
export { closenessFinder, compareCloseness, compareRanks, RANKED_WORDS_MAX, type Rank, ranker } from "./ranking.ts";
export * from "./reading.ts";
export type { UnreadText } from "./reading-jobs.ts";
export { createRereading, type Rereading } from "./rereading.ts";
export {
  createSearch,
  QUERY_LENGTH_MAX,
  type Search,
  type SearchQuery,
  type SearchResult,
  type SearchResultPage,
} from "./search.ts";
export type { Clause, IndexedTerms, SearchTerms } from "./search-terms.ts";
export type {
  FileReader,
  ReadableContent,
  ReadingLimits,
  TextReader,
  TextReading,
  TextRecognizer,
} from "./text-reader.ts";
export { isReadAtOnce, type TextSources } from "./text-source.ts";
export { searchTreeListener } from "./tree-listener.ts";
export { isCorrectable, isCorrection, isOneTypingError } from "./typing-errors.ts";
export { WORD_LENGTH_MAX, wordsOf } from "./words.ts";
