import type { Level } from "@cartulary/documents";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../../engine/dialect.ts";
import { byRole, rankOf, rankOfLevel, type SqlCaller, subjectsOf } from "../access.ts";
import { lineages } from "../tree.ts";

/** The conditions that a caller manages an entry (`entries`), and that he may restore it. */
export interface EntryRights {
  readonly manages: RawBuilder<SqlBool>;
  readonly restores: RawBuilder<SqlBool>;
}

const ALL: RawBuilder<SqlBool> = sql`1 = 1`;

/**
 * Administrators manage all entries. Others manage what they managed at the deletion if they manage its place now, and
 * may restore what they deleted if they may write on its place now. A place that is gone, or in the trash, gives no
 * right; a resource outside folders and workspaces needs none.
 */
export function entryRights(dialect: Dialect, caller: SqlCaller): EntryRights {
  return byRole(
    caller,
    () => ({ manages: ALL, restores: ALL }),
    () => {
      const manages = sql<SqlBool>`(${managed(caller)} and ${placeAllows(dialect, caller, "manage")})`;
      const deleted = sql<SqlBool>`(entries.deleted_by = ${caller.userId} and ${placeAllows(dialect, caller, "write")})`;
      return { manages, restores: sql<SqlBool>`(${manages} or ${deleted})` };
    },
  );
}

/** True if the caller, or a group that he was a member of at the deletion, managed the resource. */
function managed(caller: SqlCaller): RawBuilder<SqlBool> {
  const { userId } = caller;
  const member = sql`exists (select 1 from group_members where group_members.group_id = trash_managers.subject_id
    and group_members.user_id = ${userId} and group_members.created_at <= entries.deleted_at)`;
  return sql`exists (select 1 from trash_managers where trash_managers.entry_id = entries.id
    and trash_managers.subject_id in (${subjectsOf(caller)}) and (trash_managers.subject_id = ${userId} or ${member}))`;
}

/** The entries that concern a caller at all, found by index. */
function concerning(caller: SqlCaller): RawBuilder<unknown> {
  return sql`select place_id from trash_entries where place_type = 'folder' and (deleted_by = ${caller.userId}
    or id in (select entry_id from trash_managers where subject_id in (${subjectsOf(caller)})))`;
}

/** True if the place of an entry exists and the caller has the level there; places are looked up once each. */
function placeAllows(dialect: Dialect, caller: SqlCaller, level: Level): RawBuilder<SqlBool> {
  const least = sql.lit(rankOfLevel(level));
  const suffices = sql`grants.subject_id in (${subjectsOf(caller)}) and ${rankOf("grants.level")} >= ${least}`;
  const workspaces = sql`select grants.resource_id from grants where grants.resource_type = 'workspace' and ${suffices}`;
  const folders = sql`${lineages(dialect, dialect.inSet("folders.id", concerning(caller)))}
    select above.start from above where exists (
      select 1 from grants where grants.resource_id = above.id and ${suffices})`;
  return sql`case entries.place_type when 'none' then ${TRUE}
    when 'workspace' then place_workspaces.id is not null and entries.place_id in (${workspaces})
    else place_folders.id is not null
      and (place_folders.workspace_id in (${workspaces}) or entries.place_id in (${folders})) end`;
}

const TRUE = sql`1 = 1`;
