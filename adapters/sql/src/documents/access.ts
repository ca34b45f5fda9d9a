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
import { ancestors, contentRows, descendants, descending, type Holders, holders, inSet, lineages } from "./tree.ts";

/** What statements ask of a caller: his role decides what they say, the rest are values. */
export type Asker = Pick<Caller, "role" | "userId" | "groupIds">;
export type Subjects = Omit<Asker, "role">;

/** A level as statements compare it: its place in `LEVELS`, from 1. */
type Rank = number;

const ALL: RawBuilder<SqlBool> = sql`1 = 1`;

/**
 * The highest rank that was granted to the caller on a resource or on anything above it; null without any. It says
 * nothing about whether the resource exists, so it stands in a statement that reads it.
 */
export function rankOn(dialect: Dialect, caller: Asker, resource: ResourceRef): RawBuilder<Rank | null> {
  return byRole(
    caller,
    (level) => sql`${sql.lit(rankOfLevel(level))}`,
    () => sql`(select max(${rankOf("level")}) from (${reaching(dialect, resource, caller)}) as reaching)`,
  );
}

/** What a statement says for whom the role gives a level everywhere, else what it says by his grants. */
function byRole<Answer>(caller: Asker, everywhere: (level: Level) => Answer, byGrants: () => Answer): Answer {
  const level = levelByRole(caller);
  return level === null ? byGrants() : everywhere(level);
}

/** What a caller's permissions reach of a node and of what it lies in, as one number: rank and distance. */
type Reach = number;
const RANK_STEP = 100;

/**
 * The same with how far above the resource the furthest of the caller's permissions stands; `null` without any. One
 * number, so that the walk upwards is made once: {@link reachOf} takes it apart.
 */
export function reachOn(dialect: Dialect, caller: Asker, resource: ResourceRef): RawBuilder<Reach | null> {
  return byRole(
    caller,
    (level) => sql`${sql.lit(rankOfLevel(level))} * ${sql.lit(RANK_STEP)} + ${WORKSPACE_DISTANCE}`,
    () => sql`(select max(${rankOf("level")}) * ${sql.lit(RANK_STEP)} + max(distance)
      from (${reaching(dialect, resource, caller)}) as reaching)`,
  );
}

/** What a reach says: the level, and what above the resource the furthest permission stands on. */
export function reachOf(reach: Reach | null): Omit<NodeWithLevel<unknown>, "record"> {
  if (reach === null) return { level: null, from: null };
  const distance = reach % RANK_STEP;
  const from = distance === 0 ? null : distance > FOLDER_DISTANCE_MAX ? "workspace" : "folder";
  return { level: levelOf(Math.floor(reach / RANK_STEP)), from };
}

/**
 * Whether a row of `documents`, one of a few that were found by something else, is one that the caller may read; `parents`
 * selects {@link grantedParents} of these. It costs what they lie in, however much else the caller sees.
 */
export function grantedAmong(caller: Asker, parents: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return byRole(
    caller,
    () => ALL,
    () => sql`(
      ${isGranted(caller, sql.ref("documents.id"))} or ${isGranted(caller, sql.ref("documents.workspace_id"))}
      or documents.documents_folder_id in (${parents}))`,
  );
}

/** Whether the caller may read what each of those rows of `documents` lies in. */
export function seenAmong(caller: Asker, parents: RawBuilder<unknown>): Above {
  return byRole(
    caller,
    () => SEEN,
    () => {
      const workspace = sql<SqlBool>`workspaces.id in (${granted(caller, "workspace")})`;
      return { workspace, parent: sql`(parents.id in (${parents}) or ${workspace})` };
    },
  );
}

interface ReadableAmongMany {
  readonly isEverything: boolean;
  readonly sets: RawBuilder<unknown>;
  readonly isReadable: RawBuilder<SqlBool>;
}

/**
 * The same of each of many rows of `documents`: `sets` are what a statement begins with, after `with recursive`, and cost
 * what was granted to the caller and the folders inside that.
 */
export function readableAmongMany(dialect: Dialect, caller: Asker): ReadableAmongMany {
  return byRole<ReadableAmongMany>(
    caller,
    () => ({ isEverything: true, sets: sql``, isReadable: ALL }),
    () => ({
      isEverything: false,
      sets: sql`below (id) as (${descending(dialect, granted(caller, "folder"))}),
        granted_ids as materialized (select resource_id as id from grants where subject_id in (${subjectsOf(caller)})),`,
      isReadable: sql`(documents.documents_folder_id in (select id from below)
        or documents.workspace_id in (select id from granted_ids) or documents.id in (select id from granted_ids))`,
    }),
  );
}

