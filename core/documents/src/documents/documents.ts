import {
  type BlobKey,
  type ByteRange,
  type Caller,
  existing,
  type ListQuery,
  type Page,
  requireSound,
  service,
  single,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { creatorGrant, shownWorkspace } from "../access/access.ts";
import { shownDocument, writableDocument } from "../access/shown-record.ts";
import { createVisibility, type Visibility } from "../access/visibility.ts";
import type { TreeDependencies } from "../dependencies.ts";
import type { DocumentStores, Within } from "../ports.ts";
import type { ClassificationReason } from "../records/classification-plan.ts";
import type {
  Content,
  CreatedDocument,
  Document,
  DocumentField,
  DocumentId,
  DocumentView,
  ListedDocument,
  StagedContent,
} from "../records/document.ts";
import { endRemoved } from "../tree/removal.ts";
import { destination, destinationSeen, everyListener } from "../tree/tree.ts";
import { type Changing, type DocumentChanges, documentChanges, documentChanging } from "./changing.ts";
import { attach } from "./content.ts";
import {
  type CreationDependencies,
  documentCreation,
  type Foresee,
  type Foreseen,
  type Inserting,
} from "./creation.ts";
import {
  documentErrors,
  documentPatch,
  filedBy,
  NEW_DOCUMENT,
  type NewDocument,
  newReferenceErrors,
  standing,
} from "./document-input.ts";
import type { Incoming } from "./incoming.ts";

/** A content with the name under which it is handed out. */
export interface NamedContent extends Content {
  readonly name: string;
}

/**
 * Documents, as one caller sees and changes them.
 *
 * What a caller may not read is not found (404); what he may read but not write is forbidden (403); values out of
 * their bounds are 422 with a detail each. Rights are judged before the first byte of a file is read and again in the
 * transaction that writes. An acknowledged content is durable. Under an Idempotency-Key the same
 * request gets the same answer for a day, as far as its caller may still read the document; another one is
 * `idempotency_key_reused` (422).
 */
export interface Documents extends DocumentChanges {
  list(
    caller: Caller,
    ask: { readonly query: ListQuery<DocumentField>; readonly within: Within },
  ): Promise<Page<ListedDocument>>;
  get(caller: Caller, id: DocumentId): Promise<DocumentView>;
  /** Whoever creates a document manages it. Named after its file unless the input names it. */
  create(caller: Caller, incoming: Incoming<NewDocument>): Promise<CreatedDocument>;
  /** With its versions, for good; the bytes go after the grace period. */
  remove(caller: Caller, id: DocumentId): Promise<void>;
  content(caller: Caller, id: DocumentId): Promise<NamedContent>;
  /** The bytes of a content that `content` (here or of versions) just answered. */
  open(key: BlobKey, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

export function createDocuments<Stores extends DocumentStores>(dependencies: CreationDependencies<Stores>): Documents {
  const { transact, blobs } = dependencies;
  const { foresee, inserting, stillShown, changing, visibility, ...useCases } = documentUseCases(dependencies);

  return {
    ...service<Pick<Documents, keyof typeof useCases>, Stores>(transact, useCases),

    create: documentCreation(dependencies, { foresee, inserting, again: stillShown }),

    ...documentChanges(dependencies, visibility, changing),

    open: (key, range) => blobs.open(key, range),
  };
}

type Tabled = Pick<Documents, "list" | "get" | "update" | "remove" | "content">;

/** For packages that need these inside a transaction of their own. */
export function documentUseCases<Stores extends DocumentStores>(
  dependencies: TreeDependencies<Stores>,
): UseCases<Tabled, Stores> & {
  readonly visibility: Visibility<Stores>;
  readonly foresee: Foresee<Stores>;
  readonly inserting: Inserting<Stores, CreatedDocument>;
  readonly changing: Changing<Stores>;
  /** A document that was made before as it is answered once more, to whoever may still read it. */
  stillShown(stores: Stores, caller: Caller, created: CreatedDocument): Promise<CreatedDocument>;
} {
  const { clock, newId, blobGraceSeconds } = dependencies;
  const visibility = createVisibility(dependencies.otherReaders);
  const listeners = everyListener(dependencies.treeListeners);
  const removal = { clock, blobGraceSeconds, listeners };
  const changing = documentChanging(dependencies, { visibility, listeners });

  async function foresee(stores: Stores, caller: Caller, input: NewDocument): Promise<Foreseen> {
    const place = await destination(stores, visibility, caller, input);
    return { input, place, content: null, isAnsweredOnce: true };
  }

  async function inserting(
    stores: Stores,
    caller: Caller,
    input: NewDocument,
    staged: StagedContent | null,
    reason: ClassificationReason | null,
  ): Promise<CreatedDocument> {
    const placedSeq = await stores.tree.lockShared();
    const { record: place, from } = await destinationSeen(stores, visibility, caller, input);
    requireSound(await newReferenceErrors(stores, input, place.workspaceId));
    if (!staged) throw new TypeError("A document without bytes passed the check of its source");
    const duplicateOf = await stores.documents.findDuplicate(caller, staged.sha256);
    const classificationReason = await standing(stores, input, reason, place.workspaceId);
    const now = clock.now();
    const content = await attach(stores, staged, now);
    const document: Document = {
      ...NEW_DOCUMENT,
      name: content.fileName,
      ...documentPatch(input),
      ...filedBy(classificationReason),
      ...content,
      ...place,
      id: input.id ?? newId(),
      placedSeq,
      createdBy: caller.userId,
      createdAt: now,
      updatedAt: now,
    };
    const record = await stores.documents.insert(document);
    await stores.grants.insert(creatorGrant(newId(), caller, { type: "document", id: document.id }, now));
    await listeners.created(stores, caller, { type: "document", record: document });
    // He may write in the folder, so that he reads it.
    return {
      ...record,
      workspace: shownWorkspace({ record, from }),
      bulkUploadId: null,
      duplicateOf,
      classificationReason,
    };
  }

  async function stillShown(stores: Stores, caller: Caller, created: CreatedDocument): Promise<CreatedDocument> {
    const { bulkUploadId, duplicateOf, classificationReason, ...record } = created;
    const seen = existing(await visibility.document(stores, caller, record.id));
    const shown = await shownDocument(stores, visibility, caller, { ...seen, record });
    return { ...shown, bulkUploadId, duplicateOf, classificationReason };
  }

  return {
    visibility,
    foresee,
    inserting,
    stillShown,
    changing,
    list: single(({ documents }, caller, { query, within }) => documents.list(caller, query, within)),
    get: single(async (stores, caller, id) =>
      shownDocument(stores, visibility, caller, existing(await visibility.document(stores, caller, id))),
    ),
    content: single(async (stores, caller, id) => existing(await visibility.document(stores, caller, id)).record),
    /** Files nothing by itself: that takes more than one transaction. */
    update: write(async (stores, caller, change) => {
      requireSound(documentErrors(change));
      return changing(stores, caller, change, null, null);
    }),
    remove: write(async (stores, caller, id) => {
      await stores.tree.tick();
      await writableDocument(stores, visibility, caller, id);
      const removed = await stores.documents.remove(id);
      await endRemoved(stores, caller, { requested: { type: "document", id }, removed }, removal);
    }),
  };
}
