import {
  type AddVersion,
  type DocumentId,
  type InsertDocument,
  type NewDocument,
  type PlanCreation,
  type StagedContent,
  sanitizeFileName,
} from "@cartulary/documents";
import { type Caller, type Clock, invalid, unprocessable } from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { requireAllowed } from "./access-checks.ts";
import type { AssembledFile, ChunkedUpload } from "./chunked-upload.ts";

/** A completed upload without a document. */
type UnusedUpload = ChunkedUpload & { readonly assembled: AssembledFile };

/**
 * Plans the creation of a document from a chunked upload, which supplies the fields that the request leaves out. Throws
 * what the creation would throw.
 */
export function planFromUpload<Stores extends UploadStores>(
  plan: PlanCreation<Stores>,
  clock: Clock,
): PlanCreation<Stores> {
  return async (stores, caller, input) => {
    const { chunkedUploadId } = input;
    if (!chunkedUploadId) return plan(stores, caller, input);
    const upload = requireUnused(await stores.chunkedUploads.find(chunkedUploadId), caller, clock);
    const planned = await plan(stores, caller, filledIn(input, upload));
    return { ...planned, content: contentOf(upload) };
  };
}

/**
 * Creates documents from chunked uploads, too. The same transaction marks the upload used and passes its blob to the
 * document.
 */
export function insertFromUpload<Stores extends UploadStores, Reply extends { readonly id: DocumentId }>(
  insert: InsertDocument<Stores, Reply>,
  clock: Clock,
): InsertDocument<Stores, Reply> {
  return async (stores, caller, input, content, reason) => {
    const { chunkedUploadId } = input;
    if (!chunkedUploadId) return insert(stores, caller, input, content, reason);
    const upload = requireUnused(await stores.chunkedUploads.lock(chunkedUploadId), caller, clock);
    const reply = await insert(stores, caller, filledIn(input, upload), contentOf(upload), reason);
    await markUsed(stores, upload, reply.id, clock);
    return reply;
  };
}

/** Adds versions from chunked uploads, too; only the file of the upload matters. */
export function addVersionFromUpload<Stores extends UploadStores>(
  add: AddVersion<Stores>,
  clock: Clock,
): AddVersion<Stores> {
  return async (stores, caller, { chunkedUploadId, ...input }, content) => {
    if (!chunkedUploadId) return add(stores, caller, input, content);
    const upload = requireUnused(await stores.chunkedUploads.lock(chunkedUploadId), caller, clock);
    const document = await add(stores, caller, input, contentOf(upload));
    await markUsed(stores, upload, document.id, clock);
    return document;
  };
}

/** Returns the upload; throws unless it is the caller's own, completed, not expired and unused. */
function requireUnused(upload: ChunkedUpload | null, caller: Caller, clock: Clock): UnusedUpload {
  if (upload?.userId !== caller.userId) {
    throw invalid({ field: "chunkedUploadId", code: "not_found", message: "does not exist" });
  }
  const { documentId, assembled, ...rest } = requireAllowed(upload, "use", clock.now());
  if (documentId !== null) {
    const message = "A document was already created from this upload";
    throw unprocessable("upload_already_used", message, { documentId });
  }
  if (!assembled) throw new TypeError(`The upload ${rest.id} is completed without a file`);
  return { ...rest, documentId, assembled };
}

/** Fills fields that the request leaves out from the upload. A named folder determines the workspace. */
function filledIn({ chunkedUploadId: _, ...input }: NewDocument, upload: ChunkedUpload): NewDocument {
  const { metadata, documentsFolderId, workspaceId } = upload;
  return {
    ...(metadata && { metadataUser: metadata }),
    ...(documentsFolderId && { documentsFolderId }),
    ...(workspaceId && !input.documentsFolderId && { workspaceId }),
    ...input,
  };
}

/** Returns the upload's file as content whose blob already has an owner, the upload. */
function contentOf({ filename, declaredContentType, fileSize, assembled }: UnusedUpload): StagedContent {
  const { blobKey, sha256, contentType, charset } = assembled;
  return {
    blob: { key: blobKey, byteSize: fileSize, sha256 },
    isLive: true,
    byteSize: fileSize,
    sha256,
    fileName: sanitizeFileName(filename),
    contentType,
    declaredContentType,
    charset,
  };
}

async function markUsed(
  { chunkedUploads }: UploadStores,
  upload: ChunkedUpload,
  documentId: DocumentId,
  clock: Clock,
): Promise<void> {
  await chunkedUploads.update({ ...upload, documentId, changedAt: clock.now() });
}
