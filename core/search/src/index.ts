export * from "./bits.ts";
export { type ContentKind, contentKindOf } from "./content-kind.ts";
export { HIGHLIGHT_LENGTH_MAX, HIGHLIGHTS_MAX, highlighter, type Passage } from "./highlights.ts";
export { htmlText } from "./html-text.ts";
export { type IndexedText, indexedText, MARK, MARKED_LENGTH, spaced } from "./indexed-text.ts";
export { type IndexingDependencies, SEALING, SEARCH_QUEUES, searchJobs } from "./indexing.ts";
export type {
  Entry,
  EntryHeading,
  Found,
  FoundPage,
  Indexable,
  RereadTexts,
  SealingLimits,
  SearchFinder,
  SearchIndex,
  SearchStores,
  TextReadings,
} from "./ports.ts";
export * from "./postings.ts";
export * from "./ranked-hits.ts";
export { type Presence, rankOf } from "./ranking.ts";
export * from "./reading.ts";
export type { UnreadText } from "./reading-jobs.ts";
export { createRereading, type Rereading } from "./rereading.ts";
export { createSearch, type FoundDocument, QUERY_LENGTH_MAX, type Search, type SearchQuery } from "./search.ts";
export type { ReadableContent, ReadingLimits, TextReader, TextReading, TextRecognizer } from "./text-reader.ts";
export type { TextSources } from "./text-source.ts";
export { searchTreeListener } from "./tree-listener.ts";
export { queryWords, WORD_LENGTH_MAX, wordsOf } from "./words.ts";
