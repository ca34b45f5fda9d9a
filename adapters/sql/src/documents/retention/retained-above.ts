import { FOLDER_DEPTH_MAX, type RetentionSource } from "@cartulary/documents";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Dialect, jsonFrom, type StoredJson } from "../../engine/dialect.ts";

const STEPS_MAX = sql.lit(FOLDER_DEPTH_MAX + 1);
const WORKSPACE_DEPTH = sql.lit(FOLDER_DEPTH_MAX + 2);

/** The condition that a row has an own retention, in force or past: that of the indexes. */
export const isRetained = (alias: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(`${alias}.retain_until`)} is not null or ${sql.ref(`${alias}.legal_hold_set_at`)} is not null)`;

/** A retention as stored in JSON. */
interface StoredSource extends Omit<RetentionSource, "isHeld"> {
  readonly isHeld: number;
}
export type StoredSources = StoredJson<readonly StoredSource[]>;

/** The columns of a source: type, id, name, until, held. */
export const sourceColumns = (type: string, alias: string, name: string): RawBuilder<unknown> =>
  sql`${sql.lit(type)} as type, ${sql.ref(`${alias}.id`)} as id, ${sql.ref(`${alias}.${name}`)} as name,
    ${sql.ref(`${alias}.retain_until`)} as until,
    case when ${sql.ref(`${alias}.legal_hold_set_at`)} is null then 0 else 1 end as held`;

/**
 * The own retentions of a folder, of all above it and of a workspace, as JSON, nearest first. Without any retained folder
 * or workspace in the database, which an index tells, nothing is walked.
 */
export function retainedAbove(
  dialect: Dialect,
  folder: RawBuilder<unknown>,
  workspace: RawBuilder<unknown>,
): RawBuilder<StoredSources | null> {
  const some = (table: string) =>
    sql`exists (select 1 from ${sql.table(table)} as retaining where ${isRetained("retaining")})`;
  return sql`(case when ${some("folders")} or ${some("workspaces")} then (
    with recursive up (id, parent, depth) as (
      select near.id, near.documents_folder_id, 1 from folders as near where near.id = ${folder}
      union all
      select far.id, far.documents_folder_id, up.depth + 1
      from up cross join folders as far where far.id = up.parent and up.depth < ${STEPS_MAX}
    )
    select ${sourcesAsJson(dialect)} from (
      select ${sourceColumns("folder", "each", "name")}, up.depth as depth
      from up cross join folders as each where each.id = up.id and ${isRetained("each")}
      union all
      select ${sourceColumns("workspace", "whole", "label")}, ${WORKSPACE_DEPTH} as depth
      from workspaces as whole where whole.id = ${workspace} and ${isRetained("whole")}
    ) as source) end)`;
}

/** The rows of `source` as JSON. */
function sourcesAsJson(dialect: Dialect): RawBuilder<unknown> {
  const fields = sql`'type', source.type, 'id', source.id, 'name', source.name, 'until', source.until, 'isHeld', source.held`;
  return dialect.jsonArray(dialect.jsonObject(fields), sql` order by source.depth`);
}

/** Decodes {@link retainedAbove}; empty for null. */
export function sourcesFrom(stored: StoredSources | null): readonly RetentionSource[] {
  if (stored === null) return [];
  const sources: readonly StoredSource[] | null = jsonFrom(stored);
  return (sources ?? []).map(({ isHeld, ...source }) => ({ ...source, isHeld: isHeld === 1 }));
}
