import {
  type Caller,
  create,
  existing,
  type ListQuery,
  type Page,
  read,
  requireSound,
  service,
  single,
  type Transact,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { creatorGrant, shownWorkspace } from "../access/access.ts";
import type { FolderWithItems } from "../access/folder-items.ts";
import { shownFolder, shownItems } from "../access/shown-record.ts";
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
import { endRemoved } from "./removal.ts";
import { destinationSeen, everyListener, relocation, requireRoom } from "./tree.ts";

/**
 * Folders, as one caller sees and changes them.
 *
 * What a caller may not read is not found (404); what he may read but not write is forbidden (403); values out of
 * their bounds are 422 with a detail each. A place is refused as {@link destination} says, a tree that would be
 * cyclic or too deep as `folder_cycle` and `folder_too_deep`.
 */
export interface Folders {
  list(
    caller: Caller,
    ask: { readonly query: ListQuery<FolderField>; readonly within: Within },
  ): Promise<Page<FolderView>>;
  /** With its direct content, as far as the caller can read it by id. */
  get(caller: Caller, id: FolderId): Promise<FolderWithItems>;
  /** Whoever creates a folder manages it. */
  create(caller: Caller, input: FolderInput): Promise<FolderView>;
  /** Also moves it, with all it holds, when the input names another place. */
  update(caller: Caller, change: FolderInput & { readonly id: FolderId }): Promise<FolderView>;
  /** With all it holds, at once and for good; the bytes go after the grace period. */
  remove(caller: Caller, id: FolderId): Promise<void>;
}

export function createFolders<Stores extends DocumentStores>({
  transact,
  ...dependencies
}: TreeDependencies<Stores> & { readonly transact: Transact<Stores> }): Folders {
  return service<Folders, Stores>(transact, folderUseCases(dependencies));
}

/** For packages that need these inside a transaction of their own. */
export function folderUseCases<Stores extends DocumentStores>({
  clock,
  newId,
  blobGraceSeconds,
  treeListeners,
  otherReaders,
}: TreeDependencies<Stores>): UseCases<Folders, Stores> {
  const visibility = createVisibility(otherReaders);
  const listeners = everyListener(treeListeners);

  return {
    list: single(({ folders }, caller, { query, within }) => folders.list(caller, query, within)),

    get: read(async (stores, caller, id) => {
      const seen = existing(await visibility.folder(stores, caller, id));
      const items = await shownItems(stores, visibility, caller, seen);
      return { ...(await shownFolder(stores, visibility, caller, seen)), items };
    }),

    create: create(
      async (stores, caller, input) => {
        requireSound(folderErrors(input));
        const placedSeq = await stores.tree.lockShared();
        const { record: place, from } = await destinationSeen(stores, visibility, caller, input);
        await requireRoom(stores, place.documentsFolderId, { id: null, height: 1 });
        const now = clock.now();
        const folder: Folder = {
          ...NEW_FOLDER,
          ...folderPatch(input),
          ...place,
          id: newId(),
          placedSeq,
          createdBy: caller.userId,
          createdAt: now,
          updatedAt: now,
        };
        const record = await stores.folders.insert(folder);
        await stores.grants.insert(creatorGrant(newId(), caller, { type: "folder", id: folder.id }, now));
        await listeners.created(stores, caller, { type: "folder", record: folder });
        // He may write in the folder above, so that he reads it.
        return { ...record, workspace: shownWorkspace({ record, from }) };
      },
      {
        async again(stores, caller, record) {
          const found = existing(await visibility.folder(stores, caller, record.id));
          return shownFolder(stores, visibility, caller, { ...found, record });
        },
      },
    ),

    update: write(async (stores, caller, { id, ...input }) => {
      requireSound(folderErrors(input));
      const look = async () => existing(await visibility.folder(stores, caller, id));
      const moving = await relocation(stores, visibility, caller, input, look);
      if (moving)
        await requireRoom(stores, moving.place.documentsFolderId, { id, height: await stores.folders.height(id) });
      const present = existing(await stores.folders.lock(id));
      const changed = { ...present, ...folderPatch(input), updatedAt: clock.now() };
      const folder: Folder = moving ? { ...changed, ...moving.place, placedSeq: moving.seq } : changed;
      await stores.folders.update(folder);
      await listeners.changed(stores, caller, { type: "folder", record: folder });
      if (moving) {
        if (folder.workspaceId !== present.workspaceId) await stores.folders.assignWorkspace(id, folder.workspaceId);
        const { seq, oldChain } = moving;
        await listeners.moved(stores, caller, {
          node: { type: "folder", record: folder },
          oldPlacedSeq: present.placedSeq,
          oldChain,
          oldWorkspaceId: present.workspaceId,
          newParent: folder.documentsFolderId,
          seq,
        });
      }
      return view(stores, visibility, caller, id);
    }),

    remove: write(async (stores, caller, id) => {
      await stores.tree.tick();
      await writable(stores, visibility, caller, id);
      const removed = await stores.folders.removeSubtree(id);
      const removal = { clock, blobGraceSeconds, listeners };
      await endRemoved(stores, caller, { requested: { type: "folder", id }, removed }, removal);
    }),
  };
}

async function writable<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  id: FolderId,
): Promise<FolderView> {
  return requireLevel(existing(await visibility.folder(stores, caller, id)), "write");
}

/** The folder as it is answered to whoever just wrote it. */
async function view<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  id: FolderId,
): Promise<FolderView> {
  return shownFolder(stores, visibility, caller, existing(await stores.folders.find(caller, id)));
}
