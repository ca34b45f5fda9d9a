import { type Caller, forbidden, invalid, refused } from "@cartulary/kernel";
import { type Level, type NodeWithLevel, type ResourceRef, reaches, type WithLevel } from "../access/access.ts";
import { requireLevel, type Visibility } from "../access/visibility.ts";
import type { DocumentStores } from "../ports.ts";
import type { Document, DocumentId } from "../records/document.ts";
import { FOLDER_DEPTH_MAX, type Folder, type FolderId } from "../records/folder.ts";
import type { WorkspaceId } from "../records/workspace.ts";

/** What the tree is made of. */
export type TreeNode =
  | { readonly type: "folder"; readonly record: Folder }
  | { readonly type: "document"; readonly record: Document };

/** A node by name only. */
export type NodeRef =
  | { readonly type: "folder"; readonly id: FolderId }
  | { readonly type: "document"; readonly id: DocumentId };

/** A node that was re-parented, as it is now. */
export interface Move {
  readonly node: TreeNode;
  /** Its `placedSeq` before. */
  readonly oldPlacedSeq: number;
  /** The folders it lay in, nearest first; they did not change with it. */
  readonly oldChain: readonly FolderId[];
  readonly oldWorkspaceId: WorkspaceId | null;
  readonly newParent: FolderId | null;
  /** The tree clock's tick of this move, the node's new `placedSeq`. */
  readonly seq: number;
}

/**
 * Is told what happens to the tree, inside the transaction that makes it happen and with its stores: what a listener
 * writes is committed or rolled back with the rest, and what it throws stops the change.
 */
export interface TreeListener<Stores> {
  created?(stores: Stores, caller: Caller, node: TreeNode): Promise<void>;
  /** Anything but its place: a name, a tag, a content. */
  changed?(stores: Stores, caller: Caller, node: TreeNode): Promise<void>;
  moved?(stores: Stores, caller: Caller, move: Move): Promise<void>;
  /** All that is gone: what was asked for, unless it was a workspace, which is no node, and everything below it. */
  removed?(stores: Stores, caller: Caller, nodes: readonly NodeRef[], requested: ResourceRef): Promise<void>;
}

/** All listeners as one, told in the order they were given. */
export function everyListener<Stores>(listeners: readonly TreeListener<Stores>[]): Required<TreeListener<Stores>> {
  return {
    async created(...event) {
      for (const listener of listeners) await listener.created?.(...event);
    },
    async changed(...event) {
      for (const listener of listeners) await listener.changed?.(...event);
    },
    async moved(...event) {
      for (const listener of listeners) await listener.moved?.(...event);
    },
    async removed(...event) {
      for (const listener of listeners) await listener.removed?.(...event);
    },
  };
}

/** Where a folder or document lies: in a folder and its workspace, at a workspace's top, or outside any (both null). */
export interface Place {
  readonly documentsFolderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
}

/** A place as a request names it; an absent field says nothing. */
export type WantedPlace = { readonly [Field in keyof Place]?: Place[Field] };

const OUTSIDE: Place = { documentsFolderId: null, workspaceId: null };

/**
 * The place that a request means for something that lies at `present`. A folder brings its own workspace, so that one
 * is null unless the request names it; `null` for the folder is the top of the workspace.
 */
export function wantedPlace(present: Place, wanted: WantedPlace): Place {
  const documentsFolderId =
    wanted.documentsFolderId === undefined ? present.documentsFolderId : wanted.documentsFolderId;
  if (documentsFolderId) return { documentsFolderId, workspaceId: wanted.workspaceId ?? null };
  return {
    documentsFolderId: null,
    workspaceId: wanted.workspaceId === undefined ? present.workspaceId : wanted.workspaceId,
  };
}

/** True when both are one place. A folder decides alone: its workspace is its own. */
export function samePlace(left: Place, right: Place): boolean {
  return (
    left.documentsFolderId === right.documentsFolderId &&
    (left.documentsFolderId !== null || left.workspaceId === right.workspaceId)
  );
}

/**
 * Where something is to be put: the caller may write there, and the workspace is the folder's own.
 *
 * Refuses a folder or workspace that the caller cannot see as `not_found` on its field (422), one he cannot write in
 * as forbidden (403), and a workspace that contradicts the folder's as `workspace_mismatch` (documents.md 2.4).
 */
