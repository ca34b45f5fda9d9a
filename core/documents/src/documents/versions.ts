import {
  type Caller,
  conflict,
  create,
  type Digests,
  existing,
  type Page,
  read,
  requireSound,
  service,
  type UseCases,
} from "@cartulary/kernel";
import { documentView, shownDocument, writableDocument } from "../access/shown-record.ts";
import { createVisibility, requireLevel, type Visibility } from "../access/visibility.ts";
import type { ContentDependencies, TreeDependencies } from "../dependencies.ts";
import type { DocumentStores, VersionPage } from "../ports.ts";
import {
  type Content,
  type Document,
  type DocumentId,
  type DocumentView,
  type StagedContent,
  UNREAD,
} from "../records/document.ts";
import type { VersionId, VersionView } from "../records/version.ts";
import { everyListener } from "../tree/tree.ts";
import { unknownReferenceRule, valueErrors } from "../values.ts";
import { attach, fileErrors, stage, withStagedContent } from "./content.ts";
import type { NamedContent } from "./documents.ts";
import type { Incoming } from "./incoming.ts";
import { answerWithContent, keyOf } from "./replays.ts";
import { type NewVersion, versionErrors, versionSourceErrors } from "./version-input.ts";

/** One version of one document. */
export interface VersionRef {
  readonly documentId: DocumentId;
  readonly versionId: VersionId;
}

/**
 * The contents that a document had. They are added to, never changed; reading them asks a named permission (403).
 *
 * `add` under an Idempotency-Key, which needs a file and `expectedSha256`, does its work once: the same request gets the
 * same answer for a day, another request under the key is `idempotency_key_reused` (422). A content that is no longer the expected one is
 * `version_precondition_failed` (409).
 */
export interface Versions {
  list(caller: Caller, ask: VersionPage & { readonly documentId: DocumentId }): Promise<Page<VersionView>>;
  /** Archives the present content and puts the file in its place. */
  add(caller: Caller, request: VersionRequest): Promise<DocumentView>;
  /** Makes the old bytes the present content; history only grows. */
  restore(caller: Caller, version: VersionRef): Promise<DocumentView>;
  content(caller: Caller, version: VersionRef): Promise<NamedContent>;
}

/** A request for a new version. */
export interface VersionRequest {
  readonly documentId: DocumentId;
  readonly incoming: Incoming<NewVersion>;
}

export function createVersions<Stores extends DocumentStores>(dependencies: VersionDependencies<Stores>): Versions {
  const { adding, ...useCases } = versionUseCases(dependencies);
  return {
    ...service<Omit<Versions, "add">, Stores>(dependencies.transact, useCases),
    add: versionAdding(dependencies, adding),
  };
}

/** What versions are made with. */
export type VersionDependencies<Stores> = ContentDependencies<Stores> & { readonly digests: Digests };

/** Archives what a document holds and puts the content in its place, judging everything again. */
export type Adding<Stores> = (
  stores: Stores,
  caller: Caller,
  input: NewVersion & Pick<VersionRequest, "documentId">,
  content: StagedContent | null,
) => Promise<DocumentView>;

/**
 * Receives what versions are made of: the one way in, whatever else takes part in the transaction that makes one. Rights
 * are judged before the first byte is read and again in that transaction.
 */
export function versionAdding<Stores extends DocumentStores>(
  dependencies: VersionDependencies<Stores>,
  adding: Adding<Stores>,
): Versions["add"] {
  const { transact, blobs } = dependencies;
  const visibility = createVisibility(dependencies.otherReaders);

  const again = (stores: Stores, caller: Caller, record: DocumentView) =>
    stillWritable(stores, visibility, caller, record);

  return async (caller, { documentId, incoming: { first, file, complete } }) => {
    const key = caller.idempotency ? keyOf(caller.idempotency) : null;
    requireSound([...versionErrors(first), ...fileErrors(file)]);
    await transact.single((stores) => writableDocument(stores, visibility, caller, documentId));
    const staged = file && (await stage(file, dependencies));
    return withStagedContent(blobs, staged, async () => {
      const input = await complete();
      requireSound([...versionErrors(input), ...versionSourceErrors(key, input, staged)]);
      const work = (stores: Stores) => adding(stores, caller, { ...input, documentId }, staged);
      // A replay must not be told that its own work came first (decision 0003).
      const before = (stores: Stores) => lockedToWrite(stores, visibility, caller, documentId);
      const fields = [input.expectedSha256?.toLowerCase() ?? null, input.comment ?? null];
      const likeness = { scope: `document:${documentId}`, staged, fields };
      return answerWithContent(dependencies, caller, likeness, work, { before, again });
    });
  };
}

/** For packages that need these inside a transaction of their own. */
export function versionUseCases<Stores extends DocumentStores>(
  dependencies: TreeDependencies<Stores>,
): UseCases<Omit<Versions, "add">, Stores> & { readonly adding: Adding<Stores> } {
  const { clock, newId } = dependencies;
  const visibility = createVisibility(dependencies.otherReaders);
  const listeners = everyListener(dependencies.treeListeners);

  /** Archives what `document` holds and gives it `content`. The document is locked. */
  async function succeed(
    stores: Stores,
    caller: Caller,
    document: Document,
    content: Content,
    comment: string | null,
  ): Promise<DocumentView> {
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
    const next: Document = { ...document, ...content, ...UNREAD, versionsCount, updatedAt: now };
    await stores.documents.update(next);
    await listeners.changed(stores, caller, { type: "document", record: next });
    return documentView(stores, visibility, caller, document.id);
  }

  return {
    async adding(stores, caller, { documentId, comment = null, expectedSha256 = null, ...input }, staged) {
      const document = await lockedToWrite(stores, visibility, caller, documentId);
      requireSound(valueErrors(input, { chunkedUploadId: unknownReferenceRule }));
      if (!staged) throw new TypeError("A version without bytes passed the check of its source");
      requireExpected(document, expectedSha256);
      return succeed(stores, caller, document, await attach(stores, staged, clock.now()), comment);
    },

    list: read(async (stores, caller, { documentId, ...page }) => {
      requireLevel(existing(await visibility.document(stores, caller, documentId)), "read");
      return stores.versions.list(documentId, page);
    }),

    content: read(async (stores, caller, { documentId, versionId }) => {
      requireLevel(existing(await visibility.document(stores, caller, documentId)), "read");
      const version = existing(await stores.versions.find(documentId, versionId));
      return { ...contentOf(version), name: version.fileName };
    }),

    restore: create(
      async (stores, caller, { documentId, versionId }) => {
        await writableDocument(stores, visibility, caller, documentId);
        const version = existing(await stores.versions.find(documentId, versionId));
        const document = existing(await stores.documents.lock(documentId));
        if (!(await stores.blobs.share(version.blobKey))) {
          throw new Error(`The bytes of version ${versionId} are not live though it refers to them`);
        }
        return succeed(stores, caller, document, { ...contentOf(version), contentCreatedAt: clock.now() }, null);
      },
      { again: (stores, caller, record) => stillWritable(stores, visibility, caller, record) },
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
  return existing(await stores.documents.lock(id));
}

/** What was answered to a writer, naming what the document lies in as he may read it now. */
async function stillWritable<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  record: DocumentView,
): Promise<DocumentView> {
  const found = existing(await visibility.document(stores, caller, record.id));
  requireLevel(found, "write");
  return shownDocument(stores, visibility, caller, { ...found, record });
}

/** Nothing but the content of a record that has one. */
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
  throw conflict(
    "version_precondition_failed",
    "The content is no longer the expected one; read it again before you replace it",
  );
}
