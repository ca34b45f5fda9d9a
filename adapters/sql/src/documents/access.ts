import {
  FOLDER_DEPTH_MAX,
  LEVELS,
  type Level,
  levelByRole,
  type NodeWithLevel,
  type ResourceRef,
  type ResourceType,
  type Within,
} from "@cartulary/documents";
import type { Caller } from "@cartulary/kernel";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Row } from "../engine/columns.ts";
import type { Dialect, StoredBoolean } from "../engine/dialect.ts";
import type { grantRows } from "./tables.ts";
import { ancestors, contentRows, descendantRows, descendants, lineages, type ParentSet, parentSet } from "./tree.ts";

/** The caller of a statement: the role decides its text, the ids are values. */
export type SqlCaller = Pick<Caller, "role" | "userId" | "groupIds">;
export type Subjects = Omit<SqlCaller, "role">;

/** The position of a level in `LEVELS`, from 1, for comparisons in SQL. */
type Rank = number;

const ALL: RawBuilder<SqlBool> = sql`1 = 1`;

/**
 * The caller's highest granted rank on a resource or its ancestors; null if none. Does not check that the resource
 * exists, so the statement that reads the resource uses it.
 */
export function rankOn(dialect: Dialect, caller: SqlCaller, resource: ResourceRef): RawBuilder<Rank | null> {
  return byRole(
    caller,
    (level) => sql`${sql.lit(rankOfLevel(level))}`,
    () => sql`(select max(${rankOf("level")}) from (${grantsReaching(dialect, resource, caller)}) as reaching)`,
  );
}

/** Uses the level that the role gives everywhere, if any; otherwise the caller's grants. */
export function byRole<Answer>(
  caller: SqlCaller,
  everywhere: (level: Level) => Answer,
  byGrants: () => Answer,
): Answer {
  const level = levelByRole(caller);
  return level === null ? byGrants() : everywhere(level);
}

/** The rank and the distance of the caller's grants on a node and its ancestors, as one number. */
type Reach = number;
const RANK_STEP = 100;

/**
 * {@link rankOn} with the distance of the caller's furthest grant; null if none. One number, so that the statement
 * walks the ancestors once; {@link reachOf} splits it.
 */
export function reachOn(dialect: Dialect, caller: SqlCaller, resource: ResourceRef): RawBuilder<Reach | null> {
  return byRole(
    caller,
    (level) => sql`${sql.lit(rankOfLevel(level))} * ${sql.lit(RANK_STEP)} + ${WORKSPACE_DISTANCE}`,
    () => sql`(select max(${rankOf("level")}) * ${sql.lit(RANK_STEP)} + max(distance)
      from (${grantsReaching(dialect, resource, caller)}) as reaching)`,
  );
}

/** Splits a reach into the level and the type of the furthest ancestor with a grant. */
export function reachOf(reach: Reach | null): Omit<NodeWithLevel<unknown>, "record"> {
  if (reach === null) return { level: null, grantedOn: null };
  const distance = reach % RANK_STEP;
  const from = distance === 0 ? null : distance > FOLDER_DISTANCE_MAX ? "workspace" : "folder";
  return { level: levelOf(Math.floor(reach / RANK_STEP)), grantedOn: from };
}

/**
 * True if the caller may read a row of `documents` that another condition found; `parents` selects the {@link
 * readableParentIds} of these rows. The cost depends on their ancestors, not on what else the caller may read.
 */
export function isReadableByGrants(caller: SqlCaller, parents: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return byRole(
    caller,
    () => ALL,
    () => sql`(
      ${isGranted(caller, sql.ref("documents.id"))} or ${isGranted(caller, sql.ref("documents.workspace_id"))}
      or documents.documents_folder_id in (${parents}))`,
  );
}

/** The visibility of the parents of those rows of `documents`. */
export function areParentsReadable(caller: SqlCaller, parents: RawBuilder<unknown>): ParentVisibility {
  return byRole(
    caller,
    () => ALL_VISIBLE,
    () => {
      const workspace = sql<SqlBool>`workspaces.id in (${granted(caller, "workspace")})`;
      return { workspace, parent: sql`(parents.id in (${parents}) or ${workspace})` };
    },
  );
}

interface DocumentReadability {
  readonly isEverything: boolean;
  readonly sets: RawBuilder<unknown>;
  readonly isReadable: RawBuilder<SqlBool>;
}

/**
 * The condition that the caller may read a row of `documents`, for many rows. `sets` follow `with recursive`; their
 * cost depends on the caller's grants and the folders below them.
 */