/** Of the folders that a few documents lie in, the ids of those that the caller was granted something on, or above them. */
export function grantedParents(dialect: Dialect, caller: Asker, few: RawBuilder<unknown>): RawBuilder<unknown> {
  const folders = sql`select documents_folder_id from (${few}) as few where documents_folder_id is not null`;
  return sql`${lineages(dialect, inSet(dialect, "folders.id", folders))}
    select above.start as id from above where ${isGranted(caller, sql.ref("above.id"))}`;
}

/** Whether something was granted to the caller on a resource itself. */
const isGranted = (caller: Asker, place: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`exists (
  select 1 from grants where grants.resource_id = ${place} and grants.subject_id in (${subjectsOf(caller)}))`;

/** The highest rank that was granted to the caller on a row itself, whatever it lies in; null without any. */
export function ownRank(caller: Asker, table: NodeTable): RawBuilder<Rank | null> {
  return sql`(select max(${rankOf("level")}) from grants
    where resource_id = ${sql.ref(`${table}.id`)} and subject_id in (${subjectsOf(caller)}))`;
}

/** Whether a row is one of these, or one on which itself something was granted to the caller. */
export function isReachableIn(
  dialect: Dialect,
  caller: Asker,
  table: NodeTable,
  ids: readonly string[],
): RawBuilder<SqlBool> {
  const own = inSet(dialect, `${table}.id`, granted(caller, TYPES[table]));
  return ids.length === 0 ? own : sql`(${sql.ref(`${table}.id`)} in (${sql.join(ids)}) or ${own})`;
}

/** The level of a rank. */
export function levelOf(rank: Rank | null): Level | null {
  return rank === null ? null : (LEVELS[rank - 1] ?? null);
}

const rankOfLevel = (level: Level): Rank => LEVELS.indexOf(level) + 1;

/** The rank of the level in a column. */
export function rankOf(column: string): RawBuilder<Rank> {
  const whens = LEVELS.map((level) => sql`when ${sql.lit(level)} then ${sql.lit(rankOfLevel(level))}`);
  return sql`case ${sql.ref(column)} ${sql.join(whens, sql` `)} end`;
}

/** A grant that reaches a resource. */
export interface Reaching extends Row<typeof grantRows> {
  /** How far above the resource it was given; 0 on the resource itself. */
  readonly distance: number;
  readonly inherited: StoredBoolean;
}

/**
 * Selects the grants on a resource and on all it lies in: the one place that says which reach it. Everybody's, or those
 * that speak of one caller.
 *
 * Costs what the resource lies in: one step a folder, one look at the grants on each.
 */
export function reaching({ name }: Dialect, resource: ResourceRef, caller?: Asker): RawBuilder<Reaching> {
  const places = sql`(${PLACES[resource.type](resource.id)}) as place`;
  const there = sql`grants.resource_id = place.id ${caller ? sql`and grants.subject_id in (${subjectsOf(caller)})` : sql``}`;
  const found =
    name === "postgres"
      ? sql`${places} cross join lateral (select * from grants where ${there} offset 0) as grants`
      : sql`${places} cross join grants where ${there}`;
  return sql`select grants.*, place.distance, place.distance > 0 as inherited from ${found}`;
}

/** How far up the walks go. */
const FOLDER_DISTANCE_MAX = FOLDER_DEPTH_MAX + 1;
/** Further away than any folder. */
const WORKSPACE_DISTANCE = sql.lit(FOLDER_DISTANCE_MAX + 1);

/** The resource and all it lies in: where a grant may stand that reaches it, and how far up that is. */
const PLACES: Readonly<Record<ResourceType, (id: string) => RawBuilder<unknown>>> = {
  workspace: (id) => sql`select id, 0 as distance from workspaces where id = ${id}`,
  folder: (id) => sql`
    ${ancestors(sql`${id}`)} select id, depth - 1 as distance from above
    union all select workspace_id, ${WORKSPACE_DISTANCE} from folders where id = ${id}`,
  document: (id) => sql`
    ${ancestors(sql`(select documents_folder_id from documents where id = ${id})`)} select id, depth as distance from above
    union all select workspace_id, ${WORKSPACE_DISTANCE} from documents where id = ${id}
    union all select id, 0 from documents where id = ${id}`,
};

/** Whether a row of `workspaces` is one that the caller may read. */
export function listedWorkspaces(dialect: Dialect, caller: Asker): RawBuilder<SqlBool> {
  return byRole(
    caller,
    () => ALL,
    () => inSet(dialect, "workspaces.id", granted(caller, "workspace")),
  );
}

/** The plans that the caller may see: of administrators, his own, and those of workspaces that he may read. */
export function listedPlans(dialect: Dialect, caller: Asker): RawBuilder<SqlBool> {
  return byRole(
    caller,
    () => ALL,
    () => inSet(dialect, "classification_plans.id", plansSeen(dialect, caller)),
  );
}

function plansSeen(dialect: Dialect, caller: Asker): RawBuilder<unknown> {
  const workspaces = granted(caller, "workspace");
  return sql`
    select id from classification_plans where made_by_administrator = ${dialect.boolean(true)}
    union all select id from classification_plans where created_by = ${caller.userId}
    union all select id from classification_plans where ${inSet(dialect, "workspace_id", workspaces)}
    union all select classification_plan_id from workspaces where ${inSet(dialect, "id", workspaces)}
      and classification_plan_id is not null`;
}

type NodeTable = "folders" | "documents";

/** Which rows of a table a list shows, and what of what they lie in. */
export interface Listed {
  /** How the rows are come to, where they are few among all; `null` where whatever is in the table may be shown. */
  readonly reached: { readonly below: RawBuilder<unknown>; readonly ways: readonly Way[] } | null;
  /** In one folder: what is decided there in advance. */
  readonly judged?: Judged;
  readonly where: RawBuilder<SqlBool>;
  /** Whether the caller may read what the row lies in: `workspaces` and `parents` in the statement. */
  readonly sees: Above;
}

/** What is decided once, as the one row of `judged (readable)`, before a row is looked at. */
export interface Judged {
  /** Selects that row. */
  readonly row: RawBuilder<unknown>;
  /** Whether all that lies there may be read. */
  readonly all: RawBuilder<SqlBool>;
  readonly there: RawBuilder<SqlBool>;
  /** What of it may be read where not all may. */
  readonly some: RawBuilder<SqlBool>;
}

/** One way to rows: tables in their order, the listed one last, and what leads from one to the next. */
interface Way {
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<SqlBool>;
}

/** Whether the workspace and the parent of a row are shown. */
export interface Above {
  readonly workspace: RawBuilder<SqlBool>;
  readonly parent: RawBuilder<SqlBool>;
}

/** Everything is. */
export const SEEN: Above = { workspace: ALL, parent: ALL };

/**
 * The folders or documents that lie where a list was narrowed to and that the caller may read.
 *
 * What is asked for in one folder is decided there once. Elsewhere the set is built from the grants downwards: it
 * costs what the caller sees, however much there is beside it.
 */
export function listed(dialect: Dialect, table: NodeTable, caller: Asker, within: Within): Listed {
  return byRole<Listed>(
    caller,
    () => ({ reached: null, where: lies(table, within), sees: SEEN }),
    () => listedByGrants(dialect, table, caller, within),
  );
}

function listedByGrants(dialect: Dialect, table: NodeTable, caller: Asker, within: Within): Listed {
  const workspace = sql<SqlBool>`workspaces.id in (${granted(caller, "workspace")})`;
  const { documentsFolderId: id } = within;
  if (id) {
    const judged = judgedIn(dialect, table, caller, { ...within, documentsFolderId: id });
    const { all, there, some } = judged;
    return { reached: null, judged, where: sql`${there} and (${all} or ${some})`, sees: { workspace, parent: all } };
  }
  return {
    reached: { below: descending(dialect, granted(caller, "folder")), ways: WAYS[table](dialect, caller, within) },
    where: liesUnindexed(table, within),
    sees: { workspace, parent: sql`(parents.id in (select id from below) or ${workspace})` },
  };
}

/** What reaches a folder reaches all that lies in it. Without, only what was granted by itself may be read. */
function judgedIn(
  dialect: Dialect,
  table: NodeTable,
  caller: Asker,
  within: Within & { readonly documentsFolderId: string },
): Judged {
  const rank = rankOn(dialect, caller, { type: "folder", id: within.documentsFolderId });
  return {
    row: sql`select ${rank} is not null`,
    all: sql`(select readable from judged)`,
    there: lies(table, within),
    some: inSet(dialect, `${table}.id`, granted(caller, TYPES[table])),
  };
}

/** Beside the set `below`. A row may be come to by several. */
const WAYS: Readonly<Record<NodeTable, (dialect: Dialect, caller: Asker, within: Within) => readonly Way[]>> = {
  folders: (dialect, caller, within) => [
    contentRows(dialect, "folders", { rows: sql`(select id from below)`, named: "id" }),
    contentRows(dialect, "folders", workspacesOf(dialect, caller, within)),
  ],
  documents: (dialect, caller, within) => [
    contentRows(dialect, "documents", foldersBelow(dialect)),
    contentRows(dialect, "documents", workspacesOf(dialect, caller, within)),
    contentRows(dialect, "documents", holders(dialect, granted(caller, "document"), "id")),
  ],
};

/** Whether a row of `folders` or `documents` is one that the caller may read, wherever it lies. */
export function readable(dialect: Dialect, table: NodeTable, caller: Asker): RawBuilder<SqlBool> {
  return readableIds(dialect, table, caller, (ids) => inSet(dialect, `${table}.id`, ids));
}

/** What `isAmong` says of the ids of all that the caller may read in a table; of everything, where his role lets him. */
export function readableIds(
  dialect: Dialect,
  table: NodeTable,
  caller: Asker,
  isAmong: (ids: RawBuilder<unknown>) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  return byRole(
    caller,
    () => ALL,
    () => isAmong(grantedIds(dialect, table, caller)),
  );
}

/** Selects the ids of all rows of a table that grants make readable for the caller. An id may be selected several times. */
export function grantedIds(dialect: Dialect, table: NodeTable, caller: Asker): RawBuilder<unknown> {
  const id = sql.ref(`${table}.id`);
  const ways = WAYS[table](dialect, caller, {}).map(({ from, where }) => sql`select ${id} from ${from} where ${where}`);
  return sql`${descendants(dialect, granted(caller, "folder"))} ${sql.join(ways, sql` union all `)}`;
}

const TYPES = { folders: "folder", documents: "document" } as const satisfies Record<NodeTable, ResourceType>;

const foldersBelow = (dialect: Dialect) => holders(dialect, sql`select id from below`, "documents_folder_id");

/** The workspaces that the caller may read whole; where a list is narrowed to one, no other matters. */
function workspacesOf(dialect: Dialect, caller: Asker, { workspaceId }: Within): Holders {
  const one = workspaceId ? sql`and resource_id = ${workspaceId}` : sql``;
  return holders(dialect, sql`${granted(caller, "workspace")} ${one}`, "workspace_id");
}

/** The ids of what was granted to the caller. */
function granted(caller: Asker, type: ResourceType): RawBuilder<unknown> {
  return sql`select resource_id as id from grants
    where subject_id in (${subjectsOf(caller)}) and resource_type = ${sql.lit(type)}`;
}

/** Whether a row lies where a list was narrowed to. */
function lies(table: NodeTable, { workspaceId, documentsFolderId }: Within): RawBuilder<SqlBool> {
  const inWorkspace = workspaceId ? sql`${sql.ref(`${table}.workspace_id`)} = ${workspaceId}` : ALL;
  const inFolder = documentsFolderId ? sql`${sql.ref(`${table}.documents_folder_id`)} = ${documentsFolderId}` : ALL;
  return sql`${inWorkspace} and ${inFolder}`;
}

/**
 * The same for a set that is known already. SQLite would rather walk a whole workspace and look up each row in the set,
 * were it not for the `coalesce`, which means nothing; Postgres leaves it out and chooses by what it expects to find.
 */
function liesUnindexed(table: NodeTable, { workspaceId }: Within): RawBuilder<SqlBool> {
  return workspaceId ? sql`coalesce(${sql.ref(`${table}.workspace_id`)}, null) = ${workspaceId}` : ALL;
}

/** Whom grants may name so that they speak of the caller. */
function subjectsOf({ userId, groupIds }: Asker): RawBuilder<unknown> {
  return sql.join([userId, ...groupIds]);
}
