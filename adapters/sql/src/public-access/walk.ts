import { FOLDER_DEPTH_MAX, type FolderId } from "@cartulary/documents";
import type { WalkStart } from "@cartulary/public-access";
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import { marksOf, rootOf } from "./lookups.ts";

/** One more than the maximum depth below a folder: ends cycles in a damaged tree. */
const LEVELS_MAX = sql.lit(FOLDER_DEPTH_MAX + 1);

/**
 * Walks down from a folder with the inputs of the rule (public-access.md 4.3, top-down form).
 *
 * `walk` has each folder once with `root_id` null, and once for each root that it is in or is itself: `cut` (0 or 1),
 * the `floor` in force, and for a root `published` and `last_placed`, the last move between the root and the folder.
 * The adapters' contract suite compares the result with the core's `explain`, node by node.
 */
export function walkBelow(dialect: Dialect, folderId: FolderId, start: WalkStart): RawBuilder<unknown> {
  return sql`walk (id, cut, floor, root_id, published, last_placed, depth) as (
    ${sql.join(startRows(dialect, folderId, start), sql` union all `)}
    union all
    select inside.id, case when nodes.excluded_seq is null then walk.cut else 1 end, ${inheritedFloor(dialect)},
      case own.opens when 1 then inside.id else walk.root_id end,
      case own.opens when 1 then roots.published_seq else walk.published end,
      case own.opens when 1 then -1 else ${dialect.greaterOf(sql`walk.last_placed`, sql`inside.placed_seq`)} end,
      walk.depth + 1
    from walk ${joinContent(dialect, "folders", ["id", "placed_seq"])}
    ${marksOf(dialect, "inside.id")}
    ${rootOf(dialect, "inside.id")}
    cross join (select 0 as opens union all select 1) as own
    where walk.depth < ${LEVELS_MAX}
      and (own.opens = 0 or (walk.root_id is null and roots.folder_id is not null))
  )`;
}

/** The floor in force for `inside`: its own in `nodes`, or that of the folder if the item was there when it was set. */
export function inheritedFloor(dialect: Dialect): RawBuilder<number> {
  const own = sql`coalesce(nodes.floor_seq, 0)`;
  return dialect.greaterOf(own, sql`case when walk.floor > inside.placed_seq then walk.floor else 0 end`);
}

/** Joins each folder of the walk (`outside`) with its direct content, through the index. */
export function joinContent(
  dialect: Dialect,
  table: "folders" | "documents",
  columns: readonly string[],
  outside: "walk" | "below" = "walk",
): RawBuilder<unknown> {
  const on = sql`inside.documents_folder_id = ${sql.ref(`${outside}.id`)}`;
  return dialect.lookup("cross", { table: sql.table(table), as: "inside", columns, on });
}

/** The start folder, once without a root and once for each root that it is in or is itself. */
function startRows({ types }: Dialect, folderId: FolderId, start: WalkStart): readonly RawBuilder<unknown>[] {
  const id = (value: string | null) => sql`cast(${value} as ${sql.raw(types.id)})`;
  const number = (value: number | null) => sql`cast(${value} as ${sql.raw(types.integer)})`;
  const row = (rootId: string | null, published: number | null, lastPlaced: number) => sql`
    select ${id(folderId)}, ${number(start.isExcluded ? 1 : 0)}, ${number(start.floorSeq)},
      ${id(rootId)}, ${number(published)}, ${number(lastPlaced)}, 1`;
  return [row(null, null, -1), ...start.roots.map((root) => row(root.id, root.publishedSeq, root.lastPlacedSeq))];
}
