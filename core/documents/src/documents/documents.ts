import {
  type BlobKey,
  type ByteRange,
  type Caller,
  createIdempotently,
  type Digests,
  type ListQuery,
  type Page,
  requireSound,
  secondsAfter,
  service,
  single,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { creatorGrant } from "../access/access.ts";
import { shownDocument } from "../access/shown-record.ts";
import { createVisibility, requireLevel, type Visibility, visible } from "../access/visibility.ts";
import type { ContentDependencies, TreeDependencies } from "../dependencies.ts";
import type { DocumentStores, Within } from "../ports.ts";
import type { Content, Document, DocumentField, DocumentId, DocumentView, StagedContent } from "../records/document.ts";
import type { WorkspaceId } from "../records/workspace.ts";
import { endRemoved } from "../tree/removal.ts";
import { destination, everyListener, type Relocation, relocation } from "../tree/tree.ts";
import { attach, fileErrors, stage, withReplayableContent, withStagedContent } from "./content.ts";
import {
  type DocumentInput,
  documentErrors,
  documentPatch,
  isFiledUnder,
  NEW_DOCUMENT,
  type NewDocument,
  namedCode,
  newDocumentErrors,
  newReferenceErrors,
  newSourceErrors,
  referenceErrors,
} from "./document-input.ts";
import type { Incoming } from "./incoming.ts";
import { keyedBy, keyOf } from "./replays.ts";

/** A content with the name under which it is handed out. */
export interface NamedContent extends Content {
  readonly name: string;
}

/**
 * Documents, as one caller sees and changes them.
 *
 * What a caller may not read is not found (404); what he may read but not write is forbidden (403); values out of
 * their bounds are 422 with a detail each. Rights are judged before the first byte of a file is read and again in the
 * transaction that writes. An acknowledged content is durable. Under an Idempotency-Key, which needs a file, the same
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
  create(caller: Caller, incoming: Incoming<NewDocument>): Promise<DocumentView>;
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

export function createDocuments<Stores extends DocumentStores>(
  dependencies: ContentDependencies<Stores> & { readonly digests: Digests },
): Documents {
  const { transact, blobs, digests } = dependencies;
  const { inserting, changing, visibility, ...useCases } = documentUseCases(dependencies);

  /** A person's key holds for all the documents he makes. The order of fields makes no other request. */
  function keyed(caller: Caller, input: NewDocument, staged: StagedContent | null): Caller {
    if (!staged || !caller.idempotency) return caller;
    const fields = Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return keyedBy(caller, "documents", staged, fields, digests);
  }

  async function stillShown(stores: Stores, caller: Caller, record: DocumentView): Promise<DocumentView> {
    const seen = visible(await visibility.document(stores, caller, record.id));
    return shownDocument(stores, visibility, caller, { ...seen, record });
  }

  return {
    ...service<Pick<Documents, keyof typeof useCases>, Stores>(transact, useCases),

    async create(caller, { first, file, complete }) {
      const key = caller.idempotency ? keyOf(caller.idempotency) : null;
      requireSound([...newDocumentErrors(first), ...fileErrors(file)]);
      await transact.single((stores) => destination(stores, visibility, caller, first));
      const staged = file && (await stage(file, dependencies));
      return withReplayableContent(blobs, staged, async () => {
        const input = await complete();
        requireSound([...newDocumentErrors(input), ...newSourceErrors(key, input, staged)]);
        const work = (stores: Stores) => inserting(stores, caller, input, staged);
        return createIdempotently(transact, keyed(caller, input, staged), work, { again: stillShown });
      });
    },

    async replace(caller, { id, incoming: { first, file, complete } }) {
      requireSound([...documentErrors(first), ...fileErrors(file)]);
      await transact.single((stores) => writableDocument(stores, visibility, caller, id));
      const staged = file && (await stage(file, dependencies));
      return withStagedContent(blobs, staged, async () => {
        const input = await complete();
        requireSound(documentErrors(input));
        return transact.write((stores) => changing(stores, caller, { id, ...input }, staged));
      });
    },

    open: (key, range) => blobs.open(key, range),
  };
}

