import { FOLDER_DEPTH_MAX, type FolderId } from "@cartulary/documents";
import type { WalkStart } from "@cartulary/public-access";
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import { marksOf, rootOf } from "./lookup.ts";

/** One level more than there can be below a folder: in a tree that was damaged, nothing runs in circles. */
const LEVELS_MAX = sql.lit(FOLDER_DEPTH_MAX + 1);

/**
 * Walks down from a folder with what the rule needs on the way (public-access.md 4.3, top-down form).
 *
 * `walk` has each folder once with `root_id` null, and once more for each root that it lies in or is: `cut` (0 or 1),
 * `floor` that holds for it, and for a root `published` and `last_placed`, the last move between the root and it. The
 * adapters' suite compares what comes of it with the core's `explain`, node by node.
 */
export function walkBelow(dialect: Dialect, folderId: FolderId, start: WalkStart): RawBuilder<unknown> {
  return sql`walk (id, cut, floor, root_id, published, last_placed, depth) as (
    ${sql.join(startRows(dialect, folderId, start), sql` union all `)}
    union all
    select inside.id, case when nodes.excluded_seq is null then walk.cut else 1 end, ${inherited(dialect)},
      case own.opens when 1 then inside.id else walk.root_id end,
      case own.opens when 1 then roots.published_seq else walk.published end,
      case own.opens when 1 then -1 else ${greatest(dialect, sql`walk.last_placed`, sql`inside.placed_seq`)} end,
      walk.depth + 1
    from walk ${inside(dialect, "folders", ["id", "placed_seq"])}
    ${marksOf(dialect, "inside.id")}
    ${rootOf(dialect, "inside.id")}
    cross join (select 0 as opens union all select 1) as own
    where walk.depth < ${LEVELS_MAX}
      and (own.opens = 0 or (walk.root_id is null and roots.folder_id is not null))
  )`;
}

/** The greater of two numbers, neither null. */
export function greatest({ name }: Dialect, left: RawBuilder<unknown>, right: RawBuilder<unknown>): RawBuilder<number> {
  return name === "postgres" ? sql`greatest(${left}, ${right})` : sql`max(${left}, ${right})`;
}

/** The floor that holds for `inside`: its own in `nodes`, or that of the folder if it was there when that was drawn. */
export function inherited(dialect: Dialect): RawBuilder<number> {
  const own = sql`coalesce(nodes.floor_seq, 0)`;
  return greatest(dialect, own, sql`case when walk.floor > inside.placed_seq then walk.floor else 0 end`);
}

/** Joins each folder of the walk (`outside`) with its direct content, by the index of what lies in a folder. */
export function inside(
  { name }: Dialect,
  table: "folders" | "documents",
  columns: readonly string[],
  outside: "walk" | "below" = "walk",
): RawBuilder<unknown> {
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  const id = sql.ref(`${outside}.id`);
  return name === "postgres"
    ? sql`cross join lateral (
        select ${selected} from ${sql.table(table)} where documents_folder_id = ${id} offset 0
      ) as inside`
    : sql`cross join ${sql.table(table)} as inside on inside.documents_folder_id = ${id}`;
}

/** The folder itself, once by itself and once for each root that it lies in or is. */
function startRows({ types }: Dialect, folderId: FolderId, start: WalkStart): readonly RawBuilder<unknown>[] {
  const id = (value: string | null) => sql`cast(${value} as ${sql.raw(types.id)})`;
  const number = (value: number | null) => sql`cast(${value} as ${sql.raw(types.integer)})`;
  const row = (rootId: string | null, published: number | null, lastPlaced: number) => sql`
    select ${id(folderId)}, ${number(start.cut ? 1 : 0)}, ${number(start.floorSeq)},
      ${id(rootId)}, ${number(published)}, ${number(lastPlaced)}, 1`;
  return [row(null, null, -1), ...start.roots.map((root) => row(root.id, root.publishedSeq, root.lastPlacedSeq))];
}
