import type { FolderId } from "@cartulary/documents";
import { fold } from "@cartulary/kernel";
import type { Candidate, CandidateCursor, PublicItem } from "@cartulary/public-access";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Dialect, instantFrom, type StoredInstant } from "../engine/dialect.ts";
import { marksOf, rootOf } from "./lookups.ts";
import type { PublicAccessTables } from "./tables.ts";

/** Returns the stamped content of a folder, with the stamps of each item. */
export async function readCandidates(
  db: Kysely<PublicAccessTables>,
  dialect: Dialect,
  folderId: FolderId,
  after: CandidateCursor | null,
  limit: number,
): Promise<readonly Candidate[]> {
  const { rows } = await sql<CandidateRow>`
    select inside.*, nodes.floor_seq, nodes.excluded_seq, roots.published_seq, stamps.root_id, stamps.seq
    from (
      ${content("folders", folderId, after)} union all ${content("documents", folderId, after)}
      order by place, name_fold, id limit ${limit}
    ) as inside
    ${marksOf(dialect, "inside.id")}
    ${rootOf(dialect, "inside.id")}
    ${dialect.lookup("inner", {
      table: sql.table("public_stamps"),
      as: "stamps",
      columns: ["root_id", "seq"],
      on: sql`stamps.resource_id = inside.id`,
    })}
    order by inside.place, inside.name_fold, inside.id`.execute(db);
  return grouped(rows);
}

const PLACES = { folders: 0, documents: 1 } as const;

const COLUMNS: Readonly<Record<keyof typeof PLACES, RawBuilder<unknown>>> = {
  folders: sql`color, icon, null as content_type, null as byte_size`,
  documents: sql`null as color, null as icon, content_type, byte_size`,
};

function content(table: keyof typeof PLACES, folderId: FolderId, after: CandidateCursor | null): RawBuilder<unknown> {
  const place = sql.lit(PLACES[table]);
  return sql`
    select ${place} as place, id, name, name_fold, updated_at, placed_seq, ${COLUMNS[table]} from ${sql.table(table)}
    where documents_folder_id = ${folderId} and ${beyond(table, after)}
      and exists (select 1 from public_stamps where resource_id = ${sql.ref(`${table}.id`)})`;
}

function beyond(table: keyof typeof PLACES, after: CandidateCursor | null): RawBuilder<unknown> {
  if (!after) return sql`1 = 1`;
  const place = PLACES[after.type === "folder" ? "folders" : "documents"];
  if (place !== PLACES[table]) return place < PLACES[table] ? sql`1 = 1` : sql`1 = 0`;
  return sql`(name_fold, id) > (${fold(after.name)}, ${after.id})`;
}

interface CandidateRow {
  readonly place: number;
  readonly id: string;
  readonly name: string;
  readonly updated_at: StoredInstant;
  readonly placed_seq: number;
  readonly color: string | null;
  readonly icon: string | null;
  readonly content_type: string | null;
  readonly byte_size: number | null;
  readonly floor_seq: number | null;
  readonly excluded_seq: number | null;
  readonly published_seq: number | null;
  readonly root_id: string;
  readonly seq: number;
}

/** Groups rows into candidates: there is one row for each stamp. */
function grouped(rows: readonly CandidateRow[]): readonly Candidate[] {
  const stamps = new Map<string, Map<string, number>>();
  const firsts: CandidateRow[] = [];
  for (const row of rows) {
    const stamp = stamps.get(row.id);
    if (!stamp) firsts.push(row);
    stamps.set(row.id, (stamp ?? new Map()).set(row.root_id, row.seq));
  }
  return firsts.map((row) => ({ item: itemOf(row), link: linkOf(row), stamps: stamps.get(row.id) ?? new Map() }));
}

const linkOf = (row: CandidateRow): Candidate["link"] => ({
  id: row.id,
  placedSeq: row.placed_seq,
  floorSeq: row.floor_seq ?? 0,
  excludedSeq: row.excluded_seq,
  publishedSeq: row.published_seq,
});

function itemOf(row: CandidateRow): PublicItem {
  const { id, name, color, icon } = row;
  const updatedAt = instantFrom(row.updated_at);
  return (
    row.place === PLACES.folders
      ? { type: "folder", id, name, updatedAt, color, icon }
      : { type: "document", id, name, updatedAt, contentType: row.content_type, byteSize: row.byte_size }
  ) as PublicItem;
}
