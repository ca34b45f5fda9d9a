import { FOLDER_DEPTH_MAX, type NodeRef } from "@cartulary/documents";
import type { UserId } from "@cartulary/kernel";
import type { Act, Chain, NamedLink } from "@cartulary/public-access";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Dialect, instantFrom, type StoredInstant } from "../engine/dialect.ts";
import { lookedUp, marksOf, personOf, rootOf } from "./lookup.ts";
import type { PublicAccessTables } from "./tables.ts";

/** One more than a document in the deepest folder needs, so that a walk that goes on for ever is seen to. */
const LINKS_MAX = sql.lit(FOLDER_DEPTH_MAX + 2);

/** The way up from a node with all that the rule and a person want to know, in one statement. */
export async function readChain(
  db: Kysely<PublicAccessTables>,
  dialect: Dialect,
  node: NodeRef,
): Promise<Chain<NamedLink> | null> {
  const { rows } = await sql<ChainRow>`
    with recursive up (id, type, name, parent, placed_seq, depth) as (
      ${START[node.type](node.id)}
      union all
      select folders.id, 'folder', folders.name, folders.documents_folder_id, folders.placed_seq, up.depth + 1
      from up cross join folders where folders.id = up.parent and up.depth < ${LINKS_MAX}
    )
    select up.id, up.type, up.name, up.parent, up.placed_seq,
      nodes.floor_seq, nodes.excluded_seq, nodes.excluded_at, excluders.id as excluder, excluders.display_name as excluder_name,
      roots.published_seq, roots.published_at, publishers.id as publisher, publishers.display_name as publisher_name,
      stamps.seq as stamp_seq,
      case when exists (select 1 from public_stamps where resource_id = ${node.id}) then 1 else 0 end as stamped
    from up
    ${marksOf(dialect, "up.id")}
    ${personOf(dialect, "excluders", "nodes.excluded_by")}
    ${rootOf(dialect, "up.id")}
    ${personOf(dialect, "publishers", "roots.published_by")}
    ${lookedUp(dialect, "left", {
      table: "public_stamps",
      as: "stamps",
      columns: ["seq"],
      on: sql`stamps.resource_id = ${node.id} and stamps.root_id = up.id`,
    })}
    order by up.depth`.execute(db);
  const top = rows.at(-1);
  if (!top) return null;
  return { links: rows.map(linkOf), complete: top.parent === null, stamped: top.stamped === 1 };
}

const START: Readonly<Record<NodeRef["type"], (id: string) => RawBuilder<unknown>>> = {
  folder: (id) => sql`select id, 'folder', name, documents_folder_id, placed_seq, 1 from folders where id = ${id}`,
  document: (id) =>
    sql`select id, 'document', name, documents_folder_id, placed_seq, 1 from documents where id = ${id}`,
};

interface ChainRow {
  readonly id: NodeRef["id"];
  readonly type: NodeRef["type"];
  readonly name: string;
  readonly parent: string | null;
  readonly placed_seq: number;
  readonly floor_seq: number | null;
  readonly excluded_seq: number | null;
  readonly excluded_at: StoredInstant | null;
  readonly excluder: UserId | null;
  readonly excluder_name: string | null;
  readonly published_seq: number | null;
  readonly published_at: StoredInstant | null;
  readonly publisher: UserId | null;
  readonly publisher_name: string | null;
  readonly stamp_seq: number | null;
  readonly stamped: number;
}

function linkOf(row: ChainRow): NamedLink {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    placedSeq: row.placed_seq,
    floorSeq: row.floor_seq ?? 0,
    excludedSeq: row.excluded_seq,
    exclusion: actOf(row.excluded_at, row.excluder, row.excluder_name),
    publishedSeq: row.published_seq,
    publication: actOf(row.published_at, row.publisher, row.publisher_name),
    stampSeq: row.stamp_seq,
  };
}

/** Who did something when; nobody, once that person is gone. */
export function actOf(at: StoredInstant | null, id: UserId | null, name: string | null): Act | null {
  return at === null ? null : { at: instantFrom(at), by: id && { id, displayName: name ?? "" } };
}
