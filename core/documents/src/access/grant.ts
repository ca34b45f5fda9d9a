import { type Caller, type GroupId, type Id, type Instant, isAdministrator, type UserId } from "@cartulary/kernel";
import type { ResourceType } from "../records/references.ts";

/** Levels of permission, lowest first; each includes the previous ones. */
export const LEVELS = ["read", "write", "manage"] as const;
export type Level = (typeof LEVELS)[number];

/** A resource that can have grants. */
export interface ResourceRef {
  readonly type: ResourceType;
  readonly id: string;
}

/** A named permission on a resource, inherited by everything below it (documents.md 2.4). */
export interface Grant {
  readonly id: Id<"Grant">;
  readonly subjectType: "user" | "group";
  readonly subjectId: UserId | GroupId;
  readonly resource: ResourceRef;
  readonly level: Level;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A record with its reader's level by named permissions; `null` without one. */
export interface WithLevel<Resource> {
  readonly record: Resource;
  readonly level: Level | null;
}

/** A folder or document with its reader's level, and how far up he may read. */
export interface NodeWithLevel<Resource> extends WithLevel<Resource> {
  /**
   * The highest ancestor with a grant to the reader: the workspace, a folder, or none. He may read everything from
   * there down to the resource, and nothing above.
   */
  readonly grantedOn: "workspace" | "folder" | null;
}

/** Returns the workspace of a node if the reader may read it: that requires a named permission on the workspace. */
export function visibleWorkspace<Ref>({
  record,
  grantedOn,
}: Pick<NodeWithLevel<{ readonly workspace: Ref | null }>, "record" | "grantedOn">): Ref | null {
  return grantedOn === "workspace" ? record.workspace : null;
}

/**
 * True when a right suffices; `null` is no right.
 *
 * @example
 * ```ts
 * import { isLevelAtLeast } from "@cartulary/documents";
 *
 * isLevelAtLeast("manage", "read"); // true
 * isLevelAtLeast(null, "read"); // false: no right at all
 * ```
 */
export function isLevelAtLeast(level: Level | null, needed: Level): boolean {
  return level !== null && LEVELS.indexOf(level) >= LEVELS.indexOf(needed);
}

/** Returns the level that the caller's role gives on every resource; `null` without one. */
export function levelByRole(caller: Pick<Caller, "role">): Level | null {
  return isAdministrator(caller) ? "manage" : null;
}

/** Returns the creator's `manage` grant on a new resource. */
export function creatorGrant(id: Grant["id"], creator: Caller, resource: ResourceRef, now: Instant): Grant {
  return {
    id,
    subjectType: "user",
    subjectId: creator.userId,
    resource,
    level: "manage",
    createdAt: now,
    updatedAt: now,
  };
}
