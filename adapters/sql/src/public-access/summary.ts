import type { FolderId, NodeRef } from "@cartulary/documents";
import type { UserId } from "@cartulary/kernel";
import type { Counts, ExclusionRef, NodeSample, WalkStart } from "@cartulary/public-access";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { descendants } from "../documents/tree.ts";
import { type Dialect, instantFrom, type StoredInstant } from "../engine/dialect.ts";
import { actOf } from "./chain.ts";
import { marksOf, personOf } from "./lookups.ts";
import type { PublicAccessTables } from "./tables.ts";
import { inheritedFloor, joinContent, walkBelow } from "./walk.ts";

type Tables = Kysely<PublicAccessTables>;

/** Counts the content below a folder by its public state, in one walk. */
export async function readCounts(db: Tables, dialect: Dialect, folderId: FolderId, start: WalkStart): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with recursive ${walkBelow(dialect, folderId, start)}
    select
      (select count(*) from walk where root_id is null and id <> ${folderId}) as "folders",
      (select count(*) from walk where root_id is null and id <> ${folderId} and cut = 1) as "excludedFolders",
      (select count(*) from (${publicFolders(dialect, folderId)}) as found) as "publicFolders",
      (select count(*) from (${publicDocuments(dialect)}) as found) as "publicDocuments",
      contents.documents as "documents", contents.excluded as "excludedDocuments"
    from (
      select count(*) as documents, count(*) filter (where walk.cut = 1 or nodes.excluded_seq is not null) as excluded
      from walk ${joinContent(dialect, "documents", ["id"])} ${marksOf(dialect, "inside.id")} where walk.root_id is null
    ) as contents`.execute(db);
  const [row] = rows as unknown as readonly [
    Counts & { readonly publicFolders: number; readonly publicDocuments: number },
  ];
  const { publicFolders: folders, publicDocuments: documents, ...counts } = row;
  return { ...counts, public: folders + documents };
}

/** Returns the first nodes below a folder that are neither public nor cut. */
export async function readUnstamped(
  db: Tables,
  dialect: Dialect,
  folderId: FolderId,
  start: WalkStart,
  limit: number,
): Promise<readonly NodeSample[]> {
  const { rows } = await sql<NodeSample>`
    with recursive ${walkBelow(dialect, folderId, start)},
    found (id) as (${publicFolders(dialect, folderId)} union all ${publicDocuments(dialect)})
    select samples.type, samples.id, samples.name from (
      select 'folder' as type, walk.id, (select name from folders where id = walk.id) as name from walk
      where walk.root_id is null and walk.cut = 0 and walk.id <> ${folderId}
      union all
      select 'document' as type, inside.id, inside.name from walk ${joinContent(dialect, "documents", ["id", "name"])}
      ${marksOf(dialect, "inside.id")}
      where walk.root_id is null and walk.cut = 0 and nodes.excluded_seq is null
    ) as samples
    where samples.id not in (select id from found)
    order by samples.id limit ${limit}`.execute(db);
  return rows;
}

/** Selects the folders below that a live stamp makes public, each once. */
function publicFolders(dialect: Dialect, folderId: FolderId): RawBuilder<unknown> {
  return sql`
    select distinct walk.id from walk ${stampOf(dialect, "walk.id")}
    where walk.root_id is not null and walk.cut = 0 and walk.id <> ${folderId}
      and stamps.seq >= walk.published and stamps.seq > walk.last_placed and stamps.seq > walk.floor`;
}

/** Selects the documents below that a live stamp makes public, each once. */
function publicDocuments(dialect: Dialect): RawBuilder<unknown> {
  const lastPlaced = dialect.greaterOf(sql`walk.last_placed`, sql`inside.placed_seq`);
  return sql`
    select distinct inside.id from walk ${joinContent(dialect, "documents", ["id", "placed_seq"])}
    ${stampOf(dialect, "inside.id")}
    ${marksOf(dialect, "inside.id")}
    where walk.root_id is not null and walk.cut = 0 and nodes.excluded_seq is null
      and stamps.seq >= walk.published and stamps.seq > ${lastPlaced} and stamps.seq > ${inheritedFloor(dialect)}`;
}

/** Joins the stamp of `of` for the root of the walk, as `stamps`. */
function stampOf(dialect: Dialect, of: string): RawBuilder<unknown> {
  const on = sql`stamps.resource_id = ${sql.ref(of)} and stamps.root_id = walk.root_id`;
  return dialect.lookup("inner", { table: sql.table("public_stamps"), as: "stamps", columns: ["seq"], on });
}

interface ExclusionRow {
  readonly id: NodeRef["id"];
  readonly type: NodeRef["type"];
  readonly name: string;
  readonly excluded_at: StoredInstant;
  readonly excluder: UserId | null;
  readonly excluder_name: string | null;
  readonly total: number;
}

/** Returns the exclusions below a folder, oldest first. */
export async function readExclusions(
  db: Tables,
  dialect: Dialect,
  folderId: FolderId,
  limit: number,
): Promise<{ readonly items: readonly ExclusionRef[]; readonly count: number }> {
  const { rows } = await sql<ExclusionRow>`
    ${descendants(dialect, sql`select id from folders where id = ${folderId}`)}
    select found.*, excluders.id as excluder, excluders.display_name as excluder_name, count(*) over () as total
    from (${exclusionsIn(dialect, "folders")} union all ${exclusionsIn(dialect, "documents")}) as found
    ${personOf(dialect, "excluders", "found.excluded_by")}
    order by found.excluded_at, found.id limit ${limit}`.execute(db);
  return { items: rows.map(exclusionOf), count: rows[0]?.total ?? 0 };
}

/** Selects the exclusions in the direct content of the folders of `below`. */
function exclusionsIn(dialect: Dialect, table: "folders" | "documents"): RawBuilder<unknown> {
  const type = sql.lit(table === "folders" ? "folder" : "document");
  return sql`
    select inside.id, ${type} as type, inside.name, nodes.excluded_by, nodes.excluded_at
    from below ${joinContent(dialect, table, ["id", "name"], "below")} ${marksOf(dialect, "inside.id")}
    where nodes.excluded_seq is not null`;
}

function exclusionOf({ id, type, name, excluded_at, excluder, excluder_name }: ExclusionRow): ExclusionRef {
  const by = actOf(excluded_at, excluder, excluder_name)?.by ?? null;
  return {
    resourceType: type,
    resourceId: id,
    name,
    inherited: false,
    excludedAt: instantFrom(excluded_at),
    excludedBy: by,
  };
}
