import { type Caller, orNotFound, secondsAfter, throwIfInvalid } from "@cartulary/kernel";
import { documentView, writableDocument } from "../access/record-view.ts";
import type { Visibility } from "../access/visibility.ts";
import { classifyDocument } from "../classification/auto-classification.ts";
import type { TreeDependencies } from "../dependencies.ts";
import type { DocumentStores } from "../ports.ts";
import type { ClassificationReason } from "../records/classification-plan.ts";
import {
  type Document,
  type DocumentId,
  type DocumentView,
  newTextStatus,
  type StagedContent,
} from "../records/document.ts";
import type { WorkspaceId } from "../records/workspace.ts";
import {
  destination,
  isSamePlace,
  type Relocation,
  relocation,
  requestedPlace,
  type TreeListener,
} from "../tree/placement.ts";
import { requireReplaceable, retentionOf, retentionPatch } from "../tree/retention.ts";
import type { CreationDependencies } from "./create-document.ts";
import {
  codePatch,
  type DocumentInput,
  documentErrors,
  documentPatch,
  hasPlanCode,
  reasonIfValid,
  referenceErrors,
  requestedCode,
} from "./document-input.ts";
import { attach, fileErrors, stage, withStagedContent } from "./stage-content.ts";
import type { StreamedRequest } from "./streamed-request.ts";

/** Updates a document, and its content when `staged` is set. */
export type UpdateDocument<Stores> = (
  stores: Stores,
  caller: Caller,
  change: DocumentInput & { readonly id: DocumentId },
  staged: StagedContent | null,
  reason: ClassificationReason | null,
) => Promise<DocumentView>;

/** Changes of documents by requests. */
export interface DocumentChanges {
  /**
   * Updates fields and, if the input names another destination, moves the document; keeps the content. A document loses
   * its code when the plan of the new workspace lacks it.
   */
  update(caller: Caller, change: DocumentInput & { readonly id: DocumentId }): Promise<DocumentView>;
  /** As `update`; a file replaces the content without archiving it. */
  replace(
    caller: Caller,
    change: { readonly id: DocumentId; readonly incoming: StreamedRequest<DocumentInput> },
  ): Promise<DocumentView>;
}

/** Receives changes: checks rights before the first byte is read and again in the writing transaction. */
export function documentChanges<Stores extends DocumentStores>(
  dependencies: CreationDependencies<Stores>,
  visibility: Visibility<Stores>,
  updateDocument: UpdateDocument<Stores>,
): DocumentChanges {
  const { transact, blobs } = dependencies;

  /** Classifies the document as it will be after the change, if the change requests it. */
  async function reasonFor(
    caller: Caller,
    { id, ...input }: DocumentInput & { readonly id: DocumentId },
    staged: StagedContent | null,
  ): Promise<ClassificationReason | null> {
    if (!input.autoClassify || requestedCode(input)) return null;
    const { present, place } = await transact.read(async (stores) => {
      const present = await writableDocument(stores, visibility, caller, id);
      const stays = isSamePlace(present, requestedPlace(present, input));
      return { present, place: stays ? present : await destination(stores, visibility, caller, input) };
    });
    const content = staged ? { ...staged, blobKey: staged.blob.key } : present;
    const names = [input.name ?? present.name, content.fileName];
    return classifyDocument(transact, dependencies, {
      ...{ workspaceId: place.workspaceId, names, content },
      onBehalfOf: caller.userId,
    });
  }

  return {
    async update(caller, change) {
      throwIfInvalid(documentErrors(change));
      const reason = await reasonFor(caller, change, null);
      return transact.write((stores) => updateDocument(stores, caller, change, null, reason));
    },

    async replace(caller, { id, incoming: { fieldsBeforeFile, file, readAll } }) {
      throwIfInvalid([...documentErrors(fieldsBeforeFile), ...fileErrors(file)]);
      await transact.single((stores) => writableDocument(stores, visibility, caller, id));
      const staged = file && (await stage(file, dependencies));
      return withStagedContent(blobs, staged, async () => {
        const change = { id, ...(await readAll()) };
        throwIfInvalid(documentErrors(change));
        const reason = await reasonFor(caller, change, staged);
        return transact.write((stores) => updateDocument(stores, caller, change, staged, reason));
      });
    },
  };
}

