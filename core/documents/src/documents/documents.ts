import {
  type BlobKey,
  type ByteRange,
  type Caller,
  type ListQuery,
  orNotFound,
  type Page,
  service,
  single,
  throwIfInvalid,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { creatorGrant, visibleWorkspace } from "../access/grant.ts";
import { documentViewFor, writableDocument } from "../access/record-view.ts";
import { withOneRetained, withRetained } from "../access/retained-view.ts";
import { createVisibility, type Visibility } from "../access/visibility.ts";
import type { TreeDependencies } from "../dependencies.ts";
import type { DocumentStores, Within } from "../ports.ts";
import type { ClassificationReason } from "../records/classification-plan.ts";
import {
  type Content,
  type CreatedDocument,
  type Document,
  type DocumentField,
  type DocumentId,
  type DocumentView,
  type ListedDocument,
  newTextStatus,
  type StagedContent,
} from "../records/document.ts";
import { destination, destinationWithLevel, everyListener } from "../tree/placement.ts";
import { removeFromTree } from "../tree/removal.ts";
import {
  type CreationDependencies,
  type CreationPlan,
  documentCreation,
  type InsertDocument,
  type PlanCreation,
} from "./create-document.ts";
import {
  codePatch,
  DOCUMENT_DEFAULTS,
  documentErrors,
  documentPatch,
  type NewDocument,
  newReferenceErrors,
  reasonIfValid,
} from "./document-input.ts";
import { attach } from "./stage-content.ts";
import type { StreamedRequest } from "./streamed-request.ts";
import { type DocumentChanges, documentChanges, documentUpdate, type UpdateDocument } from "./update-document.ts";

/** A content and its download name. */
export interface NamedContent extends Content {
  readonly name: string;
}

/**
 * Documents, for callers with their rights.
 *
 * Resources without read access are 404, without write access 403; invalid values are 422 with one detail each. Rights
 * are checked before the first byte of a file is read and again in the writing transaction. Acknowledged content is
 * durable. A repeated Idempotency-Key gets the same reply for a day while the caller may read the document; another
 * request with the key is `idempotency_key_reused` (422).
 */
export interface Documents extends DocumentChanges {
  list(
    caller: Caller,
    request: { readonly query: ListQuery<DocumentField>; readonly within: Within },
  ): Promise<Page<ListedDocument>>;
  get(caller: Caller, id: DocumentId): Promise<DocumentView>;
  /** The creator gets `manage`. The default name is that of the file. */
  create(caller: Caller, incoming: StreamedRequest<NewDocument>): Promise<CreatedDocument>;
  /** Moves the document and its versions to the trash; without a trash, its bytes are deleted after the grace period. */
  remove(caller: Caller, id: DocumentId): Promise<void>;
  content(caller: Caller, id: DocumentId): Promise<NamedContent>;
  /** Returns bytes of a content that `content` has just returned, here or of versions. */
  open(key: BlobKey, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

export function createDocuments<Stores extends DocumentStores>(dependencies: CreationDependencies<Stores>): Documents {
  const { transact, blobs } = dependencies;
  const { planCreation, insert, replayView, updateDocument, visibility, ...useCases } = documentUseCases(dependencies);

  return {
    ...service<Pick<Documents, keyof typeof useCases>, Stores>(transact, useCases),

    create: documentCreation(dependencies, { plan: planCreation, insert, onReplay: replayView }),

    ...documentChanges(dependencies, visibility, updateDocument),

    open: (key, range) => blobs.open(key, range),
  };
}

type TransactionalUseCases = Pick<Documents, "list" | "get" | "update" | "remove" | "content">;

/** For packages that run these use cases in their own transactions. */
export function documentUseCases<Stores extends DocumentStores>(
  dependencies: TreeDependencies<Stores>,
): UseCases<TransactionalUseCases, Stores> & {
  readonly visibility: Visibility<Stores>;
  readonly planCreation: PlanCreation<Stores>;
  readonly insert: InsertDocument<Stores, CreatedDocument>;
  readonly updateDocument: UpdateDocument<Stores>;
  /** Returns a stored creation reply as the caller may see it now; throws 404 when he may not. */
  replayView(stores: Stores, caller: Caller, created: CreatedDocument): Promise<CreatedDocument>;
} {
  const { clock, newId, blobGraceSeconds, trashSeconds = 0 } = dependencies;
  const visibility = createVisibility(dependencies.extraReadRules, dependencies.clock);
  const listeners = everyListener(dependencies.treeListeners);
  const removal = { clock, blobGraceSeconds, trashSeconds, listeners };
  const updateDocument = documentUpdate(dependencies, { visibility, listeners });

  async function planCreation(stores: Stores, caller: Caller, input: NewDocument): Promise<CreationPlan> {
    const place = await destination(stores, visibility, caller, input);
    return { input, place, content: null, isIdempotent: true };
  }

  async function insert(
    stores: Stores,
    caller: Caller,
    input: NewDocument,
    staged: StagedContent | null,
    reason: ClassificationReason | null,
  ): Promise<CreatedDocument> {
    const placedSeq = await stores.tree.lockShared();
    const { record: place, grantedOn } = await destinationWithLevel(stores, visibility, caller, input);
    throwIfInvalid(await newReferenceErrors(stores, input, place.workspaceId));
    if (!staged) throw new TypeError("Document without content");
    const duplicateOf = await stores.documents.findDuplicate(caller, staged.sha256);
    const classificationReason = await reasonIfValid(stores, input, reason, place.workspaceId);
    const now = clock.now();
    const content = await attach(stores, staged, now);
    const document: Document = {
      ...DOCUMENT_DEFAULTS,
      name: content.fileName,
      ...documentPatch(input),
      ...codePatch(classificationReason),
      ...content,
      ...newTextStatus(staged),
      ...place,
      retainUntil: input.retainUntil ?? null,
      id: input.id ?? newId(),
      placedSeq,
      createdBy: caller.userId,
      createdAt: now,
      updatedAt: now,
    };
    const inserted = await stores.documents.insert(document);
    await stores.grants.insert(creatorGrant(newId(), caller, { type: "document", id: document.id }, now));
    await listeners.created(stores, caller, { type: "document", record: document, bytes: staged.bytes });
    const record = await withOneRetained(stores, caller, visibility.today(), inserted);
    // Write access to the folder implies read access.
    return {
      ...record,
      workspace: visibleWorkspace({ record, grantedOn }),
      bulkUploadId: null,
      duplicateOf,
      classificationReason,
    };
  }

  async function replayView(stores: Stores, caller: Caller, created: CreatedDocument): Promise<CreatedDocument> {
    const { bulkUploadId, duplicateOf, classificationReason, ...record } = created;
    const visible = orNotFound(await visibility.document(stores, caller, record.id));
    const view = await documentViewFor(stores, visibility, caller, { ...visible, record });
    return { ...view, bulkUploadId, duplicateOf, classificationReason };
  }

  return {
    visibility,
    planCreation,
    insert,
    replayView,
    updateDocument,
    list: single(async (stores, caller, { query, within }) => {
      const page = await stores.documents.list(caller, query, within);
      return { ...page, items: await withRetained(stores, caller, visibility.today(), page.items) };
    }),
    get: single(async (stores, caller, id) =>
      documentViewFor(stores, visibility, caller, orNotFound(await visibility.document(stores, caller, id))),
    ),
    content: single(async (stores, caller, id) => orNotFound(await visibility.document(stores, caller, id)).record),
    /** Ignores `autoClassify`, which needs more than one transaction. */
    update: write(async (stores, caller, change) => {
      throwIfInvalid(documentErrors(change));
      return updateDocument(stores, caller, change, null, null);
    }),
    remove: write(async (stores, caller, id) => {
      await stores.tree.tick();
      const document = await writableDocument(stores, visibility, caller, id);
      const take = (isKept: boolean) => stores.documents.remove(id, isKept);
      await removeFromTree(
        stores,
        caller,
        { type: "document", id, name: document.name, place: document },
        take,
        removal,
      );
    }),
  };
}
