import { type Caller, existing, requireSound, secondsAfter } from "@cartulary/kernel";
import { documentView, writableDocument } from "../access/shown-record.ts";
import type { Visibility } from "../access/visibility.ts";
import { classified } from "../classification/auto-classification.ts";
import type { TreeDependencies } from "../dependencies.ts";
import type { DocumentStores } from "../ports.ts";
import type { ClassificationReason } from "../records/classification-plan.ts";
import { type Document, type DocumentId, type DocumentView, type StagedContent, UNREAD } from "../records/document.ts";
import type { WorkspaceId } from "../records/workspace.ts";
import { destination, type Relocation, relocation, samePlace, type TreeListener, wantedPlace } from "../tree/tree.ts";
import { attach, fileErrors, stage, withStagedContent } from "./content.ts";
import type { CreationDependencies } from "./creation.ts";
import {
  type DocumentInput,
  documentErrors,
  documentPatch,
  filedBy,
  isFiledUnder,
  namedCode,
  referenceErrors,
  standing,
} from "./document-input.ts";
import type { Incoming } from "./incoming.ts";

/** Changes what is said of a document, and its content where bytes came along. */
export type Changing<Stores> = (
  stores: Stores,
  caller: Caller,
  change: DocumentInput & { readonly id: DocumentId },
  staged: StagedContent | null,
  reason: ClassificationReason | null,
) => Promise<DocumentView>;

/** What is changed of a document from outside: its fields and its place, and its content where a file came along. */
export interface DocumentChanges {
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
}

/** Receives changes: rights are judged before the first byte is read, and again in the transaction that writes. */
export function documentChanges<Stores extends DocumentStores>(
  dependencies: CreationDependencies<Stores>,
  visibility: Visibility<Stores>,
  changing: Changing<Stores>,
): DocumentChanges {
  const { transact, blobs } = dependencies;

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
    return classified(transact, dependencies, {
      ...{ workspaceId: place.workspaceId, names, content },
      onBehalfOf: caller.userId,
    });
  }

  return {
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
  };
}

/** Makes a change of a document, judging everything again. */
export function documentChanging<Stores extends DocumentStores>(
  { clock, blobGraceSeconds }: TreeDependencies<Stores>,
  { visibility, listeners }: ChangeContext<Stores>,
): Changing<Stores> {
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

  return async (stores, caller, { id, ...input }, staged, reason) => {
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
      ...(content && { ...content, ...UNREAD }),
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
  };
}

/** By what documents are seen, and who is told of their changes. */
interface ChangeContext<Stores> {
  readonly visibility: Visibility<Stores>;
  readonly listeners: Required<TreeListener<Stores>>;
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
