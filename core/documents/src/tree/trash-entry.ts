import { DEFAULT_LIST_DIALECT, type Id, type Instant, type Listing, type UserId } from "@cartulary/kernel";
import type { Level, ResourceRef } from "../access/grant.ts";
import type { FolderId } from "../records/folder.ts";
import type { PersonRef, ResourceType } from "../records/references.ts";
import type { WorkspaceId } from "../records/workspace.ts";

/** A workspace or folder that contained a deleted resource. */
export interface PathStep {
  readonly type: "workspace" | "folder";
  readonly id: string;
  /** The name at the deletion. */
  readonly name: string;
}

/** The position of a deleted resource: directly in a folder, at the top of a workspace, or in neither. */
export type TrashPlace =
  | { readonly type: "workspace" | "folder"; readonly id: WorkspaceId | FolderId }
  | { readonly type: "none"; readonly id: null };

/** The extent of a deletion. Its counts include the resource itself. */
export interface Extent {
  /** From the workspace or the top folder down to the place, without the resource. */
  readonly path: readonly PathStep[];
  readonly documentsCount: number;
  readonly foldersCount: number;
  /** The bytes of current contents, without versions. */
  readonly byteSize: number;
}

export type TrashEntryId = Id<"TrashEntry">;

/** One deletion in the trash: a resource with all that was below it. Earlier deletions below it have their own entry. */
export interface TrashEntry extends Extent {
  /** The id of the resource, which it gets back. */
  readonly id: TrashEntryId;
  readonly kind: ResourceType;
  readonly name: string;
  readonly place: TrashPlace;
  readonly deletedAt: Instant;
  /** `null` for deletions without a user. */
  readonly deletedBy: UserId | null;
  /** From this instant on, the entry is over for everybody, whether it was collected or not. */
  readonly restorableUntil: Instant;
}

/** An entry as the API shows it. */
export interface TrashEntryView extends Omit<TrashEntry, "deletedBy" | "path"> {
  readonly deletedBy: PersonRef | null;
  /** The names that the reader may see. */
  readonly path: readonly string[];
  /** The place under its present name; `null` when it is gone or in the trash itself. */
  readonly restorableTo: (TrashPlace & { readonly name: string | null }) | null;
}

/**
 * An entry with its reader's rights: `manage` for administrators, and for who managed the resource at its deletion and
 * manages the place now; `write` for who deleted it and may write on the place now.
 */
export interface VisibleTrashEntry {
  readonly entry: TrashEntry;
  readonly deletedBy: PersonRef | null;
  readonly restorableTo: TrashEntryView["restorableTo"];
  readonly level: Level;
}

/** Returns the resource of an entry. */
export const resourceOf = ({ kind, id }: Pick<TrashEntry, "kind" | "id">): ResourceRef => ({ type: kind, id });

const fields = {
  id: "uuid",
  kind: "keyword",
  name: "text",
  byteSize: "integer",
  deletedBy: "uuid",
  deletedAt: "instant",
} as const;

export type TrashField = keyof typeof fields;

/** The filters and sort orders of the trash. */
export const trashListing: Listing<TrashField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["deletedAt", "name", "byteSize"],
  sort: "deletedAt",
};
