import {
  type FieldError,
  type Id,
  type Instant,
  type Listing,
  line,
  standardLists,
  type UserId,
} from "@cartulary/kernel";
import { normalTags } from "../tags/tag.ts";
import { colorRule, lineRule, nameRule, passageRule, tagsRule, UNTITLED, valueErrors } from "../values.ts";
import type { ClassificationPlanId } from "./classification-plan.ts";
import { type OutsiderRule, SHOWN } from "./outsider-rule.ts";
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

/** What may be said of a folder. An absent field keeps its value; on creation it gets its default. */
export interface FolderInput {
  readonly name?: string;
  readonly description?: string | null;
  readonly color?: string | null;
  readonly icon?: string | null;
  readonly documentsFolderId?: FolderId | null;
  readonly workspaceId?: WorkspaceId | null;
  /** Replaces the whole list; null empties it. */
  readonly tagList?: readonly string[] | null;
}

/** What a folder is where its input says nothing. */
export const NEW_FOLDER: Omit<
  Folder,
  "id" | "documentsFolderId" | "workspaceId" | "placedSeq" | "createdBy" | "createdAt" | "updatedAt"
> = {
  name: UNTITLED,
  description: null,
  color: null,
  icon: null,
  externalId: null,
  tags: [],
};

/** Everything wrong with the values themselves, whatever folder they are meant for. */
export function folderErrors(input: FolderInput): readonly FieldError[] {
  return valueErrors(input, {
    name: nameRule,
    description: passageRule,
    color: colorRule,
    icon: lineRule,
    tagList: tagsRule,
  });
}

/** What an input changes of a folder but its place, as it is stored. */
export function folderPatch({ name, description, color, icon, tagList }: FolderInput): Partial<Folder> {
  return {
    ...(name !== undefined && { name: line(name) }),
    ...(description !== undefined && { description }),
    ...(color !== undefined && { color }),
    ...(icon !== undefined && { icon }),
    ...(tagList !== undefined && { tags: normalTags(tagList ?? []) }),
  };
}

/** What somebody is shown of a folder whom another reader than a permission lets in (public-access.md 4.7). */
export const FOLDER_FOR_OUTSIDERS: OutsiderRule<FolderView> = {
  id: SHOWN,
  name: SHOWN,
  description: SHOWN,
  color: SHOWN,
  icon: SHOWN,
  documentsFolderId: null,
  workspaceId: null,
  externalId: null,
  tags: [],
  placedSeq: SHOWN,
  createdBy: null,
  createdAt: SHOWN,
  updatedAt: SHOWN,
  classificationPlanId: null,
  workspace: null,
  parent: null,
};

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
/** The top folder is depth 1; `requireRoom` of tree/tree.ts refuses what would lie deeper. */
export const FOLDER_DEPTH_MAX = 64;
