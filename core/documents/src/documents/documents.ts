import {
  type BlobKey,
  type ByteRange,
  type Caller,
  existing,
  type ListQuery,
  type Page,
  requireSound,
  secondsAfter,
  service,
  single,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { creatorGrant, shownWorkspace } from "../access/access.ts";
import { shownDocument } from "../access/shown-record.ts";
import { createVisibility, requireLevel, type Visibility } from "../access/visibility.ts";
import { classified } from "../classification/auto-classification.ts";
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
  StagedContent,
} from "../records/document.ts";
import type { WorkspaceId } from "../records/workspace.ts";
import { endRemoved } from "../tree/removal.ts";
import {
  destination,
  destinationSeen,
  everyListener,
  type Relocation,
  relocation,
  samePlace,
  wantedPlace,
} from "../tree/tree.ts";
import { attach, fileErrors, stage, withStagedContent } from "./content.ts";
import {
  type CreationDependencies,
  documentCreation,
  type Foresee,
  type Foreseen,
  type Inserting,
} from "./creation.ts";
import {
  type DocumentInput,
  documentErrors,
  documentPatch,
  isFiledUnder,
  NEW_DOCUMENT,
  type NewDocument,
  namedCode,
  newReferenceErrors,
  referenceErrors,
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
export interface Documents {
  list(
    caller: Caller,
    ask: { readonly query: ListQuery<DocumentField>; readonly within: Within },
  ): Promise<Page<DocumentView>>;
  get(caller: Caller, id: DocumentId): Promise<DocumentView>;
  /** Whoever creates a document manages it. Named after its file unless the input names it. */
  create(caller: Caller, incoming: Incoming<NewDocument>): Promise<CreatedDocument>;
  /**
   * Changes what is said of it, and its place when the input names another; the content stays. Where the plan of another
   * workspace does not have its code, it is filed under none.
   */
  update(caller: Caller, change: DocumentInput & { readonly id: DocumentId }): Promise<DocumentView>;
  /** As `update`; where a file came along, it takes the place of the content, which is not kept. */
  replace(
    caller: Caller,
    change: { readonly id: DocumentId; readonly incoming: Incoming<DocumentInput> },
  ): Promise<DocumentView>;
  /** With its versions, for good; the bytes go after the grace period. */
  remove(caller: Caller, id: DocumentId): Promise<void>;
  content(caller: Caller, id: DocumentId): Promise<NamedContent>;
  /** The bytes of a content that `content` (here or of versions) just answered. */
  open(key: BlobKey, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

export function createDocuments<Stores extends DocumentStores>(dependencies: CreationDependencies<Stores>): Documents {
  const { transact, blobs } = dependencies;
  const { foresee, inserting, stillShown, changing, visibility, ...useCases } = documentUseCases(dependencies);

  /** Where a change asks for it, the entry under which its document would be filed as it is afterwards. */
  async function reasonFor(
    caller: Caller,
    { id, ...input }: DocumentInput & { readonly id: DocumentId },
    staged: StagedContent | null,
  ): Promise<ClassificationReason | null> {
    if (!input.autoClassify || namedCode(input)) return null;
    const { present, place } = await transact.read(async (stores) => {
      const present = await writableDocument(stores, visibility, caller, id);
      const stays = samePlace(present, wantedPlace(present, input));
      return { present, place: stays ? present : await destination(stores, visibility, caller, input) };
    });
    const content = staged ? { ...staged, blobKey: staged.blob.key } : present;
    const names = [input.name ?? present.name, content.fileName];
    return classified(transact, dependencies, { workspaceId: place.workspaceId, names, content });
  }

  return {
    ...service<Pick<Documents, keyof typeof useCases>, Stores>(transact, useCases),

    create: documentCreation(dependencies, { foresee, inserting, again: stillShown }),

    async update(caller, change) {
      requireSound(documentErrors(change));
      const reason = await reasonFor(caller, change, null);
      return transact.write((stores) => changing(stores, caller, change, null, reason));
    },

    async replace(caller, { id, incoming: { first, file, complete } }) {
      requireSound([...documentErrors(first), ...fileErrors(file)]);
      await transact.single((stores) => writableDocument(stores, visibility, caller, id));
      const staged = file && (await stage(file, dependencies));
      return withStagedContent(blobs, staged, async () => {
        const change = { id, ...(await complete()) };
        requireSound(documentErrors(change));
        const reason = await reasonFor(caller, change, staged);
        return transact.write((stores) => changing(stores, caller, change, staged, reason));
      });
    },

    open: (key, range) => blobs.open(key, range),
  };
}

type Tabled = Pick<Documents, "list" | "get" | "update" | "remove" | "content">;

/** Changes what is said of a document, and its content where bytes came along. */
type Changing<Stores> = (
  stores: Stores,
  caller: Caller,
  change: DocumentInput & { readonly id: DocumentId },
  staged: StagedContent | null,
  reason: ClassificationReason | null,
) => Promise<DocumentView>;

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

  async function changing(
    stores: Stores,
    caller: Caller,
    { id, ...input }: DocumentInput & { readonly id: DocumentId },
    staged: StagedContent | null,
    reason: ClassificationReason | null,
  ): Promise<DocumentView> {
    const look = async () => existing(await visibility.document(stores, caller, id));
    const moving = await relocation(stores, visibility, caller, input, look);
    const workspaceId = moving
      ? moving.place.workspaceId
      : await filingWorkspace(stores, caller, { id, ...input }, reason);
    requireSound(await referenceErrors(stores, input, workspaceId));
    const present = existing(await stores.documents.lock(id));
    const now = clock.now();
    const content = staged && (await attach(stores, staged, now));
    const document: Document = {
      ...present,
      ...documentPatch(input),
      ...(moving && (await refiled(stores, input, present, workspaceId))),
      ...filedBy(await standing(stores, input, reason, workspaceId)),
      ...content,
      ...positionPatch(moving),
      updatedAt: now,
    };
    await stores.documents.update(document);
    if (content) await stores.blobs.release([present.blobKey], secondsAfter(now, blobGraceSeconds));
    const node = { type: "document", record: document } as const;
    await listeners.changed(stores, caller, node);
    if (moving) {
      const { seq, oldChain } = moving;
      const { placedSeq: oldPlacedSeq, workspaceId: oldWorkspaceId } = present;
      const newParent = document.documentsFolderId;
      await listeners.moved(stores, caller, { node, oldPlacedSeq, oldChain, oldWorkspaceId, newParent, seq });
    }
    return documentView(stores, visibility, caller, id);
  }

  /** The workspace whose plan has to have the code that a request names: it keeps that plan, and the document its place. */
  async function filingWorkspace(
    stores: Stores,
    caller: Caller,
    { id, ...input }: DocumentInput & { readonly id: DocumentId },
    reason: ClassificationReason | null,
  ): Promise<WorkspaceId | null> {
    if (!namedCode(input) && !reason) return null;
    await stores.tree.lockShared();
    return (await writableDocument(stores, visibility, caller, id)).workspaceId;
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

/** The reason as far as it still stands: no code is named, and the plan has its. */
async function standing(
  stores: DocumentStores,
  input: DocumentInput,
  reason: ClassificationReason | null,
  workspaceId: WorkspaceId | null,
): Promise<ClassificationReason | null> {
  if (!reason || namedCode(input)) return null;
  return (await isFiledUnder(stores.plans, workspaceId, reason.code)) ? reason : null;
}

const filedBy = (reason: ClassificationReason | null): Partial<Document> =>
  reason ? { classificationCode: reason.code } : {};

/** A code that nobody spoke of stays where the plan of the new workspace has it. */
async function refiled(
  { plans }: DocumentStores,
  input: DocumentInput,
  { classificationCode }: Document,
  workspaceId: WorkspaceId | null,
): Promise<Partial<Document>> {
  if (namedCode(input) !== undefined || classificationCode === null) return {};
  return (await isFiledUnder(plans, workspaceId, classificationCode)) ? {} : { classificationCode: null };
}

const positionPatch = (moving: Relocation | null): Partial<Document> =>
  moving ? { ...moving.place, placedSeq: moving.seq } : {};

/** The document as its caller sees it, refused unless he may write it. */
export async function writableDocument<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  id: DocumentId,
): Promise<DocumentView> {
  return requireLevel(existing(await visibility.document(stores, caller, id)), "write");
}

/** The document as it is answered to whoever just wrote it. */
export async function documentView<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  id: DocumentId,
): Promise<DocumentView> {
  return shownDocument(stores, visibility, caller, existing(await stores.documents.find(caller, id)));
}
