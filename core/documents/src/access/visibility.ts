import { appendAll, type Caller, forbidden } from "@cartulary/kernel";
import type { DocumentStores } from "../ports.ts";
import type { DocumentId, DocumentView } from "../records/document.ts";
import type { FolderId, FolderView } from "../records/folder.ts";
import type { WorkspaceId, WorkspaceView } from "../records/workspace.ts";
import { type Level, levelByRole, type NodeWithLevel, type ResourceRef, reaches, type WithLevel } from "./access.ts";

/**
 * Another way to be let in than a named permission, asked only after those refused a read by id. It gives no level:
 * whoever comes in by it may look and nothing else, and lists never show it (documents.md 2.4).
 */
export type OtherReader<Stores> = ((stores: Stores, caller: Caller, resource: ResourceRef) => Promise<boolean>) & {
  readonly inside?: ReadsInside<Stores>;
};

/**
 * What a reader lets in of a folder's direct content: the first `limit` ids in the order of items, folders first, then
 * by folded name and id. Where a reader has none, such a folder shows nothing by its way.
 */
export type ReadsInside<Stores> = (
  stores: Stores,
  caller: Caller,
  folderId: FolderId,
  limit: number,
) => Promise<readonly string[]>;

/** What a caller sees of one resource: the record and his level, or `null` when it is not there for him. */
export interface Visibility<Stores> {
  workspace(stores: Stores, caller: Caller, id: WorkspaceId): Promise<WithLevel<WorkspaceView> | null>;
  folder(stores: Stores, caller: Caller, id: FolderId): Promise<NodeWithLevel<FolderView> | null>;
  document(stores: Stores, caller: Caller, id: DocumentId): Promise<NodeWithLevel<DocumentView> | null>;
  /** Whether another reader than named permissions lets the caller in. */
  letIn(stores: Stores, caller: Caller, resource: ResourceRef): Promise<boolean>;
  /** What other readers let in of a folder's direct content, `limit` of each at most. */
  inside(stores: Stores, caller: Caller, id: FolderId, limit: number): Promise<readonly string[]>;
}

export function createVisibility<Stores extends DocumentStores>(
  otherReaders: readonly OtherReader<Stores>[],
): Visibility<Stores> {
  async function letIn(stores: Stores, caller: Caller, resource: ResourceRef): Promise<boolean> {
    for (const mayRead of otherReaders) if (await mayRead(stores, caller, resource)) return true;
    return false;
  }
  async function seen<Record>(
    stores: Stores,
    caller: Caller,
    resource: ResourceRef,
    node: NodeWithLevel<Record> | null,
  ): Promise<NodeWithLevel<Record> | null> {
    return node && (node.level || (await letIn(stores, caller, resource))) ? node : null;
  }
  return {
    letIn,
    async workspace(stores, caller, id) {
      const record = await stores.workspaces.find(id);
      if (!record) return null;
      const level = levelByRole(caller) ?? (await stores.grants.levelOn(caller, { type: "workspace", id }));
      return level && { record, level };
    },
    folder: async (stores, caller, id) =>
      seen(stores, caller, { type: "folder", id }, await stores.folders.find(caller, id)),
    document: async (stores, caller, id) =>
      seen(stores, caller, { type: "document", id }, await stores.documents.find(caller, id)),
    async inside(stores, caller, id, limit) {
      const ids: string[] = [];
      for (const { inside } of otherReaders) appendAll(ids, (await inside?.(stores, caller, id, limit)) ?? []);
      return ids;
    },
  };
}

/** Refuses with 403 what the caller sees but has no such level on; answers the record. */
export function requireLevel<Record>({ record, level }: WithLevel<Record>, needed: Level): Record {
  if (!reaches(level, needed)) throw forbidden(`This needs the right to ${needed} here; ask whoever manages it`);
  return record;
}
