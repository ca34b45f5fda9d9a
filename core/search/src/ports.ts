import type { DocumentId, DocumentStores, DocumentView, TextStatus } from "@cartulary/documents";
import type { BlobKey, Caller, JobStores, Page } from "@cartulary/kernel";
import type { Passage } from "./highlights.ts";
import type { Reading } from "./reading.ts";
import type { IndexedTerms, SearchTerms } from "./search-terms.ts";

export interface HitPage {
  readonly page: number;
  readonly perPage: number;
}

/** A matching document with parts of its text. */
export interface SearchHit {
  readonly document: DocumentView;
  /** Parts of the text that may contain a match, in order; highlights come from them. */
  readonly passages: readonly Passage[];
}

/** One page of hits. */
export interface FoundDocuments extends Page<SearchHit> {
  /** False when counting stopped at `total`. */
  readonly isTotalExact: boolean;
  /** True when there are hits after this page, even beyond the counted ones. */
  readonly hasMore: boolean;
}

/** The current searchable fields of a document. */
export interface Indexable {
  readonly documentId: DocumentId;
  readonly name: string;
  readonly description: string | null;
  readonly blobKey: BlobKey;
  readonly byteSize: number;
  readonly contentType: string;
  readonly fileName: string;
  /** The content that the index has read, with or without text; `null` if none. */
  readonly readKey: BlobKey | null;
  readonly textStatus: TextStatus;
  /** True when the reading of the current content has begun and not ended. */
  readonly isBeingRead: boolean;
}

/** An entry without its text. */
export interface EntryHeading {
  /** The fields from which the terms were made; the entry is not written if they have changed. */
  readonly of: Pick<Indexable, "documentId" | "name" | "description" | "blobKey">;
  readonly name: IndexedTerms;
  readonly description: IndexedTerms;
}

/** An indexed text. */
export interface IndexedText extends IndexedTerms {
  /** The text as written, with white space and control characters as single spaces. */
  readonly text: string;
}

/** A complete entry. */
export interface Entry extends EntryHeading {
  /** False when the content was not read yet. */
  readonly isRead: boolean;
  readonly text: IndexedText | null;
}

/** Maximum number of candidates for the correction of a word. */
export const LIKE_WORDS_MAX = 20;

/**
 * Port: the full-text index. Deleting a document deletes its entry at once; nothing else does. Rights are checked
 * during the search: entries do not store them. Contract: `searchIndexContract` in `@cartulary/ports/search`.
 */
export interface SearchIndex {
  /**
   * Returns the documents that match every wanted clause and no unwanted one, in name, description or text, and that
   * named permissions let the caller read. Best rank first ({@link ranker}), then latest change, then highest id. There
   * is at least one wanted clause.
   */
  find(caller: Caller, terms: SearchTerms, page: HitPage): Promise<FoundDocuments>;
  /**
   * Returns up to {@link LIKE_WORDS_MAX} indexed words that differ from this word by one typing error
   * (`isOneTypingError`), most frequent first if known. They may come from any document, so show them only if the
   * caller finds a document by them.
   */
  wordsLike(word: string): Promise<readonly string[]>;
  /** Adds words that {@link wordsLike} may return. */
  addWords(words: readonly string[]): Promise<void>;
  /**
   * Removes words without an entry, checking `limit` words after `after`. Returns the last checked word; `null` at the
   * end.
   */
  forgetWords(after: string | null, limit: number): Promise<string | null>;
  /** Returns those of the documents that exist. */
  indexable(ids: readonly DocumentId[]): Promise<readonly Indexable[]>;
  /**
   * Checks `limit` documents after `after`, by id. Returns those whose entry is missing or outdated, or whose text is
   * pending without a reading, and the last checked id; `null` at the end.
   */
  outdated(
    after: DocumentId | null,
    limit: number,
  ): Promise<{ readonly ids: readonly DocumentId[]; readonly last: DocumentId | null }>;
  /** Writes entries; skips documents that have changed or no longer exist. */
  put(entries: readonly Entry[]): Promise<void>;
  /** Writes a heading and keeps the indexed text; skips a document that has changed or no longer exists. */
  describe(heading: EntryHeading): Promise<void>;
}

/**
 * Port: {@link SearchIndex.find} with single statements outside a transaction. Returns `null` when a hit disappeared
 * between the statements; the caller then searches in a transaction.
 */
export interface SearchFinder {
  find(caller: Caller, terms: SearchTerms, page: HitPage): Promise<FoundDocuments | null>;
}

/** The documents to read again: all, or those with missing text. */
export type RereadTexts = "all" | "failed";

/**
 * Port: the progress of unfinished readings, at most one per document; deleted with the document. Contract:
 * `textReadingsContract` in `@cartulary/ports/search`.
 */
export interface TextReadings {
  find(documentId: DocumentId): Promise<Reading | null>;
  /** Inserts or replaces the reading of a document. */
  put(documentId: DocumentId, reading: Reading): Promise<void>;
  remove(documentIds: readonly DocumentId[]): Promise<void>;
  /** Returns documents with a reading, after `after` by id, `limit` at most. */
  unfinished(after: DocumentId | null, limit: number): Promise<readonly DocumentId[]>;
  /** Returns documents to read again, after `after` by id, `limit` at most. */
  toReread(which: RereadTexts, after: DocumentId | null, limit: number): Promise<readonly DocumentId[]>;
}

export interface SearchStores extends DocumentStores, JobStores {
  readonly search: SearchIndex;
  readonly textReadings: TextReadings;
}
