import type { Caller } from "@cartulary/kernel";
import type { Held } from "./access.ts";
import type { DocumentView } from "./document.ts";
import { FOLDER_ITEMS_MAX, type FolderId, type FolderView } from "./folder.ts";
import type { FolderItems } from "./folder-items.ts";
import type { DocumentStores } from "./ports.ts";
import type { FolderRef } from "./references.ts";
import type { Sight } from "./sight.ts";

/**
 * What a caller is shown of something he found. With a named permission that is the record as it is. Whoever came in by
 * another reader gets a glimpse: what its people wrote beside it (tags, metadata, external ids, who made it) is left
 * out, and so are the names of what lies above and that he cannot read (public-access.md 4.7).
 */
export async function shownFolder<Stores extends DocumentStores>(
  stores: Stores,
  sight: Sight<Stores>,
  caller: Caller,
  { record, level }: Held<FolderView>,
): Promise<FolderView> {
  if (level) return record;
  return folderGlimpse(record, await readableParent(stores, sight, caller, record.parent));
}

/** The same of a document. */
export async function shownDocument<Stores extends DocumentStores>(
  stores: Stores,
  sight: Sight<Stores>,
  caller: Caller,
  { record, level }: Held<DocumentView>,
): Promise<DocumentView> {
  if (level) return record;
  return documentGlimpse(record, await readableParent(stores, sight, caller, record.folder));
}

/**
 * What a caller is shown of a folder's direct content. A named permission on the folder reaches all of it; whoever came
 * in by another reader sees what other readers let in there, and what he has a permission of its own on.
 */
export async function shownItems<Stores extends DocumentStores>(
  stores: Stores,
  sight: Sight<Stores>,
  caller: Caller,
  { level, record: { id } }: Held<{ readonly id: FolderId }>,
): Promise<FolderItems> {
  if (level) return stores.folders.items(id, FOLDER_ITEMS_MAX);
  // One more than is answered, so that it is known whether there are more.
  const ids = await sight.inside(stores, caller, id, FOLDER_ITEMS_MAX + 1);
  const found = await stores.folders.itemsAmong(caller, id, { ids, limit: FOLDER_ITEMS_MAX });
  return {
    folders: found.folders.map(({ level: own, record }) => (own ? record : folderGlimpse(record, record.parent))),
    documents: found.documents.map(({ level: own, record }) => (own ? record : documentGlimpse(record, record.folder))),
    truncated: found.truncated,
  };
}

/** A permission on what lies above would have reached down here, so only another reader can show it. */
async function readableParent<Stores extends DocumentStores>(
  stores: Stores,
  sight: Sight<Stores>,
  caller: Caller,
  parent: FolderRef | null,
): Promise<FolderRef | null> {
  return parent && (await sight.folder(stores, caller, parent.id)) && parent;
}

/** Workspaces are read by named permissions alone, and one on it would have reached down here. */
const UNSAID = { externalId: null, tags: [], workspace: null, createdBy: null } as const;

const folderGlimpse = (folder: FolderView, parent: FolderRef | null): FolderView => ({ ...folder, ...UNSAID, parent });

const documentGlimpse = (document: DocumentView, folder: FolderRef | null): DocumentView => ({
  ...document,
  ...UNSAID,
  metadataUser: {},
  folder,
});
