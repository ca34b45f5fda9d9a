import { COLLECT_NOW_JOB } from "@cartulary/blobs";
import {
  attach,
  type CreatedDocument,
  type CreationPlan,
  type DocumentId,
  type InsertDocument,
  type NewDocument,
  type PlanCreation,
  type StagedContent,
} from "@cartulary/documents";
import {
  type BlobKey,
  type Caller,
  type Clock,
  type FieldError,
  type Instant,
  invalid,
  type PlaceRequest,
  unavailable,
  unprocessable,
} from "@cartulary/kernel";
import type { BulkUploadStores, MergeSource, PdfMerger } from "../ports.ts";
import { type BulkUpload, isFull, requireMergeable, requireOpenSlot, withDocument, withSource } from "./bulk-upload.ts";
import { MergeError } from "./merge-error.ts";
import { mergeJob } from "./merge-job.ts";
import type { StagedSource } from "./staged-source.ts";

/** A file staged as a source of a merge, without a document of its own. */
export interface StagedFile {
  /** The id reserved for the merged document. */
  readonly id: DocumentId;
  readonly staged: true;
  readonly position: number;
  readonly bulkUpload: Pick<BulkUpload, "id" | "receivedFiles" | "totalFiles" | "status">;
}

/** Dependencies for the examination of sources. */
interface Examination {
  readonly pdfMerger: PdfMerger;
  /** Opens a stored blob from its first byte. */
  readonly open: (key: BlobKey) => Promise<AsyncIterable<Uint8Array>>;
}

type Position = NewDocument["position"];

/**
 * Checks a document request that names a bulk upload, before its bytes arrive. Only the creator of a bulk upload may
 * add files to it (422 `not_found`), and only while it has room. Fields that may follow the file part of the form are
 * not checked here.
 */
export function planBulkFile<Stores extends BulkUploadStores>(
  { pdfMerger, open }: Examination,
  base: PlanCreation<Stores>,
): PlanCreation<Stores> {
  async function planSource(stores: Stores, bulk: BulkUpload, position: Position): Promise<CreationPlan> {
    const existing = position === undefined ? null : await stores.stagedSources.find(bulk.id, position);
    if (position !== undefined && !existing) requireOpenSlot(bulk);
    return {
      input: {},
      place: { documentsFolderId: null, workspaceId: null },
      content: null,
      isIdempotent: false,
      async examine(content) {
        if (isRepeated(existing, requirePosition(position), content)) return;
        requireMergeable(bulk.stagedBytes + content.byteSize);
        const source = { open: () => open(content.blob.key) };
        await requirePages(pdfMerger, source, content, { onBehalfOf: bulk.userId });
      },
    };
  }

  return async (stores, caller, { bulkUploadId, position, ...input }) => {
    if (!bulkUploadId) return base(stores, caller, input);
    const bulk = requireOwn(await stores.bulkUploads.find(bulkUploadId), caller);
    if (bulk.mergeToPdf) return planSource(stores, bulk, position);
    requireOpenSlot(bulk);
    return base(stores, caller, inBulkUpload(input, bulk));
  };
}

/**
 * Creates a document and counts it in the bulk upload that its request names, in one transaction; requests without a
 * bulk upload go to `alone`. A source of a merge is only staged. The last source enqueues the merge.
 */
export function insertInBulk<Stores extends BulkUploadStores>(
  clock: Clock,
  base: InsertDocument<Stores, CreatedDocument>,
  insertAlone: InsertDocument<Stores, CreatedDocument>,
): InsertDocument<Stores, CreatedDocument | StagedFile> {
  return async (stores, caller, { bulkUploadId, position, ...input }, content, reason) => {
    if (!bulkUploadId) return insertAlone(stores, caller, input, content, reason);
    const now = clock.now();
    const bulk = requireOwn(await stores.bulkUploads.lock(bulkUploadId), caller);
    if (bulk.mergeToPdf) return staging(stores, bulk, { position, content, now });
    const counted = withDocument(bulk, now);
    const document = await base(stores, caller, inBulkUpload(input, bulk), content, reason);
    await stores.bulkUploads.update(counted);
    return { ...document, bulkUploadId: bulk.id };
  };
}

