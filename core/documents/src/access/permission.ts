import { DEFAULT_LIST_DIALECT, type Listing } from "@cartulary/kernel";
import type { NamedRef, PersonRef, ResourceType } from "../records/references.ts";
import type { Grant, Level } from "./grant.ts";

/** The ancestor that an inherited permission is on. */
export interface PermissionSource {
  readonly type: ResourceType;
  readonly id: string;
  /** A workspace's label or a folder's name. */
  readonly name: string;
}

/** A permission as the API shows it on one of the resources that it reaches. */
export interface PermissionView extends Grant {
  /** The user or group that has the permission. */
  readonly subject: PersonRef | NamedRef<"Group">;
  /** `null` when the permission is on this resource itself. */
  readonly inheritedFrom: PermissionSource | null;
}

/** The caller's level on a resource and its source (documents.md 2.1). */
export interface EffectivePermission {
  /** `null` for callers who may only read, by another read rule. */
  readonly level: Level | null;
  readonly source: LevelSource;
}

/** The source of a level: the caller's role, a permission, or public access. */
export interface LevelSource {
  readonly type: "role" | "permission" | "public";
  /** The deciding permission: the nearest of the highest level, then the oldest. */
  readonly permissionId: Grant["id"] | null;
  readonly inheritedFrom: PermissionSource | null;
}

const fields = {
  id: "uuid",
  subjectType: "keyword",
  subjectId: "uuid",
  level: "keyword",
  resourceType: "keyword",
  resourceId: "uuid",
  inherited: "boolean",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type PermissionField = keyof typeof fields;

/** The filters and sort orders of lists of permissions. */
export const permissionListing: Listing<PermissionField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["createdAt", "updatedAt"],
  sort: "updatedAt",
};
