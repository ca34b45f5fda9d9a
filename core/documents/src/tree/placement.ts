import { type Caller, forbidden, invalid, unprocessable } from "@cartulary/kernel";
import { isLevelAtLeast, type Level, type NodeWithLevel, type ResourceRef, type WithLevel } from "../access/grant.ts";
import { requireLevel, type Visibility } from "../access/visibility.ts";
import type { DocumentStores } from "../ports.ts";
import type { Document, DocumentId } from "../records/document.ts";
import { FOLDER_DEPTH_MAX, type Folder, type FolderId } from "../records/folder.ts";
import type { WorkspaceId } from "../records/workspace.ts";
import { type RetainedNode, type RetentionChange, type RetentionInput, requireRetainedAt } from "./retention.ts";
import type { Extent, TrashEntry } from "./trash-entry.ts";

/** A folder or a document. */
export type TreeNode = { readonly type: "folder"; readonly record: Folder } | DocumentNode;

/** A document; `bytes` has the whole content if it is new and small. */
interface DocumentNode {
  readonly type: "document";
  readonly record: Document;
  readonly bytes?: Uint8Array | undefined;
}

/** A reference to a node. */
export type NodeRef =
  | { readonly type: "folder"; readonly id: FolderId }
  | { readonly type: "document"; readonly id: DocumentId };

/** A completed move; `node` has the new position. */
export interface Move {
  readonly node: TreeNode;
  /** The previous `placedSeq`. */
  readonly oldPlacedSeq: number;
  /** The previous ancestors, nearest first; their own positions did not change. */
  readonly oldChain: readonly FolderId[];
  readonly oldWorkspaceId: WorkspaceId | null;
  readonly newParent: FolderId | null;
  /** The tree clock's tick of this move: the new `placedSeq`. */
  readonly seq: number;
}

/**
 * Receives changes of the tree inside the transaction that makes them, with its stores. Writes commit or roll back with
 * the change; an error rolls it back.
 */
export interface TreeListener<Stores> {
  created?(stores: Stores, caller: Caller, node: TreeNode): Promise<void>;
  /** Called for all changes but moves: name, tags, content. */
  changed?(stores: Stores, caller: Caller, node: TreeNode): Promise<void>;
  moved?(stores: Stores, caller: Caller, move: Move): Promise<void>;
  /** Receives all removed nodes. `requested` is the removed resource; a workspace is not among the nodes. */
  removed?(stores: Stores, caller: Caller, nodes: readonly NodeRef[], requested: RemovedResource): Promise<void>;
  /** Receives all nodes that are back in the tree, from the trash. */
  restored?(stores: Stores, caller: Caller, nodes: readonly NodeRef[], entry: TrashEntry): Promise<void>;
  /**
   * Receives all nodes of an entry that the trash loses for good, after `removed` with `isRestorable`. `caller` is
   * `null` when its time is over.
   */
  purged?(stores: Stores, caller: Caller | null, nodes: readonly NodeRef[], entry: TrashEntry): Promise<void>;
  /** Called when the day of a retention changes. */
  retentionChanged?(stores: Stores, caller: Caller, resource: ResourceRef, change: RetentionChange): Promise<void>;
  /** Called when a legal hold is set, gets another reason, or is released. */
  holdChanged?(stores: Stores, caller: Caller, resource: ResourceRef, change: HoldChange): Promise<void>;
}

/** A legal hold that was set or released. */
export interface HoldChange {
  readonly isHeld: boolean;
  readonly reason: string;
}

/** A removed resource and what went with it. */
export interface RemovedResource extends ResourceRef {
  /** True when it is in the trash: `restored` or `purged` follows. */
  readonly isRestorable: boolean;
  readonly extent: Extent;
}

/** Combines listeners into one that calls them in order. */
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
    async restored(...event) {
      for (const listener of listeners) await listener.restored?.(...event);
    },
    async retentionChanged(...event) {
      for (const listener of listeners) await listener.retentionChanged?.(...event);
    },
    async holdChanged(...event) {
      for (const listener of listeners) await listener.holdChanged?.(...event);
    },
    async purged(...event) {
      for (const listener of listeners) await listener.purged?.(...event);
    },
  };
}

/**
 * The position of a folder or document: in a folder and its workspace, at the top of a workspace, or outside workspaces
 * (both `null`).
 */
export interface Place {
  readonly documentsFolderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
}

/** A position as a request names it; an absent field keeps the current one. */
export type RequestedPlace = { readonly [Field in keyof Place]?: Place[Field] };

/** The position outside folders and workspaces. */
export const OUTSIDE: Place = { documentsFolderId: null, workspaceId: null };

/**
 * Returns the requested position for a node at `present`. With a folder, the workspace is `null` unless the request
 * names one. A `null` folder is the top of the workspace.
 */
export function requestedPlace(present: Place, requested: RequestedPlace): Place {
  const documentsFolderId =
    requested.documentsFolderId === undefined ? present.documentsFolderId : requested.documentsFolderId;
  if (documentsFolderId) return { documentsFolderId, workspaceId: requested.workspaceId ?? null };
  return {
    documentsFolderId: null,
    workspaceId: requested.workspaceId === undefined ? present.workspaceId : requested.workspaceId,
  };
}

