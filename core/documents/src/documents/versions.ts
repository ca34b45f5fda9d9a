import {
  type Caller,
  conflict,
  create,
  type Digests,
  orNotFound,
  type Page,
  read,
  service,
  throwIfInvalid,
  type UseCases,
} from "@cartulary/kernel";
import { documentView, documentViewFor, writableDocument } from "../access/record-view.ts";
import { createVisibility, requireLevel, type Visibility } from "../access/visibility.ts";
import type { ContentDependencies, TreeDependencies } from "../dependencies.ts";
import type { DocumentStores, VersionPage } from "../ports.ts";
import {
  type Content,
  type Document,
  type DocumentId,
  type DocumentView,
  newTextStatus,
  type StagedContent,
} from "../records/document.ts";
import type { VersionId, VersionView } from "../records/version.ts";
import { everyListener } from "../tree/placement.ts";
import { unknownReferenceRule, valueErrors } from "../values.ts";
import type { NamedContent } from "./documents.ts";
import { idempotencyKey, writeContentIdempotently } from "./idempotent-upload.ts";
import { attach, fileErrors, stage, withStagedContent } from "./stage-content.ts";
import type { StreamedRequest } from "./streamed-request.ts";
import { type NewVersion, versionErrors, versionSourceErrors } from "./version-input.ts";

export interface VersionRef {
  readonly documentId: DocumentId;
  readonly versionId: VersionId;
}

/**
 * The archived contents of documents. They are immutable; reading them requires a named permission (403).
 *
 * `add` with an Idempotency-Key requires a file and `expectedSha256` and runs once: a repeated request gets the same
 * reply for a day, another request with the key is `idempotency_key_reused` (422). When the current content is not the
 * expected one, throws `version_precondition_failed` (409).
 */
export interface Versions {
  list(caller: Caller, request: VersionPage & { readonly documentId: DocumentId }): Promise<Page<VersionView>>;
  /** Archives the current content and replaces it by the file. */
  add(caller: Caller, request: VersionRequest): Promise<DocumentView>;
  /** Makes an archived content the current one, and archives the current one. */
  restore(caller: Caller, version: VersionRef): Promise<DocumentView>;
  content(caller: Caller, version: VersionRef): Promise<NamedContent>;
}

export interface VersionRequest {
  readonly documentId: DocumentId;
  readonly incoming: StreamedRequest<NewVersion>;
}

export function createVersions<Stores extends DocumentStores>(dependencies: VersionDependencies<Stores>): Versions {
  const { addVersion, ...useCases } = versionUseCases(dependencies);
  return {
    ...service<Omit<Versions, "add">, Stores>(dependencies.transact, useCases),
    add: versionCreation(dependencies, addVersion),
  };
}

export type VersionDependencies<Stores> = ContentDependencies<Stores> & { readonly digests: Digests };

/** Archives the current content and replaces it, after checking everything again. */
export type AddVersion<Stores> = (
  stores: Stores,
  caller: Caller,
  input: NewVersion & Pick<VersionRequest, "documentId">,
  content: StagedContent | null,
) => Promise<DocumentView>;

/**
 * Receives versions; every addition passes here, also one that shares its transaction with other changes. Checks rights
 * before reading the first byte and again in the transaction.
 */
export function versionCreation<Stores extends DocumentStores>(
  dependencies: VersionDependencies<Stores>,
  addVersion: AddVersion<Stores>,
): Versions["add"] {
  const { transact, blobs } = dependencies;
  const visibility = createVisibility(dependencies.extraReadRules, dependencies.clock);

  const onReplay = (stores: Stores, caller: Caller, record: DocumentView) =>
    stillWritable(stores, visibility, caller, record);

  return async (caller, { documentId, incoming: { fieldsBeforeFile, file, readAll } }) => {
    const key = caller.idempotency ? idempotencyKey(caller.idempotency) : null;
    throwIfInvalid([...versionErrors(fieldsBeforeFile), ...fileErrors(file)]);
    await transact.single((stores) => writableDocument(stores, visibility, caller, documentId));
    const staged = file && (await stage(file, dependencies));
    return withStagedContent(blobs, staged, async () => {
      const input = await readAll();
      throwIfInvalid([...versionErrors(input), ...versionSourceErrors(key, input, staged)]);
      const work = (stores: Stores) => addVersion(stores, caller, { ...input, documentId }, staged);
      // Locks the document before looking for a stored reply. A concurrent repetition would otherwise miss it and fail
      // the precondition against its own result (decision 0036).
      const before = (stores: Stores) => lockedToWrite(stores, visibility, caller, documentId);
      const fields = [input.expectedSha256?.toLowerCase() ?? null, input.comment ?? null];
      const fingerprint = { scope: `document:${documentId}`, staged, fields };
      return writeContentIdempotently(dependencies, caller, fingerprint, work, { before, onReplay });
    });
  };
}

