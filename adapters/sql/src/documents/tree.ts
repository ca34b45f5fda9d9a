import { FOLDER_DEPTH_MAX } from "@cartulary/documents";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";

// A walk costs what it visits, and that must not be left to a planner. Postgres expects far more of a recursion than it
// finds, and would read whole tables in advance; SQLite would turn a join round. So both are told which way to go.

/** One more than a tree can be high, so that what is too deep is seen to be, and nothing runs in circles. */
const STEPS_MAX = sql.lit(FOLDER_DEPTH_MAX + 1);

/** Begins a statement that walks upwards: `above` has the folder (`depth` 1) and those it lies in. */
export function ancestors(folder: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with recursive above (id, parent, depth) as (
    select id, documents_folder_id, 1 from folders where id = ${folder}
    union all
    select folders.id, folders.documents_folder_id, above.depth + 1
    from above cross join folders where folders.id = above.parent and above.depth < ${STEPS_MAX}
  )`;
}

/** Begins a statement that walks upwards from several folders: `above` has each (`start`, `depth` 1) and those it lies in. */
export function lineages({ name }: Dialect, startsAt: RawBuilder<SqlBool>): RawBuilder<unknown> {
  const outside =
    name === "postgres"
      ? sql`cross join lateral (select id, documents_folder_id from folders where id = above.parent offset 0) as outside
        where above.depth < ${STEPS_MAX}`
      : sql`cross join folders as outside where outside.id = above.parent and above.depth < ${STEPS_MAX}`;
  return sql`with recursive above (start, id, parent, depth) as (
    select id, id, documents_folder_id, 1 from folders where ${startsAt}
    union all
    select above.start, outside.id, outside.documents_folder_id, above.depth + 1 from above ${outside}
  )`;
}

/** Begins a statement that walks downwards: `below` has the folders that `tops` selects and all inside them, once each. */
export function descendants(dialect: Dialect, tops: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with recursive below (id) as (${descending(dialect, tops)})`;
}

/** What the recursive set `below (id)` is made of. */
export function descending(dialect: Dialect, tops: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${estimatedFew(dialect, tops)} union select inside.id from ${contents(dialect, "folders", WALKING)}`;
}

/** Begins a statement that measures downwards: `below` has the folder (`depth` 1) and all inside it. */
export function levelsBelow(dialect: Dialect, folder: string): RawBuilder<unknown> {
  return sql`with recursive below (id, depth) as (
    select id, 1 from folders where id = ${folder}
    union all
    select inside.id, outside.depth + 1 from ${contents(dialect, "folders", WALKING)} and outside.depth < ${STEPS_MAX}
  )`;
}

/** The ids of a folder and of all folders inside it. */
export function subtreeOf(dialect: Dialect, folder: string): RawBuilder<unknown> {
  return sql`${descendants(dialect, sql`select id from folders where id = ${folder}`)} select id from below`;
}

/** What holds folders and documents. */
export interface Holders {
  /** Has a column `id`. */
  readonly rows: RawBuilder<unknown>;
  /** The column of what is held that names its holder; `id` where they are one. */
  readonly named: "documents_folder_id" | "workspace_id" | "id";
}

/** The folders that a walk has come to, while it walks. */
const WALKING: Holders = { rows: sql`below`, named: "documents_folder_id" };

/** What the ids of `ids` are named by, once they are known. */
export function holders(dialect: Dialect, ids: RawBuilder<unknown>, named: Holders["named"]): Holders {
  return { rows: sql`(${estimatedFew(dialect, ids)})`, named };
}

/** Begins with each of the holders (`outside`) beside what it holds (`inside`), by the index; ends in a condition. */
function contents({ name }: Dialect, table: "folders" | "documents", { rows, named }: Holders): RawBuilder<unknown> {
  return name === "postgres"
    ? sql`${rows} as outside cross join lateral (
        select id from ${sql.table(table)} where ${sql.ref(named)} = outside.id offset 0
      ) as inside where true`
    : sql`${rows} as outside cross join ${sql.table(table)} as inside where ${sql.ref(`inside.${named}`)} = outside.id`;
}

/** The rows of a table that each of the holders holds, by the index and under the table's own name. */
export function contentRows(
  { name }: Dialect,
  table: "folders" | "documents",
  { rows, named }: Holders,
): { readonly from: RawBuilder<unknown>; readonly where: RawBuilder<SqlBool> } {
  const [from, is] = [sql.table(table), sql<SqlBool>`${sql.ref(`${table}.${named}`)} = outside.id`];
  if (name === "sqlite") return { from: sql`${rows} as outside cross join ${from}`, where: is };
  return {
    from: sql`${rows} as outside cross join lateral (select * from ${from} where ${is} offset 0) as ${from}`,
    where: sql`true`,
  };
}

/** Whether a column has one of the ids that `ids` selects: they are found first, then looked up by the column's index. */
export function inSet({ name }: Dialect, column: string, ids: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return name === "postgres" ? sql`${sql.ref(column)} = any (array(${ids}))` : sql`${sql.ref(column)} in (${ids})`;
}

/** A selection of ids of which Postgres expects ten, and not what it guesses they might be; SQLite does not guess. */
function estimatedFew({ name }: Dialect, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return name === "postgres" ? sql`select unnest(array(${ids})) as id` : ids;
}