/**
 * True when both placements are equal. Two placements in the same folder are equal; the workspace follows from the
 * folder.
 */
export function isSamePlace(left: Place, right: Place): boolean {
  return (
    left.documentsFolderId === right.documentsFolderId &&
    (left.documentsFolderId !== null || left.workspaceId === right.workspaceId)
  );
}

/**
 * Returns the destination with its workspace; requires write access there.
 *
 * Throws 422 `not_found` on the field for a folder or workspace that the caller cannot read, 403 without write access,
 * and `workspace_mismatch` when the workspace contradicts the folder (documents.md 2.4).
 */
export async function destination<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  requested: RequestedPlace,
): Promise<Place> {
  return (await destinationWithLevel(stores, visibility, caller, requested)).record;
}

/** Returns the destination with the caller's level there and `grantedOn`; both `null` outside workspaces. */
export async function destinationWithLevel<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  requested: RequestedPlace,
): Promise<NodeWithLevel<Place>> {
  if (requested.documentsFolderId)
    return inFolder(stores, visibility, caller, requested.documentsFolderId, requested.workspaceId ?? null);
  if (!requested.workspaceId) return { record: OUTSIDE, level: null, grantedOn: null };
  const level = await stores.grants.levelOn(caller, { type: "workspace", id: requested.workspaceId });
  if (!level) throw unknownReference("workspaceId");
  requireLevel({ record: requested.workspaceId, level }, "write");
  return { record: { documentsFolderId: null, workspaceId: requested.workspaceId }, level, grantedOn: "workspace" };
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
  const { level, grantedOn, record } = folder;
  return { record: { documentsFolderId, workspaceId: record.workspaceId }, level, grantedOn: grantedOn ?? "folder" };
}

/** Throws unless the named workspace is that of the placement. */
function requireWorkspace(place: Place, named: WorkspaceId | null): void {
  if (named === null || named === place.workspaceId) return;
  throw unprocessable("workspace_mismatch", "The folder is in another workspace; omit the workspace or name that one");
}

/** A pending move: its destination, tick and previous ancestors. */
export interface Relocation {
  readonly place: Place;
  readonly seq: number;
  readonly oldChain: readonly FolderId[];
}

/**
 * Decides whether a request moves a node. If so, ticks the tree clock, which blocks other changes of the tree until the
 * transaction ends.
 *
 * `readCurrent` reads the current position and the caller's level. It runs again after the tick, because a concurrent move may
 * have committed. The transaction must hold no locks before. Throws 403 without write access, and when the move would
 * raise the caller's level; 422 `retained` when the node would be retained for less, with its new day if the request sets one.
 */
export async function relocation<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  {
    type,
    retainUntil,
    ...requested
  }: RequestedPlace & Pick<RetentionInput, "retainUntil"> & { readonly type: "folder" | "document" },
  readCurrent: () => Promise<WithLevel<RetainedNode>>,
): Promise<Relocation | null> {
  if (isUnmoved(requireLevel(await readCurrent(), "write"), requested)) return null;
  const seq = await stores.tree.tick();
  const node = await readCurrent();
  const present = requireLevel(node, "write");
  if (isUnmoved(present, requested)) return null;
  const { record: place, level } = await destinationWithLevel(
    stores,
    visibility,
    caller,
    requestedPlace(present, requested),
  );
  requireNoHigherLevel(node.level, level);
  await requireRetainedAt(stores, caller, visibility.today(), {
    ...{ type, place, above: present.retained ? await stores.retention.above(present) : [] },
    node: retainUntil === undefined ? present : { ...present, retainUntil },
  });
  const oldChain = present.documentsFolderId ? await stores.folders.chain(present.documentsFolderId) : [];
  return { place, seq, oldChain };
}

/**
 * Throws 403 when a destination gives the caller a higher level. Grants on the node itself move along, so only the level
 * at the destination can be higher.
 */
export function requireNoHigherLevel(present: Level | null, inherited: Level | null): void {
  if (inherited === null || isLevelAtLeast(present, inherited)) return;
  throw forbidden("You would have more rights in the destination than here; ask a user with manage rights to move it");
}

function isUnmoved(present: Place, requested: RequestedPlace): boolean {
  const place = requestedPlace(present, requested);
  if (!isSamePlace(present, place)) return false;
  if (place.documentsFolderId) requireWorkspace(present, place.workspaceId);
  return true;
}

/** Throws when moving `height` levels into `parent` makes a cycle or exceeds {@link FOLDER_DEPTH_MAX}. */
export async function requireDepthAllowed(
  stores: DocumentStores,
  parent: FolderId | null,
  node: { readonly id: FolderId | null; readonly height: number },
): Promise<void> {
  const chain = parent ? await stores.folders.chain(parent) : [];
  if (node.id && chain.includes(node.id)) {
    throw unprocessable("folder_cycle", "A folder cannot be moved into itself or into a folder inside it");
  }
  if (chain.length + node.height > FOLDER_DEPTH_MAX) {
    throw unprocessable("folder_too_deep", `Folders may be at most ${FOLDER_DEPTH_MAX} levels deep`);
  }
}

const unknownReference = (field: string) => invalid({ field, code: "not_found", message: "does not exist" });
