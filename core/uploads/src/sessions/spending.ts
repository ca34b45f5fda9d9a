import {
  type Adding,
  type DocumentId,
  type Foresee,
  type Inserting,
  type NewDocument,
  type StagedContent,
  storedFileName,
} from "@cartulary/documents";
import { type Caller, type Clock, invalid, refused } from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import type { AssembledFile, ChunkedUpload } from "./chunked-upload.ts";
import { admitted } from "./judging.ts";

/** A finished session that nothing was made of yet. */
type Unspent = ChunkedUpload & { readonly assembled: AssembledFile };

/**
 * What a request for a document means that names a session: what it does not say comes from there. It is refused as it
 * will be when the document is made.
 */
export function sessionForesight<Stores extends UploadStores>(foresee: Foresee<Stores>, clock: Clock): Foresee<Stores> {
  return async (stores, caller, input) => {
    const { chunkedUploadId } = input;
    if (!chunkedUploadId) return foresee(stores, caller, input);
    const upload = unspent(await stores.chunkedUploads.find(chunkedUploadId), caller, clock);
    const expected = await foresee(stores, caller, filledIn(input, upload));
    return { ...expected, content: contentOf(upload) };
  };
}

/** Makes documents of sessions, too: in one transaction the session is spent and its bytes are the document's. */
export function fromSession<Stores extends UploadStores, Reply extends { readonly id: DocumentId }>(
  inserting: Inserting<Stores, Reply>,
  clock: Clock,
): Inserting<Stores, Reply> {
  return async (stores, caller, input, content, reason) => {
    const { chunkedUploadId } = input;
    if (!chunkedUploadId) return inserting(stores, caller, input, content, reason);
    const upload = unspent(await stores.chunkedUploads.lock(chunkedUploadId), caller, clock);
    const reply = await inserting(stores, caller, filledIn(input, upload), contentOf(upload), reason);
    await spend(stores, upload, reply.id, clock);
    return reply;
  };
}

/** Makes versions of sessions, too; of what a session says, only its file counts. */
export function versionFromSession<Stores extends UploadStores>(adding: Adding<Stores>, clock: Clock): Adding<Stores> {
  return async (stores, caller, { chunkedUploadId, ...input }, content) => {
    if (!chunkedUploadId) return adding(stores, caller, input, content);
    const upload = unspent(await stores.chunkedUploads.lock(chunkedUploadId), caller, clock);
    const document = await adding(stores, caller, input, contentOf(upload));
    await spend(stores, upload, document.id, clock);
    return document;
  };
}

/** The session, refused unless it is the caller's own, completed, in time and unused. */
function unspent(upload: ChunkedUpload | null, caller: Caller, clock: Clock): Unspent {
  if (upload?.userId !== caller.userId) {
    throw invalid({ field: "chunkedUploadId", code: "not_found", message: "is not an upload of yours" });
  }
  const { documentId, assembled, ...rest } = admitted(upload, "use", clock.now());
  if (documentId !== null) {
    const message = "A document was made of this upload already";
    throw refused("upload_already_used", message, { documentId });
  }
  if (!assembled) throw new TypeError(`The upload ${rest.id} is completed, and there is no file of it`);
  return { ...rest, documentId, assembled };
}

/** The request with what the session says where it says nothing. A folder that it names brings a workspace of its own. */
function filledIn({ chunkedUploadId: _, ...input }: NewDocument, upload: ChunkedUpload): NewDocument {
  const { metadata, documentsFolderId, workspaceId } = upload;
  return {
    ...(metadata && { metadataUser: metadata }),
    ...(documentsFolderId && { documentsFolderId }),
    ...(workspaceId && !input.documentsFolderId && { workspaceId }),
    ...input,
  };
}

/** The session's file on its way into a document, whose bytes it will be: nobody holds them meanwhile but the session. */
function contentOf({ filename, declaredContentType, fileSize, assembled }: Unspent): StagedContent {
  const { blobKey, sha256, contentType, charset } = assembled;
  return {
    blob: { key: blobKey, byteSize: fileSize, sha256 },
    isLive: true,
    byteSize: fileSize,
    sha256,
    fileName: storedFileName(filename),
    contentType,
    declaredContentType,
    charset,
  };
}

/** From here on the bytes are the document's. */
async function spend(
  { chunkedUploads }: UploadStores,
  upload: ChunkedUpload,
  documentId: DocumentId,
  clock: Clock,
): Promise<void> {
  await chunkedUploads.update({ ...upload, documentId, changedAt: clock.now() });
}
