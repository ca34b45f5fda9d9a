import type { DocumentId, FolderId } from "@cartulary/documents";
import type { Instant } from "@cartulary/kernel";

// The fields that anonymous readers see. Everything else is 404 (anonymous-reader.ts).

/** A public folder as the parent of a public item. */
export interface PublicParent {
  readonly id: FolderId;
  readonly name: string;
}

interface PublicItemBase {
  readonly name: string;
  readonly updatedAt: Instant;
}

/** An item in a public folder, as anonymous readers see it. */
export type PublicItem =
  | (PublicItemBase & {
      readonly type: "folder";
      readonly id: FolderId;
      readonly color: string | null;
      readonly icon: string | null;
    })
  | (PublicItemBase & {
      readonly type: "document";
      readonly id: DocumentId;
      readonly contentType: string;
      readonly byteSize: number;
    });

/** A folder as anonymous readers see it (public-access.md 4.7). */
export interface PublicFolder {
  readonly id: FolderId;
  readonly name: string;
  readonly description: string | null;
  /** `#RRGGBB`. */
  readonly color: string | null;
  readonly icon: string | null;
  /** `null` unless the parent is public itself. */
  readonly parent: PublicParent | null;
  /** The public content: folders first, then by folded name and id; FOLDER_ITEMS_MAX at most. */
  readonly items: readonly PublicItem[];
  readonly itemsTruncated: boolean;
  readonly updatedAt: Instant;
}

/** A document as anonymous readers see it. */
export interface PublicDocument {
  readonly id: DocumentId;
  readonly name: string;
  readonly description: string | null;
  readonly contentType: string;
  readonly byteSize: number;
  /** `null` unless the folder is public itself. */
  readonly folder: PublicParent | null;
  readonly updatedAt: Instant;
}
