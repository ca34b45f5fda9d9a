import { type Caller, type Clock, dayInParis, secondsAfter } from "@cartulary/kernel";
import type { ResourceRef } from "../access/grant.ts";
import type { DocumentStores, RemovedNodes } from "../ports.ts";
import type { FolderId } from "../records/folder.ts";
import type { ResourceType } from "../records/references.ts";
import type { WorkspaceId } from "../records/workspace.ts";
import type { NodeRef, Place, TreeListener } from "./placement.ts";
import { requireNotRetained } from "./retention.ts";
import type { Extent, TrashEntry, TrashEntryId, TrashPlace } from "./trash-entry.ts";

export interface RemovalDependencies<Stores> {
  readonly clock: Clock;
  readonly blobGraceSeconds: number;
  readonly trashSeconds: number;
  readonly listeners: Required<TreeListener<Stores>>;
}

/** A resource to remove, with its name and position. */
export interface Removable {
  readonly type: ResourceType;
  readonly id: string;
  readonly name: string;
  readonly place: Place;
}

/**
 * Removes a resource with all that is below it; throws 422 when any of it is retained. `take` removes the rows; it moves them to the trash if its argument is
 * true. The caller has ticked the tree clock and checked the rights.
 *
 * Without a trash, removes the grants and releases the blobs; otherwise that happens at the end of the entry.
 */
export async function removeFromTree<Stores extends DocumentStores>(
  stores: Stores,
  caller: Caller,
  removable: Removable,
  take: (isKept: boolean) => Promise<RemovedNodes>,
  { clock, blobGraceSeconds, trashSeconds, listeners }: RemovalDependencies<Stores>,
): Promise<void> {
  const { type, id, name, place } = removable;
  const isKept = trashSeconds > 0;
  await requireNotRetained(stores, caller, dayInParis(clock.now()), removable);
  const { path, managers } = await stores.trash.originOf({ type, id }, place);
  const removed = await take(isKept);
  const extent: Extent = { path, ...countsOf(removed) };
  const now = clock.now();
  if (isKept) {
    const entry: TrashEntry = {
      ...{ id: id as TrashEntryId, kind: type, name, ...extent, place: trashPlaceOf(place) },
      ...{ deletedAt: now, deletedBy: caller.userId, restorableUntil: secondsAfter(now, trashSeconds) },
    };
    await stores.trash.insert(entry, managers);
  } else {
    await removeForGood(stores, { type, id }, removed, secondsAfter(now, blobGraceSeconds));
  }
  await listeners.removed(stores, caller, nodesOf(removed), { type, id, isRestorable: isKept, extent });
}

/** Removes the grants of removed nodes and releases their blobs, to be collected after `collectAfter`. */
export async function removeForGood(
  stores: DocumentStores,
  { id }: ResourceRef,
  { folderIds, documentIds, blobKeys }: RemovedNodes,
  collectAfter: ReturnType<typeof secondsAfter>,
): Promise<void> {
  await stores.grants.removeOn([...new Set<string>([...folderIds, ...documentIds, id])]);
  await stores.blobs.release(blobKeys, collectAfter);
}

function countsOf({ folderIds, documentIds, byteSize }: RemovedNodes): Omit<Extent, "path"> {
  return { documentsCount: documentIds.length, foldersCount: folderIds.length, byteSize };
}

function trashPlaceOf({ documentsFolderId, workspaceId }: Place): TrashPlace {
  if (documentsFolderId) return { type: "folder", id: documentsFolderId };
  return workspaceId ? { type: "workspace", id: workspaceId } : { type: "none", id: null };
}

/** Returns the position that a place of the trash names; the workspace follows from a folder. */
export function requestedPlaceOf({ type, id }: TrashPlace): Place {
  return {
    documentsFolderId: type === "folder" ? (id as FolderId) : null,
    workspaceId: type === "workspace" ? (id as WorkspaceId) : null,
  };
}

/** Returns references to all removed nodes. */
export function nodesOf({
  folderIds,
  documentIds,
}: Pick<RemovedNodes, "folderIds" | "documentIds">): readonly NodeRef[] {
  return [
    ...folderIds.map((id) => ({ type: "folder", id }) as const),
    ...documentIds.map((id) => ({ type: "document", id }) as const),
  ];
}
