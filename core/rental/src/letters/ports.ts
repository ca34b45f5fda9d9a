import type { BlobStores } from "@cartulary/blobs";
import type { BlobKey, Id, JobStores, ListQuery, Page } from "@cartulary/kernel";
import type { MandataireId } from "../agency/mandataire.ts";
import type { MoneyStores } from "../money/ports.ts";
import type { BatchedLetter, LetterPlace, LetterSubject, PrintedLetter } from "./batched-letter.ts";
import type { LetterBatch, LetterBatchField, LetterBatchId, LetterKind } from "./letter-batch.ts";

/** Port: the requests for many letters of one mandataire. Each method is one statement. */
export interface LetterBatchStore {
  insert(batch: LetterBatch): Promise<void>;
  find(id: LetterBatchId): Promise<LetterBatch | null>;
  /** Finds and locks until the transaction ends; counters change under this lock. */
  lock(id: LetterBatchId): Promise<LetterBatch | null>;
  /** Replaces the record, which must be locked. */
  update(batch: LetterBatch): Promise<void>;
  list(query: ListQuery<LetterBatchField>): Promise<Page<LetterBatch>>;
  /** Returns true if the mandataire has any. */
  any(): Promise<boolean>;
}

/** Port: the letters of unfinished requests of one mandataire. Writers must have locked the request. */
export interface BatchedLetterStore {
  insert(letters: readonly BatchedLetter[]): Promise<void>;
  /** Returns up to `limit` letters that are not printed, by position. */
  waiting(batchId: LetterBatchId, limit: number): Promise<readonly BatchedLetter[]>;
  /** Returns false and changes nothing if the letter does not wait. */
  markPrinted(letter: Pick<BatchedLetter, "batchId" | "position">, place: LetterPlace): Promise<boolean>;
  /** Removes a letter that waits; returns false if it does not wait. */
  remove(letter: Pick<BatchedLetter, "batchId" | "position">): Promise<boolean>;
  printed(batchId: LetterBatchId): Promise<readonly PrintedLetter[]>;
  removeAll(batchId: LetterBatchId): Promise<void>;
}

/** Identifies the letters of a mandataire. */
export interface LetterBatchKey {
  readonly mandataireId: MandataireId;
  readonly id: LetterBatchId;
}

/**
 * Port: maps the letters of all mandataires to their blobs, so that the checks of blobs count references in one snapshot.
 */
export interface LetterFileStore {
  /** Inserts the PDF of a letter by its position, or the merged one at position 0. */
  insert(key: LetterBatchKey, position: number, blobKey: BlobKey): Promise<void>;
  /** Returns the merged PDF; `null` before the end. */
  merged(key: LetterBatchKey): Promise<BlobKey | null>;
  /** Returns the PDFs of the letters by position. */
  ofLetters(key: LetterBatchKey): Promise<ReadonlyMap<number, BlobKey>>;
  /** Removes the PDFs of the letters; the merged one stays. */
  removeLetters(key: LetterBatchKey): Promise<void>;
  /** Counts the letters of each blob between two keys, both included. Blobs without letters are left out. */
  holders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

/** Port: what letters are of, in the records of one mandataire. Each method is one statement. */
export interface LetterSubjectSource {
  /** Returns those of the ids that exist, by id. */
  named(kind: LetterKind, ids: readonly Id<string>[]): Promise<readonly LetterSubject[]>;
  /**
   * Returns up to `limit` subjects of a run by reference: its calls, without cancelled ones; those on which something is
   * paid, for receipts; the latest reminder of each call.
   */
  ofRun(
    kind: "notice" | "receipt" | "reminder",
    runId: Id<"BillingRun">,
    limit: number,
  ): Promise<readonly LetterSubject[]>;
}

export interface LetterBatchStores {
  readonly letterBatches: LetterBatchStore;
  readonly batchedLetters: BatchedLetterStore;
  readonly letterSubjects: LetterSubjectSource;
}

/** The stores of this wing and of those below, inside a transaction of one mandataire. */
export interface MailingStores extends MoneyStores, LetterBatchStores, BlobStores, JobStores {
  readonly letterFiles: LetterFileStore;
}

/**
 * Port: merges PDFs into one in their order, in turn with other work of the mandataire. Throws 422 `merge_failed` if they
 * cannot be merged, and 429 or 503 while too much is being merged.
 */
export type LetterMerger = (
  letters: readonly { open(): Promise<AsyncIterable<Uint8Array>> }[],
  mandataireId: MandataireId,
) => AsyncIterable<Uint8Array>;