/** For packages that run these use cases in their own transactions. */
export function versionUseCases<Stores extends DocumentStores>(
  dependencies: TreeDependencies<Stores>,
): UseCases<Omit<Versions, "add">, Stores> & { readonly addVersion: AddVersion<Stores> } {
  const { clock, newId } = dependencies;
  const visibility = createVisibility(dependencies.extraReadRules, dependencies.clock);
  const listeners = everyListener(dependencies.treeListeners);

  /** Archives the content of a locked document and sets `content`. */
  async function replaceContent(
    stores: Stores,
    caller: Caller,
    document: Document,
    attached: Content & Pick<StagedContent, "bytes">,
    comment: string | null,
  ): Promise<DocumentView> {
    const { bytes, ...content } = attached;
    const now = clock.now();
    await stores.versions.insert({
      ...contentOf(document),
      id: newId(),
      documentId: document.id,
      versionNumber: document.versionsCount + 1,
      comment,
      createdBy: caller.userId,
      createdAt: now,
    });
    const versionsCount = document.versionsCount + 1;
    const next: Document = { ...document, ...content, ...newTextStatus(attached), versionsCount, updatedAt: now };
    await stores.documents.update(next);
    await listeners.changed(stores, caller, { type: "document", record: next, bytes });
    return documentView(stores, visibility, caller, document.id);
  }

  return {
    async addVersion(stores, caller, { documentId, comment = null, expectedSha256 = null, ...input }, staged) {
      const document = await lockedToWrite(stores, visibility, caller, documentId);
      throwIfInvalid(valueErrors(input, { chunkedUploadId: unknownReferenceRule }));
      if (!staged) throw new TypeError("Version without content");
      requireExpected(document, expectedSha256);
      const attached = await attach(stores, staged, clock.now());
      const content = { ...attached, ...(staged.bytes && { bytes: staged.bytes }) };
      return replaceContent(stores, caller, document, content, comment);
    },

    list: read(async (stores, caller, { documentId, ...page }) => {
      requireLevel(orNotFound(await visibility.document(stores, caller, documentId)), "read");
      return stores.versions.list(documentId, page);
    }),

    content: read(async (stores, caller, { documentId, versionId }) => {
      requireLevel(orNotFound(await visibility.document(stores, caller, documentId)), "read");
      const version = orNotFound(await stores.versions.find(documentId, versionId));
      return { ...contentOf(version), name: version.fileName };
    }),

    restore: create(
      async (stores, caller, { documentId, versionId }) => {
        await writableDocument(stores, visibility, caller, documentId);
        const version = orNotFound(await stores.versions.find(documentId, versionId));
        const document = orNotFound(await stores.documents.lock(documentId));
        if (!(await stores.blobs.share(version.blobKey))) {
          throw new Error(`The bytes of version ${versionId} are not live`);
        }
        return replaceContent(stores, caller, document, { ...contentOf(version), contentCreatedAt: clock.now() }, null);
      },
      { onReplay: (stores, caller, record) => stillWritable(stores, visibility, caller, record) },
    ),
  };
}

async function lockedToWrite<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  id: DocumentId,
): Promise<Document> {
  await writableDocument(stores, visibility, caller, id);
  return orNotFound(await stores.documents.lock(id));
}

/** Returns a stored reply as the caller may see it now; throws unless he may write the document. */
async function stillWritable<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  record: DocumentView,
): Promise<DocumentView> {
  const visible = orNotFound(await visibility.document(stores, caller, record.id));
  requireLevel(visible, "write");
  return documentViewFor(stores, visibility, caller, { ...visible, record });
}

function contentOf({
  blobKey,
  byteSize,
  sha256,
  fileName,
  contentType,
  declaredContentType,
  charset,
  contentCreatedAt,
}: Content): Content {
  return { blobKey, byteSize, sha256, fileName, contentType, declaredContentType, charset, contentCreatedAt };
}

function requireExpected(document: Document, expectedSha256: string | null): void {
  if (expectedSha256 === null || expectedSha256.toLowerCase() === document.sha256) return;
  throw conflict("version_precondition_failed", "The content has changed; read it again before replacing it");
}
