import { type Caller, existing } from "@cartulary/kernel";
import type { DocumentStores } from "../ports.ts";
import type { DocumentId, DocumentView } from "../records/document.ts";
import { FOLDER_ITEMS_MAX, type FolderView } from "../records/folder.ts";
import type { FolderRef } from "../records/references.ts";
import { type NodeWithLevel, shownWorkspace } from "./access.ts";
import type { FolderItems } from "./folder-items.ts";
import { documentOutsiderView, folderOutsiderView } from "./outsider-view.ts";
import { requireLevel, type Visibility } from "./visibility.ts";

/**
 * What a caller is shown of something he found. With a named permission that is the record, without the names of what
 * it lies in and that he cannot read (documents.md 2.4). Whoever came in by another reader gets the outsider's view of it:
 * the ids of what he cannot read are left out too.
 */
export async function shownFolder<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  node: NodeWithLevel<FolderView>,
): Promise<FolderView> {
  const { record, level, from } = node;
  const parent = await readableParent(stores, visibility, caller, { parent: record.parent, from });
  return level ? { ...record, workspace: shownWorkspace(node), parent } : folderOutsiderView(record, parent);
}

/** The same of a document. */
export async function shownDocument<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  node: NodeWithLevel<DocumentView>,
): Promise<DocumentView> {
  const { record, level, from } = node;
  const folder = await readableParent(stores, visibility, caller, { parent: record.folder, from });
  return level ? { ...record, workspace: shownWorkspace(node), folder } : documentOutsiderView(record, folder);
}

/**
 * What a caller is shown of a folder's direct content. A named permission on the folder reaches all of it; whoever came
 * in by another reader sees what other readers let in there, and what he has a permission of its own on.
 */
export async function shownItems<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  node: NodeWithLevel<FolderView>,
): Promise<FolderItems> {
  const { id } = node.record;
  // What lies in a folder lies in its workspace.
  const workspace = shownWorkspace(node);
  if (node.level) {
    const { folders, documents, truncated } = await stores.folders.items(id, FOLDER_ITEMS_MAX);
    return {
      folders: folders.map((record) => ({ ...record, workspace })),
      documents: documents.map((record) => ({ ...record, workspace })),
      truncated,
    };
  }
  // One more than is answered, so that it is known whether there are more.
  const ids = await visibility.inside(stores, caller, id, FOLDER_ITEMS_MAX + 1);
  const found = await stores.folders.itemsIn(caller, id, { ids, limit: FOLDER_ITEMS_MAX });
  return {
    folders: found.folders.map(({ level, record }) => {
      const parent = outsiderRef(record.parent);
      return level ? { ...record, workspace, parent } : folderOutsiderView(record, parent);
    }),
    documents: found.documents.map(({ level, record }) => {
      const folder = outsiderRef(record.folder);
      return level ? { ...record, workspace, folder } : documentOutsiderView(record, folder);
    }),
    truncated: found.truncated,
  };
}

/** Where no permission stands above, none reads the parent, so that only another reader can show it. */
async function readableParent<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  { parent, from }: { readonly parent: FolderRef | null } & Pick<NodeWithLevel<unknown>, "from">,
): Promise<FolderRef | null> {
  if (parent === null || from !== null) return parent;
  const isLetIn = await visibility.letIn(stores, caller, { type: "folder", id: parent.id });
  return isLetIn ? outsiderRef(parent) : null;
}

/** A folder that another reader shows, without what it lies in itself. */
const outsiderRef = (folder: FolderRef | null): FolderRef | null => folder && { ...folder, documentsFolderId: null };

/** The document as its caller sees it, refused unless he may write it. */
export async function writableDocument<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  id: DocumentId,
): Promise<DocumentView> {
  return requireLevel(existing(await visibility.document(stores, caller, id)), "write");
}

/** The document as it is answered to whoever just wrote it. */
export async function documentView<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  id: DocumentId,
): Promise<DocumentView> {
  return shownDocument(stores, visibility, caller, existing(await stores.documents.find(caller, id)));
}
