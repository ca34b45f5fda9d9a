import type { DocumentStores } from "@cartulary/documents";
import type { BlobKey, Instant, JobStores, ListQuery, Page, PlaceRequest, UserId } from "@cartulary/kernel";
import type { BulkUpload, BulkUploadField, BulkUploadId } from "./bulk/bulk-upload.ts";
import type { StagedSource } from "./bulk/staged-source.ts";
import type { AssemblyClaimId, Chunk, ChunkedUpload, ChunkedUploadId } from "./chunked/chunked-upload.ts";

export interface ChunkedUploadStore {
  insert(upload: ChunkedUpload): Promise<void>;
  find(id: ChunkedUploadId): Promise<ChunkedUpload | null>;
  /** Returns the record, locked until the transaction ends. */
  lock(id: ChunkedUploadId): Promise<ChunkedUpload | null>;
  /** Replaces the record, which the caller has locked. */
  update(upload: ChunkedUpload): Promise<void>;
  /** Extends the lease of a claim. Returns false and changes nothing when the claim has ended. */
  renew(id: ChunkedUploadId, claimId: AssemblyClaimId, leaseUntil: Instant): Promise<boolean>;
  /**
   * Returns the number of uploads of a user that are processing, or pending and not expired at `now`. Blocks concurrent
   * counts for the same user until the transaction ends.
   */
  countOpen(userId: UserId, now: Instant): Promise<number>;
  /** Counts the same of all users; locks nothing. */
  countAllOpen(now: Instant): Promise<number>;
  /**
   * Returns the uploads of a user that are processing, or pending and not expired at `now`, newest first, `limit` at
   * most. A lost assembly of an expired upload is left out.
   */
  findOpen(userId: UserId, now: Instant, limit: number): Promise<readonly ChunkedUpload[]>;
  /** Returns the uploads with a transition due at `now`, longest overdue first, `limit` at most. */
  findDue(now: Instant, limit: number): Promise<readonly ChunkedUploadId[]>;
  /** Deletes an upload that has no chunks. */
  remove(id: ChunkedUploadId): Promise<void>;
  /**
   * Counts the uploads that reference each blob between two keys, both included: assembled files without a document.
   */
  blobHolders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

/** Store of chunks; callers lock the upload before changes. */
export interface ChunkStore {
  find(uploadId: ChunkedUploadId, number: number): Promise<Chunk | null>;
  /** Inserts a chunk or replaces the one of the same number. */
  put(chunk: Chunk): Promise<void>;
  /** Returns the numbers of the stored chunks, ascending. */
  numbers(uploadId: ChunkedUploadId): Promise<readonly number[]>;
  /** Returns the same of several uploads; those without chunks are absent. */
  numbersByUpload(uploadIds: readonly ChunkedUploadId[]): Promise<ReadonlyMap<ChunkedUploadId, readonly number[]>>;
  /** Returns all chunks of an upload by number: {@link CHUNKS_MAX} at most. */
  findAll(uploadId: ChunkedUploadId): Promise<readonly Chunk[]>;
  /** Deletes the chunks of an upload; returns the blobs that they referenced. */
  removeAll(uploadId: ChunkedUploadId): Promise<readonly BlobKey[]>;
  /** Counts the chunks that reference each blob between two keys, both included. */
  blobHolders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

/** The formats of sources of a merge, detected by content alone. */
export const MERGE_FORMATS = ["pdf", "jpeg", "png"] as const;
export type MergeFormat = (typeof MERGE_FORMATS)[number];

export interface MergeSource {
  /** Returns all bytes from the first; may be called repeatedly. */
  open(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Port: merges several files into one PDF, with fair queueing by user. Rejects with a `MergeError` for files that
 * cannot be merged; with 429 `rate_limited` when the user's queue is full; with 503 `temporarily_unavailable` when all
 * queues are full or it is stopping; and with errors of reading a source.
 */
export interface PdfMerger {
  /** Returns the format of a source and the number of its pages; a `MergeError` has index 0. */
  inspect(source: MergeSource, place: PlaceRequest): Promise<{ readonly format: MergeFormat; readonly pages: number }>;
  /**
   * Yields a PDF of all pages of the sources in order; each image is on an A4 page of its own, white, upright by its
   * EXIF. Starts on the first read; reads throw the errors; ending the iteration stops the merge.
   */
  merge(sources: readonly MergeSource[], place: PlaceRequest): AsyncIterable<Uint8Array>;
}

export interface ChunkedUploadStores extends DocumentStores, JobStores {
  readonly chunkedUploads: ChunkedUploadStore;
  readonly chunks: ChunkStore;
}

/** The scope of a list of bulk uploads. */
export interface BulkUploadScope {
  /** The owner; `null` for all users. */
  readonly userId: UserId | null;
  /** True to include those of single documents. */
  readonly includeSingle: boolean;
}

export interface BulkUploadStore {
  insert(bulk: BulkUpload): Promise<void>;
  find(id: BulkUploadId): Promise<BulkUpload | null>;
  /** Returns the record, locked until the transaction ends. */
  lock(id: BulkUploadId): Promise<BulkUpload | null>;
  /** Replaces the record, which the caller has locked. */
  update(bulk: BulkUpload): Promise<void>;
  list(query: ListQuery<BulkUploadField>, scope: BulkUploadScope): Promise<Page<BulkUpload>>;
  /** Counts the bulk uploads of several files that have not ended. */
  countOpen(): Promise<number>;
  /** Returns bulk uploads whose deadline is over at `now`, longest overdue first, `limit` at most. */
  abandoned(now: Instant, limit: number): Promise<readonly BulkUploadId[]>;
}

/** Store of the sources of merges; callers lock the bulk upload before changes. */
export interface StagedSourceStore {
  /** Returns the source of a bulk upload at a position. */
  find(bulkUploadId: BulkUploadId, position: number): Promise<StagedSource | null>;
  insert(source: StagedSource): Promise<void>;
  /** Returns all sources of a bulk upload by position. */
  findAll(bulkUploadId: BulkUploadId): Promise<readonly StagedSource[]>;
  /** Sets the blob keys of a bulk upload's sources to `null`; returns the former keys. */
  release(bulkUploadId: BulkUploadId): Promise<readonly BlobKey[]>;
  /** Counts the sources that reference each blob between two keys, both included. */
  blobHolders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

export interface BulkUploadStores extends DocumentStores, JobStores {
  readonly bulkUploads: BulkUploadStore;
  readonly stagedSources: StagedSourceStore;
}

export type UploadStores = ChunkedUploadStores & BulkUploadStores;
