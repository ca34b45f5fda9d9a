import { type Caller, orNotFound } from "@cartulary/kernel";
import type { DocumentStores } from "../ports.ts";
import type { DocumentId, DocumentView } from "../records/document.ts";
import { FOLDER_ITEMS_MAX, type FolderView } from "../records/folder.ts";
import type { FolderRef } from "../records/references.ts";
import type { FolderItems } from "./folder-items.ts";
import { type NodeWithLevel, visibleWorkspace } from "./grant.ts";
import { documentOutsiderView, folderOutsiderView } from "./outsider-view.ts";
import { type Retainable, withOneRetained, withRetained } from "./retained-view.ts";
import { requireLevel, type Visibility } from "./visibility.ts";

/**
 * Returns a folder as the caller sees it. With a named permission, hides only the names of unreadable ancestors
 * (documents.md 2.4). With read access by another rule, returns the outsider's view, which hides the ids of unreadable
 * ancestors, too.
 */
export async function folderViewFor<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  node: NodeWithLevel<FolderView>,
): Promise<FolderView> {
  const { record, level, grantedOn } = node;
  const parent = await readableParent(stores, visibility, caller, { parent: record.parent, grantedOn });
  if (!level) return folderOutsiderView(record, parent);
  const view = { ...record, workspace: visibleWorkspace(node), parent };
  return withOneRetained(stores, caller, visibility.today(), view);
}

/** Returns a document as the caller sees it, by the rule of {@link folderViewFor}. */
export async function documentViewFor<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  node: NodeWithLevel<DocumentView>,
): Promise<DocumentView> {
  const { record, level, grantedOn } = node;
  const folder = await readableParent(stores, visibility, caller, { parent: record.folder, grantedOn });
  if (!level) return documentOutsiderView(record, folder);
  const view = { ...record, workspace: visibleWorkspace(node), folder };
  return withOneRetained(stores, caller, visibility.today(), view);
}

/**
 * Returns the direct content of a folder as the caller sees it. A named permission on the folder shows all of it. With
 * read access by another rule, shows the items that other rules show or on which the caller has a permission of its
 * own.
 */
export async function itemsViewFor<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  node: NodeWithLevel<FolderView>,
): Promise<FolderItems> {
  const { id } = node.record;
  // Items have the workspace of their folder.
  const workspace = visibleWorkspace(node);
  if (node.level) {
    const { folders, documents, truncated } = await stores.folders.items(id, FOLDER_ITEMS_MAX);
    const today = visibility.today();
    return {
      folders: (await withRetained(stores, caller, today, folders)).map((record) => ({ ...record, workspace })),
      documents: (await withRetained(stores, caller, today, documents)).map((record) => ({ ...record, workspace })),
      truncated,
    };
  }
  // Reads one item more than the maximum, to know whether there are more.
  const ids = await visibility.readableItems(stores, caller, id, FOLDER_ITEMS_MAX + 1);
  const found = await stores.folders.itemsIn(caller, id, { ids, limit: FOLDER_ITEMS_MAX });
  const permitted = [...found.folders, ...found.documents].flatMap(({ level, record }) => (level ? [record] : []));
  const shown = await withRetained<Retainable>(stores, caller, visibility.today(), permitted);
  const retentions = new Map(shown.map((view) => [view.id, view.retained]));
  const retainedOf = (id: string) => retentions.get(id) ?? null;
  return {
    folders: found.folders.map(({ level, record }) => {
      const parent = outsiderRef(record.parent);
      if (!level) return folderOutsiderView(record, parent);
      return { ...record, workspace, parent, retained: retainedOf(record.id) };
    }),
    documents: found.documents.map(({ level, record }) => {
      const folder = outsiderRef(record.folder);
      if (!level) return documentOutsiderView(record, folder);
      return { ...record, workspace, folder, retained: retainedOf(record.id) };
    }),
    truncated: found.truncated,
  };
}

/** Without a permission on an ancestor, only another read rule can show the parent. */
async function readableParent<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  { parent, grantedOn }: { readonly parent: FolderRef | null } & Pick<NodeWithLevel<unknown>, "grantedOn">,
): Promise<FolderRef | null> {
  if (parent === null || grantedOn !== null) return parent;
  const isReadable = await visibility.isReadableByRule(stores, caller, { type: "folder", id: parent.id });
  return isReadable ? outsiderRef(parent) : null;
}

/** Hides the grandparent: another rule showed only the folder itself. */
const outsiderRef = (folder: FolderRef | null): FolderRef | null => folder && { ...folder, documentsFolderId: null };

/** Returns the document; throws 404 or 403 unless the caller may write it. */
export async function writableDocument<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  id: DocumentId,
): Promise<DocumentView> {
  return requireLevel(orNotFound(await visibility.document(stores, caller, id)), "write");
}

/** Returns the document that the caller has just written. */
export async function documentView<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  id: DocumentId,
): Promise<DocumentView> {
  return documentViewFor(stores, visibility, caller, orNotFound(await stores.documents.find(caller, id)));
}
