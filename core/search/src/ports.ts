import type { DocumentId, DocumentStores, DocumentView, TextStatus } from "@cartulary/documents";
import type { BlobKey, Caller, JobStores, Page } from "@cartulary/kernel";
import type { Passage } from "./highlights.ts";
import type { IndexedText } from "./indexed-text.ts";
import type { Reading } from "./reading.ts";

/** Which page of what was found. */
export interface FoundPage {
  readonly page: number;
  readonly perPage: number;
}

/** A document that has all the words, with some of what its text says around them. */
export interface Found {
  readonly document: DocumentView;
  /** Of the first words of the query, where the text first has each; none of words that are in its name or description only. */
  readonly passages: readonly Passage[];
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
  /** Words with a space before and after each. */
  readonly nameWords: string;
  readonly descriptionWords: string;
}

/** A whole entry. */
export interface Entry extends EntryHeading {
  /** Whether the content was looked at; if not, the entry has no text yet. */
  readonly isRead: boolean;
  readonly text: IndexedText | null;
}

/** When documents are sealed, and which words are common. */
export interface SealingLimits {
  /** So many that wait, or that are gone from where they were, and something is done about them. */
  readonly least: number;
  /** So many documents of one segment that have a word make it a common one. */
  readonly common: number;
}

/**
 * Port: which documents have which words. An entry goes with its document, at once; nothing else does. Rights are judged
 * when somebody searches: an entry says nothing of them. Pinned by `searchIndexContract` in `@cartulary/ports/search`.
 */
export interface SearchIndex {
  /**
   * The documents that have every one of these words, one at least, somewhere in name, description or text, and that
   * named permissions show the caller; best first ({@link rankOf}), then the latest change, then the highest id.
   */
  find(caller: Caller, words: readonly string[], page: FoundPage): Promise<Page<Found>>;
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
  /**
   * Makes what is found by common words quick to find and to count: changes nothing of what is found. Answers whether there
   * may be more to do.
   */
  seal(limits: SealingLimits): Promise<boolean>;
}

/**
 * Port: what {@link SearchIndex.find} answers, by single statements without a transaction around them. `null` where what
 * was found first had changed, or was the caller's no more, when it was to be shown: then it is to be asked in one.
 */
export interface SearchFinder {
  find(caller: Caller, words: readonly string[], page: FoundPage): Promise<Page<Found> | null>;
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
