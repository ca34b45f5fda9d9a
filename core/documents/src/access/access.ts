import { type Caller, type GroupId, type Id, type Instant, isAdministrator, type UserId } from "@cartulary/kernel";

/** What a grant lets its subject do, weakest first; each level includes those before it. */
export const LEVELS = ["read", "write", "manage"] as const;
export type Level = (typeof LEVELS)[number];

export type ResourceType = "workspace" | "folder" | "document";

/** Something that grants are made on. */
export interface ResourceRef {
  readonly type: ResourceType;
  readonly id: string;
}

/** A named permission on one resource; it reaches everything below (documents.md 2.4). */
export interface Grant {
  readonly id: Id<"Grant">;
  readonly subjectType: "user" | "group";
  readonly subjectId: UserId | GroupId;
  readonly resource: ResourceRef;
  readonly level: Level;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A record together with the level its reader has on it through named permissions; `null` when there is none. */
export interface WithLevel<Resource> {
  readonly record: Resource;
  readonly level: Level | null;
}

/** A folder or document together with what its reader has on it and above it. */
export interface NodeWithLevel<Resource> extends WithLevel<Resource> {
  /**
   * What the furthest of his permissions stands on: the workspace, a folder above, or neither. He may read all that
   * lies from there down to the resource, and nothing above.
   */
  readonly from: "workspace" | "folder" | null;
}

/** The workspace of a node as it is shown: workspaces are read by named permissions alone. */
export function shownWorkspace<Ref>({
  record,
  from,
}: Pick<NodeWithLevel<{ readonly workspace: Ref | null }>, "record" | "from">): Ref | null {
  return from === "workspace" ? record.workspace : null;
}

/** True when `level` is at least `needed`. */
export function reaches(level: Level | null, needed: Level): boolean {
  return level !== null && LEVELS.indexOf(level) >= LEVELS.indexOf(needed);
}

/** What the caller's role alone gives on whatever exists; `null` when that is nothing. */
export function levelByRole(caller: Pick<Caller, "role">): Level | null {
  return isAdministrator(caller) ? "manage" : null;
}

/** Whoever makes a resource manages it. */
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
