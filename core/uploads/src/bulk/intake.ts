import { COLLECTION } from "@cartulary/blobs";
import {
  attach,
  type CreatedDocument,
  type DocumentId,
  type Foresee,
  type Foreseen,
  type Inserting,
  type NewDocument,
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
  refused,
  unavailable,
} from "@cartulary/kernel";
import type { BulkUploadStores, MergeSource, PdfMerger } from "../ports.ts";
import { type BulkUpload, isFull, requireMergeable, requireRoom, withDocument, withSource } from "./bulk-upload.ts";
import { MergeError } from "./merge-error.ts";
import { mergeJob } from "./merge-job.ts";
import type { StagedSource } from "./staged-source.ts";

/** A file that was taken in to be merged with others: no document is made of it alone. */
export interface StagedFile {
  /** The document that the merge will make. */
  readonly id: DocumentId;
  readonly staged: true;
  readonly position: number;
  readonly bulkUpload: Pick<BulkUpload, "id" | "receivedFiles" | "totalFiles" | "status">;
}

/** What the sources of merges are examined with. */
interface Examining {
  readonly pdfMerger: PdfMerger;
  /** Opens stored bytes from their beginning. */
  readonly open: (key: BlobKey) => Promise<AsyncIterable<Uint8Array>>;
}

/** The position of a source, the only thing that a request says of it. */
type Position = NewDocument["position"];

/**
 * Judges a document's request with the bulk upload that it names, before its bytes come: only its own person sends files to
 * one (422 `not_found`), and only while it has room. Of what may yet be said after the file nothing is asked here.
 */
export function bulkForesight<Stores extends BulkUploadStores>(
  { pdfMerger, open }: Examining,
  base: Foresee<Stores>,
): Foresee<Stores> {
  async function foreseenSource(stores: Stores, bulk: BulkUpload, position: Position): Promise<Foreseen> {
    const known = position === undefined ? null : await stores.stagedSources.find(bulk.id, position);
    if (position !== undefined && !known) requireRoom(bulk);
    return {
      input: {},
      place: { documentsFolderId: null, workspaceId: null },
      content: null,
      isAnsweredOnce: false,
      async examine(content) {
        if (isRepeated(known, requirePosition(position), content)) return;
        requireMergeable(bulk.stagedBytes + content.byteSize);
        const source = { open: () => open(content.blob.key) };
        await requirePages(pdfMerger, source, content, { onBehalfOf: bulk.userId });
      },
    };
  }

  return async (stores, caller, { bulkUploadId, position, ...input }) => {
    if (!bulkUploadId) return base(stores, caller, input);
    const bulk = requireOwn(await stores.bulkUploads.find(bulkUploadId), caller);
    if (bulk.mergeToPdf) return foreseenSource(stores, bulk, position);
    requireRoom(bulk);
    return base(stores, caller, inBulkUpload(input, bulk));
  };
}

/**
 * Makes a document and counts it in the bulk upload that its request names, in one transaction; one that names none is
 * made by `alone`. Of a source of a merge no document is made; it waits for the others, and the last one sends for the merge.
 */
export function inBulk<Stores extends BulkUploadStores>(
  clock: Clock,
  base: Inserting<Stores, CreatedDocument>,
  alone: Inserting<Stores, CreatedDocument>,
): Inserting<Stores, CreatedDocument | StagedFile> {
  return async (stores, caller, { bulkUploadId, position, ...input }, content, reason) => {
    if (!bulkUploadId) return alone(stores, caller, input, content, reason);
    const now = clock.now();
    const bulk = requireOwn(await stores.bulkUploads.lock(bulkUploadId), caller);
    if (bulk.mergeToPdf) return staging(stores, bulk, { position, content, now });
    const counted = withDocument(bulk, now);
    const document = await base(stores, caller, inBulkUpload(input, bulk), content, reason);
    await stores.bulkUploads.update(counted);
    return { ...document, bulkUploadId: bulk.id };
  };
}

/** Takes a source in, once for each position. The bulk upload is locked. */
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
  const known = await stores.stagedSources.find(bulk.id, position);
  if (isRepeated(known, position, content)) {
    if (bulk.status === "failed") requireRoom(bulk);
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

/** Bytes that came before: nothing refers to these. */
async function drop({ blobs, jobs }: BulkUploadStores, { blob, isLive }: StagedContent, now: Instant): Promise<void> {
  if (isLive) await blobs.release([blob.key], now);
  else await blobs.discard(blob.key, now);
  await jobs.enqueue(COLLECTION);
}

/** Whether the same bytes came to this position before: a lost answer is given again. Refuses other bytes there. */
function isRepeated(known: StagedSource | null, position: number, { sha256 }: StagedContent): boolean {
  if (known && known.sha256 !== sha256) {
    throw refused("position_taken", `Another file stands at position ${position}; choose another position`);
  }
  return known !== null;
}

/**
 * Refuses bytes of which no pages can be made, whatever they are called (422 `unsupported_format`). Of what ran out of time
 * nobody knows (503 `timed_out`).
 */
async function requirePages(
  pdfMerger: PdfMerger,
  source: MergeSource,
  { byteSize }: StagedContent,
  place: PlaceRequest,
): Promise<void> {
  const message = "Only sound PDF, JPEG and PNG files are merged, without a password and not too large to be drawn";
  if (byteSize === 0) throw refused("unsupported_format", message);
  try {
    await pdfMerger.inspect(source, place);
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    if (error.reason !== "timeout") throw refused("unsupported_format", message);
    throw unavailable("timed_out", "Looking at the file took too long; send it again", RETRY_SECONDS, error);
  }
}

/** A file that takes so long is not tried again at once. */
const RETRY_SECONDS = 30;

function requirePosition(position: Position): number {
  if (position !== undefined) return position;
  throw invalid({ field: "position", code: "blank", message: "can't be blank where files are merged" });
}

const UNKNOWN_SESSION: FieldError = {
  field: "chunkedUploadId",
  code: "not_found",
  message: "is not something that you may see",
};

/** Files are sent by whoever made the bulk upload, and by nobody else. */
function requireOwn(bulk: BulkUpload | null, { userId }: Caller): BulkUpload {
  if (bulk?.userId === userId) return bulk;
  throw invalid({ field: "bulkUploadId", code: "not_found", message: "is not something that you may see" });
}

/** The request with what its bulk upload says where it says nothing. A folder brings its own workspace. */
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