export function documentReadability(dialect: Dialect, caller: SqlCaller): DocumentReadability {
  return byRole<DocumentReadability>(
    caller,
    () => ({ isEverything: true, sets: sql``, isReadable: ALL }),
    () => ({
      isEverything: false,
      sets: sql`below (id) as (${descendantRows(dialect, granted(caller, "folder"))}),
        granted_ids as materialized (select resource_id as id from grants where subject_id in (${subjectsOf(caller)})),`,
      isReadable: sql`(documents.documents_folder_id in (select id from below)
        or documents.workspace_id in (select id from granted_ids) or documents.id in (select id from granted_ids))`,
    }),
  );
}

/** Selects the parent folders of a few documents on which, or above which, the caller has a grant. */
export function readableParentIds(dialect: Dialect, caller: SqlCaller, few: RawBuilder<unknown>): RawBuilder<unknown> {
  const folders = sql`select documents_folder_id from (${few}) as few where documents_folder_id is not null`;
  return sql`${lineages(dialect, dialect.inSet("folders.id", folders))}
    select above.start as id from above where ${isGranted(caller, sql.ref("above.id"))}`;
}

/** True if the caller has a grant on the resource itself. */
export const isGranted = (caller: SqlCaller, place: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`exists (
  select 1 from grants where grants.resource_id = ${place} and grants.subject_id in (${subjectsOf(caller)}))`;

/** The caller's highest rank on a row itself, without its ancestors; null if none. */
export function directRank(caller: SqlCaller, table: NodeTable): RawBuilder<Rank | null> {
  return sql`(select max(${rankOf("level")}) from grants
    where resource_id = ${sql.ref(`${table}.id`)} and subject_id in (${subjectsOf(caller)}))`;
}

/** True if a row has one of these ids, or the caller has a grant on the row itself. */
export function isReachableIn(
  dialect: Dialect,
  caller: SqlCaller,
  table: NodeTable,
  ids: readonly string[],
): RawBuilder<SqlBool> {
  const own = dialect.inSet(`${table}.id`, granted(caller, TYPES[table]));
  return ids.length === 0 ? own : sql`(${sql.ref(`${table}.id`)} in (${sql.join(ids)}) or ${own})`;
}

export function levelOf(rank: Rank | null): Level | null {
  return rank === null ? null : (LEVELS[rank - 1] ?? null);
}

export const rankOfLevel = (level: Level): Rank => LEVELS.indexOf(level) + 1;

/** The rank of the level in a column. */
export function rankOf(column: string): RawBuilder<Rank> {
  const whens = LEVELS.map((level) => sql`when ${sql.lit(level)} then ${sql.lit(rankOfLevel(level))}`);
  return sql`case ${sql.ref(column)} ${sql.join(whens, sql` `)} end`;
}

/** A grant on a resource or on one of its ancestors. */
export interface InheritedGrant extends Row<typeof grantRows> {
  /** The number of levels from the resource up to the grant; 0 on the resource itself. */
  readonly distance: number;
  readonly inherited: StoredBoolean;
}

/**
 * Selects the grants on a resource and its ancestors: of all subjects, or those that apply to one caller. The only
 * implementation of inheritance.
 *
 * The cost depends on the depth: one step for each folder, one lookup of the grants on each.
 */
export function grantsReaching(
  dialect: Dialect,
  resource: ResourceRef,
  caller?: SqlCaller,
): RawBuilder<InheritedGrant> {
  const places = sql`(${RESOURCE_WITH_ANCESTORS[resource.type](resource.id)}) as place`;
  const applies = sql`grants.resource_id = place.id ${caller ? sql`and grants.subject_id in (${subjectsOf(caller)})` : sql``}`;
  const found = sql`${places} ${dialect.lookup("cross", { table: sql.table("grants"), as: "grants", on: applies })}`;
  return sql`select grants.*, place.distance, place.distance > 0 as inherited from ${found}`;
}

/** The maximum distance of an ancestor folder. */
const FOLDER_DISTANCE_MAX = FOLDER_DEPTH_MAX + 1;
/** Greater than the distance of every folder. */
const WORKSPACE_DISTANCE = sql.lit(FOLDER_DISTANCE_MAX + 1);

/** Selects a resource and its ancestors with their distance. */
const RESOURCE_WITH_ANCESTORS: Readonly<Record<ResourceType, (id: string) => RawBuilder<unknown>>> = {
  workspace: (id) => sql`select id, 0 as distance from workspaces where id = ${id}`,
  folder: (id) => sql`
    ${ancestors(sql`${id}`)} select id, depth - 1 as distance from above
    union all select workspace_id, ${WORKSPACE_DISTANCE} from folders where id = ${id}`,
  document: (id) => sql`
    ${ancestors(sql`(select documents_folder_id from documents where id = ${id})`)} select id, depth as distance from above
    union all select workspace_id, ${WORKSPACE_DISTANCE} from documents where id = ${id}
    union all select id, 0 from documents where id = ${id}`,
};

/** True if the caller may read a row of `workspaces`. */
export function readableWorkspaces(dialect: Dialect, caller: SqlCaller): RawBuilder<SqlBool> {
  return byRole(
    caller,
    () => ALL,
    () => dialect.inSet("workspaces.id", granted(caller, "workspace")),
  );
}

/** The plans that the caller may see: those of administrators, the caller's own, and those of readable workspaces. */
export function visiblePlans(dialect: Dialect, caller: SqlCaller): RawBuilder<SqlBool> {
  return byRole(
    caller,
    () => ALL,
    () => dialect.inSet("classification_plans.id", plansSeen(dialect, caller)),
  );
}

function plansSeen(dialect: Dialect, caller: SqlCaller): RawBuilder<unknown> {
  const workspaces = granted(caller, "workspace");
  return sql`
    select id from classification_plans where made_by_administrator = ${dialect.boolean(true)}
    union all select id from classification_plans where created_by = ${caller.userId}
    union all select id from classification_plans where ${dialect.inSet("workspace_id", workspaces)}
    union all select classification_plan_id from workspaces where ${dialect.inSet("id", workspaces)}
      and classification_plan_id is not null`;
}

type NodeTable = "folders" | "documents";

/** The condition of a list's rows, and the visibility of their parents. */
export interface ListAccess {
  /** The ways to find the rows if they are few in the table; `null` if every row of the table may be listed. */
  readonly reached: { readonly below: RawBuilder<unknown>; readonly ways: readonly RawBuilder<unknown>[] } | null;
  /** For a list of one folder: the decision about that folder. */
  readonly judged?: FolderDecision;
  readonly where: RawBuilder<SqlBool>;
  /** The visibility of the row's parents: `workspaces` and `parents` in the statement. */
  readonly sees: ParentVisibility;
}

/** The access to one folder, decided once as the single row of `judged (readable)`. */
export interface FolderDecision {
  /** Selects that row. */
  readonly row: RawBuilder<unknown>;
  /** True if the caller may read everything in the folder. */
  readonly all: RawBuilder<SqlBool>;
  /** The condition that a row is in the folder. */
  readonly inFolder: RawBuilder<SqlBool>;
  /** The condition of readable rows if not everything is readable. */
  readonly some: RawBuilder<SqlBool>;
}

/** The conditions that the workspace and the parent of a row are visible. */
export interface ParentVisibility {
  readonly workspace: RawBuilder<SqlBool>;
  readonly parent: RawBuilder<SqlBool>;
}

export const ALL_VISIBLE: ParentVisibility = { workspace: ALL, parent: ALL };

/**
 * The folders or documents within a list's scope that the caller may read.
 *
 * For one folder, access is decided once. Otherwise, the set is built from the grants downwards, so the cost depends on
 * the number of readable rows, not on the size of the table.
 */
export function listAccess(dialect: Dialect, table: NodeTable, caller: SqlCaller, within: Within): ListAccess {
  return byRole<ListAccess>(
    caller,
    () => ({ reached: null, where: isWithin(table, within), sees: ALL_VISIBLE }),
    () => listedByGrants(dialect, table, caller, within),
  );
}

function listedByGrants(dialect: Dialect, table: NodeTable, caller: SqlCaller, within: Within): ListAccess {
  const workspace = sql<SqlBool>`workspaces.id in (${granted(caller, "workspace")})`;
  const { documentsFolderId: id } = within;
  if (id) {
    const judged = decideFolder(dialect, table, caller, { ...within, documentsFolderId: id });
    const { all, inFolder, some } = judged;
    return { reached: null, judged, where: sql`${inFolder} and (${all} or ${some})`, sees: { workspace, parent: all } };
  }
  return {
    reached: { below: descendantRows(dialect, granted(caller, "folder")), ways: WAYS[table](dialect, caller, within) },
    where: isWithinUnindexed(table, within),
    sees: { workspace, parent: sql`(parents.id in (select id from below) or ${workspace})` },
  };
}

/**
 * A grant that reaches a folder reaches all of its content. Without one, only rows with their own grant are readable.
 */
function decideFolder(
  dialect: Dialect,
  table: NodeTable,
  caller: SqlCaller,
  within: Within & { readonly documentsFolderId: string },
): FolderDecision {
  const rank = rankOn(dialect, caller, { type: "folder", id: within.documentsFolderId });
  return {
    row: sql`select ${rank} is not null`,
    all: sql`(select readable from judged)`,
    inFolder: isWithin(table, within),
    some: dialect.inSet(`${table}.id`, granted(caller, TYPES[table])),
  };
}

/** The ways to readable rows, in addition to the set `below`. Several ways may find the same row. */
const WAYS: Readonly<
  Record<NodeTable, (dialect: Dialect, caller: SqlCaller, within: Within) => readonly RawBuilder<unknown>[]>
> = {
  folders: (dialect, caller, within) => [
    contentRows(dialect, "folders", { rows: sql`(select id from below)`, parentColumn: "id" }),
    contentRows(dialect, "folders", workspacesOf(dialect, caller, within)),
  ],
  documents: (dialect, caller, within) => [
    contentRows(dialect, "documents", foldersBelow(dialect)),
    contentRows(dialect, "documents", workspacesOf(dialect, caller, within)),
    contentRows(dialect, "documents", parentSet(dialect, granted(caller, "document"), "id")),
  ],
};

/** True if the caller may read a row of `folders` or `documents`. */
export function isReadable(dialect: Dialect, table: NodeTable, caller: SqlCaller): RawBuilder<SqlBool> {
  return readableIds(dialect, table, caller, (ids) => dialect.inSet(`${table}.id`, ids));
}

/** Applies `isAmong` to the ids of a table's readable rows; true if the role may read everything. */
export function readableIds(
  dialect: Dialect,
  table: NodeTable,
  caller: SqlCaller,
  isAmong: (ids: RawBuilder<unknown>) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  return byRole(
    caller,
    () => ALL,
    () => isAmong(grantedIds(dialect, table, caller)),
  );
}

/** Selects the ids of a table's rows that grants make readable for the caller, possibly with duplicates. */
export function grantedIds(dialect: Dialect, table: NodeTable, caller: SqlCaller): RawBuilder<unknown> {
  const id = sql.ref(`${table}.id`);
  const ways = WAYS[table](dialect, caller, {}).map((rows) => sql`select ${id} from ${rows}`);
  return sql`${descendants(dialect, granted(caller, "folder"))} ${sql.join(ways, sql` union all `)}`;
}

const TYPES = { folders: "folder", documents: "document" } as const satisfies Record<NodeTable, ResourceType>;

const foldersBelow = (dialect: Dialect) => parentSet(dialect, sql`select id from below`, "documents_folder_id");

/** The workspaces that the caller may read; only the scope's workspace, if there is one. */
function workspacesOf(dialect: Dialect, caller: SqlCaller, { workspaceId }: Within): ParentSet {
  const one = workspaceId ? sql`and resource_id = ${workspaceId}` : sql``;
  return parentSet(dialect, sql`${granted(caller, "workspace")} ${one}`, "workspace_id");
}

/** The ids of the resources with a grant for the caller. */
function granted(caller: SqlCaller, type: ResourceType): RawBuilder<unknown> {
  return sql`select resource_id as id from grants
    where subject_id in (${subjectsOf(caller)}) and resource_type = ${sql.lit(type)}`;
}

/** True if a row is within the list's scope. */
function isWithin(table: NodeTable, { workspaceId, documentsFolderId }: Within): RawBuilder<SqlBool> {
  const inWorkspace = workspaceId ? sql`${sql.ref(`${table}.workspace_id`)} = ${workspaceId}` : ALL;
  const inFolder = documentsFolderId ? sql`${sql.ref(`${table}.documents_folder_id`)} = ${documentsFolderId}` : ALL;
  return sql`${inWorkspace} and ${inFolder}`;
}

/**
 * {@link isWithin} for a known set. Without the `coalesce`, which changes nothing, SQLite would walk a whole workspace
 * and look up each row in the set; Postgres chooses by its estimates anyway.
 */
function isWithinUnindexed(table: NodeTable, { workspaceId }: Within): RawBuilder<SqlBool> {
  return workspaceId ? sql`coalesce(${sql.ref(`${table}.workspace_id`)}, null) = ${workspaceId}` : ALL;
}

/** The subjects of grants that apply to the caller. */
export function subjectsOf({ userId, groupIds }: SqlCaller): RawBuilder<unknown> {
  return sql.join([userId, ...groupIds]);
}
