import { appendAll, type Caller, type Clock, type Day, dayInParis, forbidden } from "@cartulary/kernel";
import type { DocumentStores } from "../ports.ts";
import type { DocumentId, DocumentView } from "../records/document.ts";
import type { FolderId, FolderView } from "../records/folder.ts";
import type { WorkspaceId, WorkspaceView } from "../records/workspace.ts";
import {
  isLevelAtLeast,
  type Level,
  levelByRole,
  type NodeWithLevel,
  type ResourceRef,
  type WithLevel,
} from "./grant.ts";

/**
 * A rule of read access besides named permissions, applied when those deny a read by id. It gives no level: callers may
 * only read, and lists do not show the resource (documents.md 2.4).
 */
export type ReadRule<Stores> = ((stores: Stores, caller: Caller, resource: ResourceRef) => Promise<boolean>) & {
  readonly readableItems?: ReadableItems<Stores>;
};

/**
 * Returns the ids of the first `limit` items of a folder that a rule shows: folders first, then by folded name and id.
 * A rule without it shows no items.
 */
export type ReadableItems<Stores> = (
  stores: Stores,
  caller: Caller,
  folderId: FolderId,
  limit: number,
) => Promise<readonly string[]>;

/**
 * Reads single resources with the caller's level; returns `null` when they do not exist or the caller may not read
 * them.
 */
export interface Visibility<Stores> {
  workspace(stores: Stores, caller: Caller, id: WorkspaceId): Promise<WithLevel<WorkspaceView> | null>;
  folder(stores: Stores, caller: Caller, id: FolderId): Promise<NodeWithLevel<FolderView> | null>;
  document(stores: Stores, caller: Caller, id: DocumentId): Promise<NodeWithLevel<DocumentView> | null>;
  /** Returns the day by which retention is judged. */
  today(): Day;
  /** True when a rule other than named permissions lets the caller read the resource. */
  isReadableByRule(stores: Stores, caller: Caller, resource: ResourceRef): Promise<boolean>;
  /** Returns the ids of a folder's items that other rules show, up to `limit` for each rule. */
  readableItems(stores: Stores, caller: Caller, id: FolderId, limit: number): Promise<readonly string[]>;
}

export function createVisibility<Stores extends DocumentStores>(
  extraReadRules: readonly ReadRule<Stores>[],
  clock: Clock,
): Visibility<Stores> {
  async function isReadableByRule(stores: Stores, caller: Caller, resource: ResourceRef): Promise<boolean> {
    for (const mayRead of extraReadRules) if (await mayRead(stores, caller, resource)) return true;
    return false;
  }
  async function visible<Record>(
    stores: Stores,
    caller: Caller,
    resource: ResourceRef,
    node: NodeWithLevel<Record> | null,
  ): Promise<NodeWithLevel<Record> | null> {
    return node && (node.level || (await isReadableByRule(stores, caller, resource))) ? node : null;
  }
  return {
    isReadableByRule,
    today: () => dayInParis(clock.now()),
    async workspace(stores, caller, id) {
      const record = await stores.workspaces.find(id);
      if (!record) return null;
      const level = levelByRole(caller) ?? (await stores.grants.levelOn(caller, { type: "workspace", id }));
      return level && { record, level };
    },
    folder: async (stores, caller, id) =>
      visible(stores, caller, { type: "folder", id }, await stores.folders.find(caller, id)),
    document: async (stores, caller, id) =>
      visible(stores, caller, { type: "document", id }, await stores.documents.find(caller, id)),
    async readableItems(stores, caller, id, limit) {
      const ids: string[] = [];
      for (const rule of extraReadRules) appendAll(ids, (await rule.readableItems?.(stores, caller, id, limit)) ?? []);
      return ids;
    },
  };
}

/** Returns the record; throws 403 unless the caller has the level. */
export function requireLevel<Record>({ record, level }: WithLevel<Record>, needed: Level): Record {
  if (!isLevelAtLeast(level, needed)) throw forbidden(`Requires the ${needed} permission on this resource`);
  return record;
}
