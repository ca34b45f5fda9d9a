/**
 * The rule of access (documents.md 2.4): pure functions of a caller and of the grants on a resource and its ancestors.
 * Grants are inherited downwards and the highest level wins; administrators manage every resource. Requests use the
 * same rule in SQL (adapters/sql, documents/access.ts); the suite of @cartulary/ports/documents compares the two.
 */
import { type Caller, isAdministrator } from "@cartulary/kernel";
import type { ResourceType } from "../records/references.ts";
import { type Grant, isLevelAtLeast, type Level, levelByRole, type NodeWithLevel } from "./grant.ts";

/** A resource or one of its ancestors, with all grants on it. */
export interface LineageNode {
  readonly type: ResourceType;
  readonly grants: readonly Grant[];
}

/** The resource first, then its folders, nearest first, then its workspace. */
export type Lineage = readonly LineageNode[];

/** Returns the caller's level on the resource; `null` without read access. */
export function accessLevel(caller: Caller, lineage: Lineage): Level | null {
  return levelByRole(caller) ?? decidingGrant(caller, lineage)?.level ?? null;
}

/**
 * Returns the grant that decides the caller's level, ignoring his role: the highest level, then the nearest, then the
 * oldest.
 */
export function decidingGrant(caller: Caller, lineage: Lineage): Grant | null {
  const nearestFirst = lineage.flatMap(({ grants }) => oldestFirst(grantsOf(caller, grants)));
  return nearestFirst.reduce<Grant | null>(
    (highest, grant) => (highest && isLevelAtLeast(highest.level, grant.level) ? highest : grant),
    null,
  );
}

/**
 * Returns the type of the highest ancestor with a grant to the caller: he may read that ancestor and everything below
 * it. Administrators get "workspace", even outside workspaces.
 */
export function readableFrom(caller: Caller, [, ...above]: Lineage): NodeWithLevel<unknown>["grantedOn"] {
  if (isAdministrator(caller)) return "workspace";
  const granted = above.filter(({ grants }) => grantsOf(caller, grants).length > 0);
  if (granted.some(({ type }) => type === "workspace")) return "workspace";
  return granted.length > 0 ? "folder" : null;
}

/** Returns the grants to the caller and to his groups. */
function grantsOf({ userId, groupIds }: Caller, grants: readonly Grant[]): readonly Grant[] {
  const subjects: readonly Grant["subjectId"][] = [userId, ...groupIds];
  return grants.filter(({ subjectId }) => subjects.includes(subjectId));
}

function oldestFirst(grants: readonly Grant[]): readonly Grant[] {
  return grants.toSorted(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt) || (one.id < other.id ? -1 : 1),
  );
}
