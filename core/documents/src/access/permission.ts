import { type Listing, standardLists } from "@cartulary/kernel";
import type { NamedRef, PersonRef } from "../records/references.ts";
import type { Grant, Level, ResourceType } from "./access.ts";

/** Where a permission comes from that was given further up. */
export interface PermissionSource {
  readonly type: ResourceType;
  readonly id: string;
  /** A workspace's label, a folder's name. */
  readonly name: string;
}

/** A permission as it is answered, seen from one of the resources that it reaches. */
export interface PermissionView extends Grant {
  /** The user or group that it speaks of. */
  readonly subject: PersonRef | NamedRef<"Group">;
  /** `null` where it was given on this very resource. */
  readonly inheritedFrom: PermissionSource | null;
}

/** What a caller may do with a resource, and why (documents.md 2.1). */
export interface EffectivePermission {
  /** `null` for whoever is let in by another way than a role or a permission, and only looks. */
  readonly level: Level | null;
  readonly source: LevelSource;
}

/** What a level comes from: the caller's role, a permission, or that the resource is public. */
export interface LevelSource {
  readonly type: "role" | "permission" | "public";
  /** Of several that give the level the nearest, and of these the oldest. */
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

/** A field that {@link permissionListing} knows. */
export type PermissionField = keyof typeof fields;

/** What the permissions of a resource may be filtered and sorted by. */
export const permissionListing: Listing<PermissionField> = {
  dialect: standardLists,
  fields,
  sorts: ["createdAt", "updatedAt"],
  sort: "updatedAt",
};
