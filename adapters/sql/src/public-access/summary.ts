import type { FolderId, NodeRef } from "@cartulary/documents";
import type { UserId } from "@cartulary/kernel";
import type { Counts, ExclusionRef, NodeSample, WalkStart } from "@cartulary/public-access";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Dialect, instantFrom, type StoredInstant } from "../dialect.ts";
import { descendants } from "../documents/tree.ts";
import { actOf } from "./chain.ts";
import type { PublicAccessTables } from "./tables.ts";
import { greatest, inherited, inside, walkBelow } from "./walk.ts";

type Tables = Kysely<PublicAccessTables>;

/** How what lies below a folder stands, counted in one walk. */
export async function readCounts(db: Tables, dialect: Dialect, folderId: FolderId, start: WalkStart): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with recursive ${walkBelow(dialect, folderId, start)}
    select
      (select count(*) from walk where root_id is null and id <> ${folderId}) as "folders",
      (select count(*) from walk where root_id is null and id <> ${folderId} and cut = 1) as "excludedFolders",
      (select count(*) from (${publicFolders(folderId)}) as found) as "publicFolders",
      (select count(*) from (${publicDocuments(dialect)}) as found) as "publicDocuments",
      contents.documents as "documents", contents.excluded as "excludedDocuments"
    from (
      select count(*) as documents, count(*) filter (where walk.cut = 1 or ${marked("inside.id")}) as excluded
      from walk ${inside(dialect, "documents", ["id"])} where walk.root_id is null
    ) as contents`.execute(db);
  const [row] = rows as unknown as readonly [
    Counts & { readonly publicFolders: number; readonly publicDocuments: number },
  ];
  const { publicFolders: folders, publicDocuments: documents, ...counts } = row;
  return { ...counts, public: folders + documents };
}

/** The first nodes below a folder that neither are public nor cut. */
export async function readUnstamped(
  db: Tables,
  dialect: Dialect,
  folderId: FolderId,
  start: WalkStart,
  limit: number,
): Promise<readonly NodeSample[]> {
  const { rows } = await sql<NodeSample>`
    with recursive ${walkBelow(dialect, folderId, start)},
    found (id) as (${publicFolders(folderId)} union all ${publicDocuments(dialect)})
    select samples.type, samples.id, samples.name from (
      select 'folder' as type, folders.id, folders.name from walk cross join folders
      where folders.id = walk.id and walk.root_id is null and walk.cut = 0 and walk.id <> ${folderId}
      union all
      select 'document' as type, inside.id, inside.name from walk ${inside(dialect, "documents", ["id", "name"])}
      where walk.root_id is null and walk.cut = 0 and not ${marked("inside.id")}
    ) as samples
    where samples.id not in (select id from found)
    order by samples.id limit ${limit}`.execute(db);
  return rows;
}

/** The folders below that a live stamp makes public, each once. */
function publicFolders(folderId: FolderId): RawBuilder<unknown> {
  return sql`
    select distinct walk.id from walk cross join public_stamps as stamps
    where stamps.resource_id = walk.id and stamps.root_id = walk.root_id
      and walk.cut = 0 and walk.id <> ${folderId}
      and stamps.seq >= walk.published and stamps.seq > walk.last_placed and stamps.seq > walk.floor`;
}

/** The documents below that a live stamp makes public, each once. */
function publicDocuments(dialect: Dialect): RawBuilder<unknown> {
  const own = sql`coalesce((select floor_seq from public_access_nodes where resource_id = inside.id), 0)`;
  const lastPlaced = greatest(dialect, sql`walk.last_placed`, sql`inside.placed_seq`);
  return sql`
    select distinct inside.id from walk ${inside(dialect, "documents", ["id", "placed_seq"])}
    cross join public_stamps as stamps
    where stamps.resource_id = inside.id and stamps.root_id = walk.root_id
      and walk.cut = 0 and not ${marked("inside.id")}
      and stamps.seq >= walk.published and stamps.seq > ${lastPlaced} and stamps.seq > ${inherited(dialect, own)}`;
}

/** Whether a node is excluded itself. */
function marked(id: string): RawBuilder<unknown> {
  return sql`exists (
    select 1 from public_access_nodes where resource_id = ${sql.ref(id)} and excluded_seq is not null
  )`;
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

/** The exclusions below a folder, oldest first. */
export async function readExclusions(
  db: Tables,
  dialect: Dialect,
  folderId: FolderId,
  limit: number,
): Promise<{ readonly items: readonly ExclusionRef[]; readonly count: number }> {
  const { rows } = await sql<ExclusionRow>`
    ${descendants(dialect, sql`select id from folders where id = ${folderId}`)}
    select nodes.resource_id as id, case when folders.id is null then 'document' else 'folder' end as type,
      coalesce(folders.name, documents.name) as name, nodes.excluded_at,
      users.id as excluder, users.display_name as excluder_name, count(*) over () as total
    from public_access_nodes as nodes
    left join folders on folders.id = nodes.resource_id
    left join documents on documents.id = nodes.resource_id
    left join users on users.id = nodes.excluded_by
    where nodes.excluded_seq is not null
      and coalesce(folders.documents_folder_id, documents.documents_folder_id) in (select id from below)
    order by nodes.excluded_at, nodes.resource_id limit ${limit}`.execute(db);
  return { items: rows.map(exclusionOf), count: rows[0]?.total ?? 0 };
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
