/**
 * The rule of access (documents.md 2.4), and nothing else: pure functions of a caller and of what stands on a resource and
 * on what it lies in. Permissions are inherited downwards, the highest wins, none forbids; administrators manage
 * whatever exists. Requests are answered by the same rule in SQL (adapters/sql, documents/access.ts), which the suite of
 * @cartulary/ports/documents holds to this one, node by node.
 */
import { type Caller, isAdministrator } from "@cartulary/kernel";
import { type Grant, type Level, levelByRole, type NodeWithLevel, type ResourceType, reaches } from "./access.ts";

/** A resource, or something that it lies in, with everybody's grants on it. */
export interface Place {
  readonly type: ResourceType;
  readonly grants: readonly Grant[];
}

/** The resource first, then the folders that it lies in, nearest first, then its workspace. */
export type Lineage = readonly Place[];

/** What the caller may do with the resource; `null` when he may not even read it. */
export function accessLevel(caller: Caller, lineage: Lineage): Level | null {
  return levelByRole(caller) ?? decidingGrant(caller, lineage)?.level ?? null;
}

/** The grant that gives the caller his level, whatever the role: of the highest the nearest, of these the oldest. */
export function decidingGrant(caller: Caller, lineage: Lineage): Grant | null {
  const nearestFirst = lineage.flatMap(({ grants }) => oldestFirst(grantsOf(caller, grants)));
  return nearestFirst.reduce<Grant | null>(
    (highest, grant) => (highest && reaches(highest.level, grant.level) ? highest : grant),
    null,
  );
}

/**
 * What the furthest of the caller's permissions stands on above the resource: he may read all from there down. An
 * administrator reads from the workspace down, also where there is none.
 */
export function readableFrom(caller: Caller, [, ...above]: Lineage): NodeWithLevel<unknown>["from"] {
  if (isAdministrator(caller)) return "workspace";
  const granted = above.filter(({ grants }) => grantsOf(caller, grants).length > 0);
  if (granted.some(({ type }) => type === "workspace")) return "workspace";
  return granted.length > 0 ? "folder" : null;
}

/** The grants that speak of the caller: of himself, or of a group that he is in. */
function grantsOf({ userId, groupIds }: Caller, grants: readonly Grant[]): readonly Grant[] {
  const subjects: readonly Grant["subjectId"][] = [userId, ...groupIds];
  return grants.filter(({ subjectId }) => subjects.includes(subjectId));
}

function oldestFirst(grants: readonly Grant[]): readonly Grant[] {
  return grants.toSorted(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt) || (one.id < other.id ? -1 : 1),
  );
}
