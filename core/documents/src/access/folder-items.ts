import type { DocumentView } from "../records/document.ts";
import type { FolderView } from "../records/folder.ts";
import type { WithLevel } from "./grant.ts";

/**
 * The direct content of a folder: folders first, then by folded name and id; {@link FOLDER_ITEMS_MAX} items at most.
 */
export interface FolderItems {
  readonly folders: readonly FolderView[];
  readonly documents: readonly DocumentView[];
  /** True when the folder has more items. */
  readonly truncated: boolean;
}

/** Items of a folder, each with the caller's level on the item itself. */
export interface ItemsWithLevel {
  readonly folders: readonly WithLevel<FolderView>[];
  readonly documents: readonly WithLevel<DocumentView>[];
  readonly truncated: boolean;
}

/** A folder with its direct content. */
export interface FolderWithItems extends FolderView {
  readonly items: FolderItems;
}