/** Stages a source; a repeated position with the same bytes changes nothing. The bulk upload is locked. */
async function staging(
  stores: BulkUploadStores,
  bulk: BulkUpload,
  {
    position: named,
    content,
    now,
  }: { readonly position: Position; readonly content: StagedContent | null; readonly now: Instant },
): Promise<StagedFile> {
  const position = requirePosition(named);
  if (!content) throw invalid(UNKNOWN_SESSION);
  const existing = await stores.stagedSources.find(bulk.id, position);
  if (isRepeated(existing, position, content)) {
    if (bulk.status === "failed") requireOpenSlot(bulk);
    await drop(stores, content, now);
    return stagedFile(bulk, position);
  }
  const counted = withSource(bulk, content.byteSize, now);
  const { blobKey, sha256, byteSize } = await attach(stores, content, now);
  await stores.stagedSources.insert({ bulkUploadId: bulk.id, position, sha256, byteSize, blobKey, createdAt: now });
  await stores.bulkUploads.update(counted);
  if (isFull(counted)) await stores.jobs.enqueue(mergeJob(counted));
  return stagedFile(counted, position);
}

/** Discards the bytes of a repeated source. */
async function drop({ blobs, jobs }: BulkUploadStores, { blob, isLive }: StagedContent, now: Instant): Promise<void> {
  if (isLive) await blobs.release([blob.key], now);
  else await blobs.discard(blob.key, now);
  await jobs.enqueue(COLLECT_NOW_JOB);
}

/**
 * True when the position has the same bytes already: the reply is repeated. Throws 422 `position_taken` for other
 * bytes.
 */
function isRepeated(existing: StagedSource | null, position: number, { sha256 }: StagedContent): boolean {
  if (existing && existing.sha256 !== sha256) {
    throw unprocessable("position_taken", `Position ${position} has another file; choose another position`);
  }
  return existing !== null;
}

/**
 * Throws 422 `unsupported_format` for bytes that are no mergeable source, without regard to their declared type; 503
 * `timed_out` when the examination timed out, which proves nothing about the file.
 */
async function requirePages(
  pdfMerger: PdfMerger,
  source: MergeSource,
  { byteSize }: StagedContent,
  place: PlaceRequest,
): Promise<void> {
  const message = "Only intact PDF, JPEG and PNG files of moderate size and without a password can be merged";
  if (byteSize === 0) throw unprocessable("unsupported_format", message);
  try {
    await pdfMerger.inspect(source, place);
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    if (error.reason !== "timeout") throw unprocessable("unsupported_format", message);
    throw unavailable("timed_out", "The examination of the file timed out; send it again", RETRY_SECONDS, error);
  }
}

const RETRY_SECONDS = 30;

function requirePosition(position: Position): number {
  if (position !== undefined) return position;
  throw invalid({ field: "position", code: "blank", message: "can't be blank where files are merged" });
}

const UNKNOWN_SESSION: FieldError = {
  field: "chunkedUploadId",
  code: "not_found",
  message: "does not exist",
};

/** Throws 422 unless the caller created the bulk upload. */
function requireOwn(bulk: BulkUpload | null, { userId }: Caller): BulkUpload {
  if (bulk?.userId === userId) return bulk;
  throw invalid({ field: "bulkUploadId", code: "not_found", message: "does not exist" });
}

/** Fills fields that the request leaves out from its bulk upload. A named folder determines the workspace. */
function inBulkUpload(input: NewDocument, bulk: BulkUpload): NewDocument {
  const { documentsFolderId = bulk.documentsFolderId, autoClassify = bulk.autoClassify } = input;
  const workspaceId = input.workspaceId ?? (documentsFolderId || input.workspaceId === null ? null : bulk.workspaceId);
  return { ...input, documentsFolderId, workspaceId, autoClassify };
}

function stagedFile(
  { id, receivedFiles, totalFiles, status, reservedDocumentId }: BulkUpload,
  position: number,
): StagedFile {
  if (reservedDocumentId === null) throw new TypeError("A merge has a document reserved");
  return { id: reservedDocumentId, staged: true, position, bulkUpload: { id, receivedFiles, totalFiles, status } };
}
