import type { DocumentId, DocumentStores, DocumentView, TextStatus } from "@cartulary/documents";
import type { BlobKey, Caller, JobStores, Page } from "@cartulary/kernel";
import type { Passage } from "./highlights.ts";
import type { Reading } from "./reading.ts";
import type { IndexedTerms, SearchTerms } from "./search-terms.ts";

/** Which page of what was found. */
export interface FoundPage {
  readonly page: number;
  readonly perPage: number;
}

/** A document that was found, with parts of its text. */
export interface Found {
  readonly document: DocumentView;
  /** Parts of the text that may have what was looked for, in their order: highlights are looked for in them. */
  readonly passages: readonly Passage[];
}

/** One page of what was found. */
export interface FoundDocuments extends Page<Found> {
  /** False where more was found than is counted: `total` is the most that is counted then. */
  readonly isTotalExact: boolean;
  /** Whether more was found than this page and those before it have: a later page goes on beyond what is counted. */
  readonly hasMore: boolean;
}

/** What a document is found by, as it stands. */
export interface Indexable {
  readonly documentId: DocumentId;
  readonly name: string;
  readonly description: string | null;
  readonly blobKey: BlobKey;
  readonly byteSize: number;
  readonly contentType: string;
  readonly fileName: string;
  /** The content whose text the index has, or has found to have none; `null` where it has looked at none. */
  readonly readKey: BlobKey | null;
  readonly textStatus: TextStatus;
  /** Whether the reading of its present content has begun and is not at its end. */
  readonly isBeingRead: boolean;
}

/** What the index is to keep of a document beside its text. */
export interface EntryHeading {
  /** As it was when the words were made: an entry of a document that is another one by now is not written. */
  readonly of: Pick<Indexable, "documentId" | "name" | "description" | "blobKey">;
  readonly name: IndexedTerms;
  readonly description: IndexedTerms;
}

/** A text as the index keeps it. */
export interface IndexedText extends IndexedTerms {
  /** In its own spelling, white space and controls as single spaces. */
  readonly text: string;
}

/** A whole entry. */
export interface Entry extends EntryHeading {
  /** Whether the content was looked at; if not, the entry has no text yet. */
  readonly isRead: boolean;
  readonly text: IndexedText | null;
}

/** Most words that are tried in place of one with a typing error. */
export const LIKE_WORDS_MAX = 20;

/**
 * Port: which documents have which words. An entry goes with its document, at once; nothing else does. Rights are judged
 * when somebody searches: an entry says nothing of them. Pinned by `searchIndexContract` in `@cartulary/ports/search`.
 */
export interface SearchIndex {
  /**
   * The documents that have all that is wanted, one clause at least, and nothing that is unwanted, somewhere in name,
   * description or text, and that named permissions show the caller; best first ({@link ranker}), then the latest change,
   * then the highest id.
   */
  find(caller: Caller, terms: SearchTerms, page: FoundPage): Promise<FoundDocuments>;
  /**
   * Words of any documents that are this word but for one typing error (`isOneTypingError`), the most frequent first where
   * the index knows, {@link LIKE_WORDS_MAX} at most. They are shown only where the caller finds something by them.
   */
  wordsLike(word: string): Promise<readonly string[]>;
  /** Adds words in which a typing error is forgiven: {@link wordsLike} answers them from then on. */
  addWords(words: readonly string[]): Promise<void>;
  /**
   * Removes words that no entry has any more, so that {@link wordsLike} does not answer them. It looks at the words after
   * one, `limit` at most. Answers the last that it looked at, `null` at the end.
   */
  forgetWords(after: string | null, limit: number): Promise<string | null>;
  /** Those of these documents that there are. */
  indexable(ids: readonly DocumentId[]): Promise<readonly Indexable[]>;
  /**
   * Of the documents after one, by id, `limit` at most: those whose entry is missing or of another state, or whose text is
   * pending though nothing reads it; with the last that was looked at, `null` at the end.
   */
  outdated(
    after: DocumentId | null,
    limit: number,
  ): Promise<{ readonly ids: readonly DocumentId[]; readonly last: DocumentId | null }>;
  /** Writes whole entries, but those of documents that have changed meanwhile or are gone. */
  put(entries: readonly Entry[]): Promise<void>;
  /** The same of one, but for the text that the entry has. */
  describe(heading: EntryHeading): Promise<void>;
}

/**
 * Port: what {@link SearchIndex.find} answers, by single statements without a transaction around them. `null` where what
 * was found first was gone, or was the caller's no more, when it was to be shown: then it is to be asked in one.
 */
export interface SearchFinder {
  find(caller: Caller, terms: SearchTerms, page: FoundPage): Promise<FoundDocuments | null>;
}

/** Which documents are to be read anew. */
export type RereadTexts = "all" | "failed";

/**
 * Port: how far readings have come that are not at their end, one of a document; they go with it. Pinned by
 * `textReadingsContract` in `@cartulary/ports/search`.
 */
export interface TextReadings {
  find(documentId: DocumentId): Promise<Reading | null>;
  /** In place of the one that there was. */
  put(documentId: DocumentId, reading: Reading): Promise<void>;
  remove(documentIds: readonly DocumentId[]): Promise<void>;
  /** Documents that have one, after this one by id, `limit` at most. */
  unfinished(after: DocumentId | null, limit: number): Promise<readonly DocumentId[]>;
  /** Documents that are to be read anew: of all, or of those that have failed, after this one by id, `limit` at most. */
  toReread(which: RereadTexts, after: DocumentId | null, limit: number): Promise<readonly DocumentId[]>;
}

/** What this package needs inside a transaction. */
export interface SearchStores extends DocumentStores, JobStores {
  readonly search: SearchIndex;
  readonly textReadings: TextReadings;
}
