import type { DocumentStores } from "@cartulary/documents";
import type { BlobKey, Instant, JobStores, ListQuery, Page, PlaceRequest, UserId } from "@cartulary/kernel";
import type { BulkUpload, BulkUploadField, BulkUploadId } from "./bulk/bulk-upload.ts";
import type { StagedSource } from "./bulk/staged-source.ts";
import type { AssemblyClaimId, Chunk, ChunkedUpload, ChunkedUploadId } from "./sessions/chunked-upload.ts";

/** Where sessions are kept. */
export interface ChunkedUploadStore {
  insert(upload: ChunkedUpload): Promise<void>;
  find(id: ChunkedUploadId): Promise<ChunkedUpload | null>;
  /** The same, locked until the transaction ends: whatever happens to a session queues here. */
  lock(id: ChunkedUploadId): Promise<ChunkedUpload | null>;
  /** Replaces the whole record; whoever calls has locked it. */
  update(upload: ChunkedUpload): Promise<void>;
  /** Prolongs the lease of whoever assembles it. False, with nothing changed, when the claim is no longer that one. */
  renew(id: ChunkedUploadId, claimId: AssemblyClaimId, leaseUntil: Instant): Promise<boolean>;
  /**
   * How many sessions of a person are processing, or pending and not expired at `now`. Nobody else counts that person's
   * until the transaction ends.
   */
  countOpen(userId: UserId, now: Instant): Promise<number>;
  /** Sessions to which something happens by itself at `now` or has happened before, longest ago first, `limit` at most. */
  due(now: Instant, limit: number): Promise<readonly ChunkedUploadId[]>;
  /** Removes a session that has no chunks. */
  remove(id: ChunkedUploadId): Promise<void>;
  /** How many sessions hold each blob between two keys, both included: an assembled one until a document takes it over. */
  blobHolders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

/** Where stored chunks are kept; whoever changes those of a session has locked it. */
export interface ChunkStore {
  find(uploadId: ChunkedUploadId, number: number): Promise<Chunk | null>;
  /** Takes the place of a chunk of the same number. */
  put(chunk: Chunk): Promise<void>;
  /** Which chunks of a session there are, ascending. */
  numbers(uploadId: ChunkedUploadId): Promise<readonly number[]>;
  /** All chunks of a session by number: {@link CHUNKS_MAX} at most. */
  findAll(uploadId: ChunkedUploadId): Promise<readonly Chunk[]>;
  /** Removes the chunks of a session; answers the blobs that they held. */
  removeAll(uploadId: ChunkedUploadId): Promise<readonly BlobKey[]>;
  /** How many chunks hold each blob between two keys, both included. */
  blobHolders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

/** What pages of a merged PDF can be made from, judged by content and nothing else. */
export const MERGE_FORMATS = ["pdf", "jpeg", "png"] as const;
export type MergeFormat = (typeof MERGE_FORMATS)[number];

/** One file of a merge. */
export interface MergeSource {
  /** All of it, from its beginning; may be called again. */
  open(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Makes one PDF of several files, in turns by whom it is for. Rejects with a `MergeError` for files that cannot be merged,
 * with 429 `rate_limited` when too many of the same wait, with 503 `temporarily_unavailable` when too many of all do or it
 * is being stopped, and with what a source's own reading threw.
 */
export interface PdfMerger {
  /** What a source is, and how many pages it adds; a `MergeError` is about index 0. */
  inspect(source: MergeSource, place: PlaceRequest): Promise<{ readonly format: MergeFormat; readonly pages: number }>;
  /**
   * All pages of the sources in their order, each image on an A4 page of its own: upright as its EXIF says, on white.
   * Nothing begins before the first byte is asked for, and errors come out of asking; whoever stops asking stops it.
   */
  merge(sources: readonly MergeSource[], place: PlaceRequest): AsyncIterable<Uint8Array>;
}

/** What chunked uploads need inside a transaction. */
export interface ChunkedUploadStores extends DocumentStores, JobStores {
  readonly chunkedUploads: ChunkedUploadStore;
  readonly chunks: ChunkStore;
}

/** Which bulk uploads a list shows. */
export interface BulkUploadsShown {
  /** Those of one person; everybody's when `null`. */
  readonly userId: UserId | null;
  /** Whether those are among them that were made for one document. */
  readonly lone: boolean;
}

/** Where bulk uploads are kept. */
export interface BulkUploadStore {
  insert(bulk: BulkUpload): Promise<void>;
  find(id: BulkUploadId): Promise<BulkUpload | null>;
  /** The same, locked until the transaction ends: whatever is counted queues here. */
  lock(id: BulkUploadId): Promise<BulkUpload | null>;
  /** Replaces the whole record; whoever calls has locked it. */
  update(bulk: BulkUpload): Promise<void>;
  list(query: ListQuery<BulkUploadField>, shown: BulkUploadsShown): Promise<Page<BulkUpload>>;
  /** Those that are given up at `now`, longest ago first, `limit` at most. */
  abandoned(now: Instant, limit: number): Promise<readonly BulkUploadId[]>;
}

/** Where the sources of merges are kept; whoever changes those of a bulk upload has locked it. */
export interface StagedSourceStore {
  /** The source of a bulk upload at a position, of which there is one at most. */
  find(bulkUploadId: BulkUploadId, position: number): Promise<StagedSource | null>;
  insert(source: StagedSource): Promise<void>;
  /** All of a bulk upload by position. */
  findAll(bulkUploadId: BulkUploadId): Promise<readonly StagedSource[]>;
  /** Takes their bytes from the sources of a bulk upload; answers which those were. */
  release(bulkUploadId: BulkUploadId): Promise<readonly BlobKey[]>;
  /** How many sources hold each blob between two keys, both included. */
  blobHolders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

/** What bulk uploads need inside a transaction. */
export interface BulkUploadStores extends DocumentStores, JobStores {
  readonly bulkUploads: BulkUploadStore;
  readonly stagedSources: StagedSourceStore;
}

/** What this package needs inside a transaction. */
export type UploadStores = ChunkedUploadStores & BulkUploadStores;
