import type { DocumentId, FolderId } from "@cartulary/documents";
import type { Instant } from "@cartulary/kernel";
import type { PublicItem } from "./state.ts";

/** A public folder, named by something in it. */
export interface PublicParent {
  readonly id: FolderId;
  readonly name: string;
}

/** A folder as everybody sees it (public-access.md 4.7). */
export interface PublicFolder {
  readonly id: FolderId;
  readonly name: string;
  readonly description: string | null;
  /** `#RRGGBB`. */
  readonly color: string | null;
  readonly icon: string | null;
  /** `null` unless it is public itself. */
  readonly parent: PublicParent | null;
  /** What is public in it: folders first, then by folded name and id, cut at FOLDER_ITEMS_MAX. */
  readonly items: readonly PublicItem[];
  readonly itemsTruncated: boolean;
  readonly updatedAt: Instant;
}

/** A document as everybody sees it. */
export interface PublicDocument {
  readonly id: DocumentId;
  readonly name: string;
  readonly description: string | null;
  readonly contentType: string;
  readonly byteSize: number;
  /** `null` unless it is public itself. */
  readonly folder: PublicParent | null;
  readonly updatedAt: Instant;
}
