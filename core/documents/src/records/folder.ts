import {
  type Day,
  DEFAULT_LIST_DIALECT,
  type FieldError,
  type Id,
  type Instant,
  type Listing,
  normalizeLine,
  type UserId,
} from "@cartulary/kernel";
import { normalTags } from "../tags/tag.ts";
import { colorRule, lineRule, nameRule, passageRule, tagsRule, UNTITLED, valueErrors } from "../values.ts";
import type { ClassificationPlanId } from "./classification-plan.ts";
import { type OutsiderRule, UNCHANGED } from "./outsider-rule.ts";
import type { FolderRef, WorkspaceRef } from "./references.ts";
import { NOT_RETAINED, type Retained, type Retention } from "./retention.ts";
import type { WorkspaceId } from "./workspace.ts";

export type FolderId = Id<"Folder">;

export interface Folder extends Retention {
  readonly id: FolderId;
  readonly name: string;
  readonly description: string | null;
  /** `#RRGGBB`. */
  readonly color: string | null;
  readonly icon: string | null;
  /** The parent; `null` at the top of a workspace or outside workspaces. */
  readonly documentsFolderId: FolderId | null;
  /** Equal in the whole tree below a top folder. */
  readonly workspaceId: WorkspaceId | null;
  readonly externalId: string | null;
  readonly tags: readonly string[];
  /** The tree clock when it was created or last moved (public-access.md 4.1). */
  readonly placedSeq: number;
  readonly createdBy: UserId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A folder as the API shows it. */
export interface FolderView extends Folder {
  readonly retained: Retained | null;
  /** The plan of its workspace. */
  readonly classificationPlanId: ClassificationPlanId | null;
  readonly workspace: WorkspaceRef | null;
  readonly parent: FolderRef | null;
}

/** Fields of a folder. An absent field keeps its value; on creation it gets its default. */
export interface FolderInput {
  readonly name?: string;
  readonly description?: string | null;
  readonly color?: string | null;
  readonly icon?: string | null;
  readonly documentsFolderId?: FolderId | null;
  readonly workspaceId?: WorkspaceId | null;
  /** Replaces the list; `null` empties it. */
  readonly tagList?: readonly string[] | null;
  readonly retainUntil?: Day | null;
  /** Why a retention is shortened or removed. */
  readonly reason?: string | null;
}

/** The defaults of a folder. */
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
  ...NOT_RETAINED,
};

/** Returns all errors of the values themselves. */
export function folderErrors(input: FolderInput): readonly FieldError[] {
  return valueErrors(input, {
    name: nameRule,
    description: passageRule,
    color: colorRule,
    icon: lineRule,
    tagList: tagsRule,
    reason: passageRule,
  });
}

/** Returns the stored fields that the input changes, except its destination. */
export function folderPatch({ name, description, color, icon, tagList }: FolderInput): Partial<Folder> {
  return {
    ...(name !== undefined && { name: normalizeLine(name) }),
    ...(description !== undefined && { description }),
    ...(color !== undefined && { color }),
    ...(icon !== undefined && { icon }),
    ...(tagList !== undefined && { tags: normalTags(tagList ?? []) }),
  };
}

/** The fields of a folder that readers without a named permission see (public-access.md 4.7). */
export const FOLDER_FOR_OUTSIDERS: OutsiderRule<FolderView> = {
  id: UNCHANGED,
  name: UNCHANGED,
  description: UNCHANGED,
  color: UNCHANGED,
  icon: UNCHANGED,
  documentsFolderId: null,
  workspaceId: null,
  externalId: null,
  tags: [],
  placedSeq: UNCHANGED,
  createdBy: null,
  createdAt: UNCHANGED,
  updatedAt: UNCHANGED,
  classificationPlanId: null,
  workspace: null,
  parent: null,
  ...NOT_RETAINED,
  retained: null,
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
  retainUntil: "date",
  legalHold: "object",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type FolderField = keyof typeof fields;

/** The filters and sort orders of lists of folders. */
export const folderListing: Listing<FolderField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["name", "createdAt", "updatedAt"],
  sort: "updatedAt",
};

export const FOLDER_ITEMS_MAX = 1000;
/** A top folder has depth 1; `requireDepthAllowed` of tree/placement.ts enforces the maximum. */
export const FOLDER_DEPTH_MAX = 64;
