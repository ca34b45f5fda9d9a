import type { DocumentView } from "../records/document.ts";
import type { FolderView } from "../records/folder.ts";
import type { WithLevel } from "./access.ts";

/** A folder's direct content: folders first, then by folded name and id, cut at {@link FOLDER_ITEMS_MAX} in all. */
export interface FolderItems {
  readonly folders: readonly FolderView[];
  readonly documents: readonly DocumentView[];
  /** True when there was more than is answered. */
  readonly truncated: boolean;
}

/** The same for somebody who cannot read all of it: each with his level on it. */
export interface ItemsWithLevel {
  readonly folders: readonly WithLevel<FolderView>[];
  readonly documents: readonly WithLevel<DocumentView>[];
  readonly truncated: boolean;
}

/** A folder read by itself. */
export interface FolderWithItems extends FolderView {
  readonly items: FolderItems;
}
