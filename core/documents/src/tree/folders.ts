import {
  type Caller,
  create,
  type ListQuery,
  orNotFound,
  type Page,
  read,
  service,
  single,
  type Transact,
  throwIfInvalid,
  type UseCases,
  write,
} from "@cartulary/kernel";
import type { FolderWithItems } from "../access/folder-items.ts";
import { creatorGrant, visibleWorkspace } from "../access/grant.ts";
import { folderViewFor, itemsViewFor } from "../access/record-view.ts";
import { withOneRetained, withRetained } from "../access/retained-view.ts";
import { createVisibility, requireLevel, type Visibility } from "../access/visibility.ts";
import type { TreeDependencies } from "../dependencies.ts";
import type { DocumentStores, Within } from "../ports.ts";
import {
  type Folder,
  type FolderField,
  type FolderId,
  type FolderInput,
  type FolderView,
  folderErrors,
  folderPatch,
  NEW_FOLDER,
} from "../records/folder.ts";
import { destinationWithLevel, everyListener, relocation, requireDepthAllowed } from "./placement.ts";
import { removeFromTree } from "./removal.ts";
import { retentionOf, retentionPatch } from "./retention.ts";

/**
 * Folders, for callers with their rights.
 *
 * Resources without read access are 404, without write access 403; invalid values are 422 with one detail each. {@link
 * destination} checks destinations; a move that would make a cycle or exceed the depth is `folder_cycle` or
 * `folder_too_deep`.
 */
export interface Folders {
  list(
    caller: Caller,
    request: { readonly query: ListQuery<FolderField>; readonly within: Within },
  ): Promise<Page<FolderView>>;
  /** Includes the direct content that the caller can read. */
  get(caller: Caller, id: FolderId): Promise<FolderWithItems>;
  /** The creator gets `manage`. */
  create(caller: Caller, input: FolderInput): Promise<FolderView>;
  /** Also moves the folder with its content when the input names another destination. */
  update(caller: Caller, change: FolderInput & { readonly id: FolderId }): Promise<FolderView>;
  /** Removes the folder with its content; the bytes are deleted after the grace period. */
  remove(caller: Caller, id: FolderId): Promise<void>;
}

export function createFolders<Stores extends DocumentStores>({
  transact,
  ...dependencies
}: TreeDependencies<Stores> & { readonly transact: Transact<Stores> }): Folders {
  return service<Folders, Stores>(transact, folderUseCases(dependencies));
}

/** For packages that run these use cases in their own transactions. */
export function folderUseCases<Stores extends DocumentStores>({
  clock,
  newId,
  blobGraceSeconds,
  trashSeconds = 0,
  treeListeners,
  extraReadRules,
}: TreeDependencies<Stores>): UseCases<Folders, Stores> {
  const visibility = createVisibility(extraReadRules, clock);
  const listeners = everyListener(treeListeners);

  return {
    list: single(async (stores, caller, { query, within }) => {
      const page = await stores.folders.list(caller, query, within);
      return { ...page, items: await withRetained(stores, caller, visibility.today(), page.items) };
    }),

    get: read(async (stores, caller, id) => {
      const visible = orNotFound(await visibility.folder(stores, caller, id));
      const items = await itemsViewFor(stores, visibility, caller, visible);
      return { ...(await folderViewFor(stores, visibility, caller, visible)), items };
    }),

    create: create(
      async (stores, caller, input) => {
        throwIfInvalid(folderErrors(input));
        const placedSeq = await stores.tree.lockShared();
        const { record: place, grantedOn } = await destinationWithLevel(stores, visibility, caller, input);
        await requireDepthAllowed(stores, place.documentsFolderId, { id: null, height: 1 });
        const now = clock.now();
        const folder: Folder = {
          ...NEW_FOLDER,
          ...folderPatch(input),
          ...place,
          retainUntil: input.retainUntil ?? null,
          id: newId(),
          placedSeq,
          createdBy: caller.userId,
          createdAt: now,
          updatedAt: now,
        };
        const record = await stores.folders.insert(folder);
        await stores.grants.insert(creatorGrant(newId(), caller, { type: "folder", id: folder.id }, now));
        await listeners.created(stores, caller, { type: "folder", record: folder });
        // Write access to the parent implies read access.
        const view = { ...record, workspace: visibleWorkspace({ record, grantedOn }) };
        return withOneRetained(stores, caller, visibility.today(), view);
      },
      {
        async onReplay(stores, caller, record) {
          const visible = orNotFound(await visibility.folder(stores, caller, record.id));
          return folderViewFor(stores, visibility, caller, { ...visible, record });
        },
      },
    ),

    update: write(async (stores, caller, { id, ...input }) => {
      throwIfInvalid(folderErrors(input));
      const readVisible = async () => orNotFound(await visibility.folder(stores, caller, id));
      if (input.retainUntil !== undefined) await stores.tree.tick();
      const retention = await retentionOf(readVisible, caller, input);
      const relocated = await relocation(stores, visibility, caller, { ...input, type: "folder" }, readVisible);
      if (relocated)
        await requireDepthAllowed(stores, relocated.place.documentsFolderId, {
          id,
          height: await stores.folders.height(id),
        });
      const current = orNotFound(await stores.folders.lock(id));
      const changed = { ...current, ...folderPatch(input), ...retentionPatch(retention), updatedAt: clock.now() };
      const folder: Folder = relocated ? { ...changed, ...relocated.place, placedSeq: relocated.seq } : changed;
      await stores.folders.update(folder);
      await listeners.changed(stores, caller, { type: "folder", record: folder });
      if (retention) await listeners.retentionChanged(stores, caller, { type: "folder", id }, retention);
      if (relocated) {
        if (folder.workspaceId !== current.workspaceId) await stores.folders.assignWorkspace(id, folder.workspaceId);
        const { seq, oldChain } = relocated;
        await listeners.moved(stores, caller, {
          node: { type: "folder", record: folder },
          oldPlacedSeq: current.placedSeq,
          oldChain,
          oldWorkspaceId: current.workspaceId,
          newParent: folder.documentsFolderId,
          seq,
        });
      }
      return folderView(stores, visibility, caller, id);
    }),

    remove: write(async (stores, caller, id) => {
      await stores.tree.tick();
      const folder = await writable(stores, visibility, caller, id);
      const removal = { clock, blobGraceSeconds, trashSeconds, listeners };
      const take = (isKept: boolean) => stores.folders.removeSubtree(id, isKept);
      await removeFromTree(stores, caller, { type: "folder", id, name: folder.name, place: folder }, take, removal);
    }),
  };
}

async function writable<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  id: FolderId,
): Promise<FolderView> {
  return requireLevel(orNotFound(await visibility.folder(stores, caller, id)), "write");
}

/** Returns the folder that the caller has just written. */
async function folderView<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  id: FolderId,
): Promise<FolderView> {
  return folderViewFor(stores, visibility, caller, orNotFound(await stores.folders.find(caller, id)));
}
