import type { DocumentId, FolderId } from "@cartulary/documents";
import type { Instant } from "@cartulary/kernel";

// What everybody sees, field by field; anything else is not found (visitors.ts).

/** A public folder, named by something in it. */
export interface PublicParent {
  readonly id: FolderId;
  readonly name: string;
}

interface PublicItemBase {
  readonly name: string;
  readonly updatedAt: Instant;
}

/** What a visitor sees of something in a public folder. */
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