export async function destination<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  wanted: WantedPlace,
): Promise<Place> {
  return (await destinationSeen(stores, visibility, caller, wanted)).record;
}

/** The same with what the caller has on what lies there: the level, and what it stands on; nothing outside any place. */
export async function destinationSeen<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  wanted: WantedPlace,
): Promise<NodeWithLevel<Place>> {
  if (wanted.documentsFolderId)
    return inFolder(stores, visibility, caller, wanted.documentsFolderId, wanted.workspaceId ?? null);
  if (!wanted.workspaceId) return { record: OUTSIDE, level: null, from: null };
  const level = await stores.grants.levelOn(caller, { type: "workspace", id: wanted.workspaceId });
  if (!level) throw unknownReference("workspaceId");
  requireLevel({ record: wanted.workspaceId, level }, "write");
  return { record: { documentsFolderId: null, workspaceId: wanted.workspaceId }, level, from: "workspace" };
}

async function inFolder<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  documentsFolderId: FolderId,
  workspaceId: WorkspaceId | null,
): Promise<NodeWithLevel<Place>> {
  const folder = await visibility.folder(stores, caller, documentsFolderId);
  if (!folder) throw unknownReference("documentsFolderId");
  requireLevel(folder, "write");
  requireWorkspace(folder.record, workspaceId);
  const { level, from, record } = folder;
  return { record: { documentsFolderId, workspaceId: record.workspaceId }, level, from: from ?? "folder" };
}

/** Refuses a named workspace that is not the one a place has. */
function requireWorkspace(place: Place, named: WorkspaceId | null): void {
  if (named === null || named === place.workspaceId) return;
  throw refused("workspace_mismatch", "The folder lies in another workspace; name that one, or none");
}

/** What a change of place needs to know: where to, when, and out of what. `null` where nothing moves. */
export interface Relocation {
  readonly place: Place;
  readonly seq: number;
  readonly oldChain: readonly FolderId[];
}

/**
 * Decides whether a request moves something, and if so makes the tree stand still until the transaction ends.
 *
 * `look` reads the present place and the caller's level; it is asked again once the tree stands still, since somebody
 * else may have moved the thing meanwhile. Nothing may be locked before this. Whoever may not write it is refused, and
 * whoever would have a higher level on it afterwards: a move is no way to more rights.
 */
export async function relocation<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  wanted: WantedPlace,
  look: () => Promise<WithLevel<Place>>,
): Promise<Relocation | null> {
  if (stays(requireLevel(await look(), "write"), wanted)) return null;
  const seq = await stores.tree.tick();
  const moved = await look();
  const present = requireLevel(moved, "write");
  if (stays(present, wanted)) return null;
  const { record: place, level } = await destinationSeen(stores, visibility, caller, wantedPlace(present, wanted));
  requireNoMore(moved.level, level);
  const oldChain = present.documentsFolderId ? await stores.folders.chain(present.documentsFolderId) : [];
  return { place, seq, oldChain };
}

/** What was granted on the thing itself moves with it, so that only the level of the place can be more. */
function requireNoMore(present: Level | null, inherited: Level | null): void {
  if (inherited === null || reaches(present, inherited)) return;
  throw forbidden("There you would have more rights on it than here; ask somebody who manages it to move it");
}

function stays(present: Place, wanted: WantedPlace): boolean {
  const place = wantedPlace(present, wanted);
  if (!samePlace(present, place)) return false;
  if (place.documentsFolderId) requireWorkspace(present, place.workspaceId);
  return true;
}

/** Refuses a folder below {@link FOLDER_DEPTH_MAX}, or inside itself, when `height` levels are put into `parent`. */
export async function requireRoom(
  stores: DocumentStores,
  parent: FolderId | null,
  moved: { readonly id: FolderId | null; readonly height: number },
): Promise<void> {
  const chain = parent ? await stores.folders.chain(parent) : [];
  if (moved.id && chain.includes(moved.id)) {
    throw refused("folder_cycle", "A folder cannot be moved into itself or into a folder inside it");
  }
  if (chain.length + moved.height > FOLDER_DEPTH_MAX) {
    throw refused("folder_too_deep", `Folders go ${FOLDER_DEPTH_MAX} levels deep at most`);
  }
}

const unknownReference = (field: string) =>
  invalid({ field, code: "not_found", message: "is not something that you may see" });
