import { FOLDER_DEPTH_MAX } from "@cartulary/documents";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";

// The cost of a walk must depend only on the rows that it visits. Postgres overestimates recursions and would read
// whole tables; SQLite would reorder joins. So these statements fix the join order.

/** One more than the maximum depth: detects trees that are too deep, and ends cycles. */
const STEPS_MAX = sql.lit(FOLDER_DEPTH_MAX + 1);

/** Begins a statement that walks upwards: `above` has the folder (`depth` 1) and its ancestors. */
export function ancestors(folder: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with recursive above (id, parent, depth) as (
    select id, documents_folder_id, 1 from folders where id = ${folder}
    union all
    select folders.id, folders.documents_folder_id, above.depth + 1
    from above cross join folders where folders.id = above.parent and above.depth < ${STEPS_MAX}
  )`;
}

/**
 * Begins a statement that walks upwards from several folders: `above` has each (`start`, `depth` 1) and its ancestors.
 */
export function lineages(dialect: Dialect, startsAt: RawBuilder<SqlBool>): RawBuilder<unknown> {
  const outside = dialect.lookup("cross", {
    table: sql.table("folders"),
    as: "outside",
    columns: ["id", "documents_folder_id"],
    on: sql`outside.id = above.parent`,
  });
  return sql`with recursive above (start, id, parent, depth) as (
    select id, id, documents_folder_id, 1 from folders where ${startsAt}
    union all
    select above.start, outside.id, outside.documents_folder_id, above.depth + 1
    from above ${outside} where above.depth < ${STEPS_MAX}
  )`;
}

/** Begins a statement that walks downwards: `below` has the folders of `tops` and their descendants, once each. */
export function descendants(dialect: Dialect, tops: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with recursive below (id) as (${descendantRows(dialect, tops)})`;
}

/** The query of the recursive set `below (id)`. */
export function descendantRows(dialect: Dialect, tops: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${dialect.fewIds(tops)} union select inside.id from ${contents(dialect, "folders", WALKING)}`;
}

/** Begins a statement that walks downwards with depths: `below` has the folder (`depth` 1) and its descendants. */
export function levelsBelow(dialect: Dialect, folder: string): RawBuilder<unknown> {
  return sql`with recursive below (id, depth) as (
    select id, 1 from folders where id = ${folder}
    union all
    select inside.id, outside.depth + 1 from ${contents(dialect, "folders", WALKING)} where outside.depth < ${STEPS_MAX}
  )`;
}

/** Selects the ids of a folder and of all its descendants. */
export function subtreeOf(dialect: Dialect, folder: string): RawBuilder<unknown> {
  return sql`${descendants(dialect, sql`select id from folders where id = ${folder}`)} select id from below`;
}

/** A set of folders or workspaces with content. */
export interface ParentSet {
  /** Has a column `id`. */
  readonly rows: RawBuilder<unknown>;
  /** The content's column with the id of the parent; `id` if the rows are the content itself. */
  readonly parentColumn: "documents_folder_id" | "workspace_id" | "id";
}

/** The folders that a walk has reached. */
const WALKING: ParentSet = { rows: sql`below`, parentColumn: "documents_folder_id" };

/** The parents with the ids that `ids` selects. */
export function parentSet(
  dialect: Dialect,
  ids: RawBuilder<unknown>,
  parentColumn: ParentSet["parentColumn"],
): ParentSet {
  return { rows: sql`(${dialect.fewIds(ids)})`, parentColumn };
}

/** Joins the parents (`outside`) with the ids of their content (`inside`), through the index. */
function contents(
  dialect: Dialect,
  table: "folders" | "documents",
  { rows, parentColumn }: ParentSet,
): RawBuilder<unknown> {
  const on = sql`${sql.ref(`inside.${parentColumn}`)} = outside.id`;
  return sql`${rows} as outside ${dialect.lookup("cross", { table: sql.table(table), as: "inside", columns: ["id"], on })}`;
}

/** Joins the parents with their rows in a table, through the index and under the table's own name. */
export function contentRows(
  dialect: Dialect,
  table: "folders" | "documents",
  { rows, parentColumn }: ParentSet,
): RawBuilder<unknown> {
  const on = sql`${sql.ref(`${table}.${parentColumn}`)} = outside.id`;
  return sql`${rows} as outside ${dialect.lookup("cross", { table: sql.table(table), as: table, on })}`;
}