/** Creates the update step, which checks everything again. */
export function documentUpdate<Stores extends DocumentStores>(
  { clock, blobGraceSeconds }: TreeDependencies<Stores>,
  { visibility, listeners }: ChangeContext<Stores>,
): UpdateDocument<Stores> {
  /**
   * Returns the workspace of a document that does not move, with its plan and the document's position locked; `null`
   * when no code is being set.
   */
  async function lockedWorkspaceId(
    stores: Stores,
    caller: Caller,
    { id, ...input }: DocumentInput & { readonly id: DocumentId },
    reason: ClassificationReason | null,
  ): Promise<WorkspaceId | null> {
    if (!requestedCode(input) && !reason) return null;
    await stores.tree.lockShared();
    return (await writableDocument(stores, visibility, caller, id)).workspaceId;
  }

  return async (stores, caller, { id, ...input }, staged, reason) => {
    const readVisible = async () => orNotFound(await visibility.document(stores, caller, id));
    if (input.retainUntil !== undefined) await stores.tree.tick();
    const retention = await retentionOf(readVisible, caller, input);
    const relocated = await relocation(stores, visibility, caller, { ...input, type: "document" }, readVisible);
    if (staged) {
      if (!relocated) await stores.tree.lockShared();
      await requireReplaceable(stores, caller, visibility.today(), (await readVisible()).record);
    }
    const workspaceId = relocated
      ? relocated.place.workspaceId
      : await lockedWorkspaceId(stores, caller, { id, ...input }, reason);
    throwIfInvalid(await referenceErrors(stores, input, workspaceId));
    const present = orNotFound(await stores.documents.lock(id));
    const now = clock.now();
    const content = staged && (await attach(stores, staged, now));
    const document: Document = {
      ...present,
      ...documentPatch(input),
      ...(relocated && (await codeAfterMove(stores, input, present, workspaceId))),
      ...codePatch(await reasonIfValid(stores, input, reason, workspaceId)),
      ...(content && staged && { ...content, ...newTextStatus(staged) }),
      ...retentionPatch(retention),
      ...positionPatch(relocated),
      updatedAt: now,
    };
    await stores.documents.update(document);
    if (content) await stores.blobs.release([present.blobKey], secondsAfter(now, blobGraceSeconds));
    const node = { type: "document", record: document, bytes: staged?.bytes } as const;
    await listeners.changed(stores, caller, node);
    if (retention) await listeners.retentionChanged(stores, caller, { type: "document", id }, retention);
    if (relocated) {
      const { seq, oldChain } = relocated;
      const { placedSeq: oldPlacedSeq, workspaceId: oldWorkspaceId } = present;
      const newParent = document.documentsFolderId;
      await listeners.moved(stores, caller, { node, oldPlacedSeq, oldChain, oldWorkspaceId, newParent, seq });
    }
    return documentView(stores, visibility, caller, id);
  };
}

interface ChangeContext<Stores> {
  readonly visibility: Visibility<Stores>;
  readonly listeners: Required<TreeListener<Stores>>;
}

/** Clears the code when the input sets none and the plan of the new workspace lacks it. */
async function codeAfterMove(
  { plans }: DocumentStores,
  input: DocumentInput,
  { classificationCode }: Document,
  workspaceId: WorkspaceId | null,
): Promise<Partial<Document>> {
  if (requestedCode(input) !== undefined || classificationCode === null) return {};
  return (await hasPlanCode(plans, workspaceId, classificationCode)) ? {} : { classificationCode: null };
}

const positionPatch = (relocated: Relocation | null): Partial<Document> =>
  relocated ? { ...relocated.place, placedSeq: relocated.seq } : {};
