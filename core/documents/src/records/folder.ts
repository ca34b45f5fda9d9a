import { type Id, type Instant, type Listing, standardLists, type UserId } from "@cartulary/kernel";
import type { ClassificationPlanId } from "./classification-plan.ts";
import type { FolderRef, WorkspaceRef } from "./references.ts";
import type { WorkspaceId } from "./workspace.ts";

export type FolderId = Id<"Folder">;

/** A folder as it is stored. */
export interface Folder {
  readonly id: FolderId;
  readonly name: string;
  readonly description: string | null;
  /** `#RRGGBB`. */
  readonly color: string | null;
  readonly icon: string | null;
  /** The parent; `null` at the top of a workspace or outside any. */
  readonly documentsFolderId: FolderId | null;
  /** The same in the whole tree below a top folder. */
  readonly workspaceId: WorkspaceId | null;
  readonly externalId: string | null;
  readonly tags: readonly string[];
  /** The tree clock when it was created or last re-parented (public-access.md 4.1). */
  readonly placedSeq: number;
  readonly createdBy: UserId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A folder as it is answered: with what it lies in. */
export interface FolderView extends Folder {
  /** Its workspace's. */
  readonly classificationPlanId: ClassificationPlanId | null;
  readonly workspace: WorkspaceRef | null;
  readonly parent: FolderRef | null;
}

const fields = {
  id: "uuid",
  name: "text",
  description: "passage",
  color: "keyword",
  icon: "text",
  documentsFolderId: "uuid",
  workspaceId: "uuid",
  externalId: "text",
  classificationPlanId: "uuid",
  tags: "list",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link folderListing} knows. */
export type FolderField = keyof typeof fields;

/** What folder lists may be filtered and sorted by. */
export const folderListing: Listing<FolderField> = {
  dialect: standardLists,
  fields,
  sorts: ["name", "createdAt", "updatedAt"],
  sort: "updatedAt",
};

export const FOLDER_ITEMS_MAX = 1000;
/** The top folder is depth 1. */
export const FOLDER_DEPTH_MAX = 64;