type Tabled = Pick<Documents, "list" | "get" | "update" | "remove" | "content">;

/** For packages that need these inside a transaction of their own. `inserting` and `changing` take staged bytes along. */
export function documentUseCases<Stores extends DocumentStores>(
  dependencies: TreeDependencies<Stores>,
): UseCases<Tabled, Stores> & {
  readonly visibility: Visibility<Stores>;
  inserting(stores: Stores, caller: Caller, input: NewDocument, staged: StagedContent | null): Promise<DocumentView>;
  changing(
    stores: Stores,
    caller: Caller,
    change: DocumentInput & { readonly id: DocumentId },
    staged: StagedContent | null,
  ): Promise<DocumentView>;
} {
  const { clock, newId, blobGraceSeconds } = dependencies;
  const visibility = createVisibility(dependencies.otherReaders);
  const listeners = everyListener(dependencies.treeListeners);
  const removal = { clock, blobGraceSeconds, listeners };

  async function inserting(
    stores: Stores,
    caller: Caller,
    input: NewDocument,
    staged: StagedContent | null,
  ): Promise<DocumentView> {
    const placedSeq = await stores.tree.lockShared();
    const place = await destination(stores, visibility, caller, input);
    requireSound(await newReferenceErrors(stores, input, place.workspaceId));
    if (!staged) throw new TypeError("A document without bytes passed the check of its source");
    const now = clock.now();
    const content = await attach(stores, staged, now);
    const named = { name: content.fileName, ...documentPatch(input) };
    const document: Document = {
      ...NEW_DOCUMENT,
      ...named,
      ...content,
      ...place,
      id: newId(),
      placedSeq,
      createdBy: caller.userId,
      createdAt: now,
      updatedAt: now,
    };
    await stores.documents.insert(document);
    await stores.grants.insert(creatorGrant(newId(), caller, { type: "document", id: document.id }, now));
    await listeners.created(stores, caller, { type: "document", record: document });
    return documentView(stores, visibility, caller, document.id);
  }

  async function changing(
    stores: Stores,
    caller: Caller,
    { id, ...input }: DocumentInput & { readonly id: DocumentId },
    staged: StagedContent | null,
  ): Promise<DocumentView> {
    const look = async () => visible(await visibility.document(stores, caller, id));
    const moving = await relocation(stores, visibility, caller, input, look);
    const workspaceId = moving ? moving.place.workspaceId : await filingWorkspace(stores, caller, { id, ...input });
    requireSound(await referenceErrors(stores, input, workspaceId));
    const present = visible(await stores.documents.lock(id));
    const now = clock.now();
    const content = staged && (await attach(stores, staged, now));
    const document: Document = {
      ...present,
      ...documentPatch(input),
      ...(moving && (await refiled(stores, input, present, workspaceId))),
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
  ): Promise<WorkspaceId | null> {
    if (!namedCode(input)) return null;
    await stores.tree.lockShared();
    return (await writableDocument(stores, visibility, caller, id)).workspaceId;
  }

  return {
    visibility,
    inserting,
    changing,
    list: single(({ documents }, caller, { query, within }) => documents.list(caller, query, within)),
    get: single(async (stores, caller, id) =>
      shownDocument(stores, visibility, caller, visible(await visibility.document(stores, caller, id))),
    ),
    content: single(async (stores, caller, id) => visible(await visibility.document(stores, caller, id)).record),
    update: write(async (stores, caller, change) => {
      requireSound(documentErrors(change));
      return changing(stores, caller, change, null);
    }),
    remove: write(async (stores, caller, id) => {
      await stores.tree.tick();
      await writableDocument(stores, visibility, caller, id);
      const removed = await stores.documents.remove(id);
      await endRemoved(stores, caller, { requested: { type: "document", id }, removed }, removal);
    }),
  };
}

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
  return requireLevel(visible(await visibility.document(stores, caller, id)), "write");
}

/** The document as it is answered to whoever just wrote it. */
export async function documentView<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  id: DocumentId,
): Promise<DocumentView> {
  return shownDocument(stores, visibility, caller, visible(await stores.documents.find(caller, id)));
}
