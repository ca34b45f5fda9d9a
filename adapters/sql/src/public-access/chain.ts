import { type DocumentId, FOLDER_DEPTH_MAX, type NodeRef } from "@cartulary/documents";
import type { UserId } from "@cartulary/kernel";
import type { Act, Chain, NamedLink, VisitedDocument } from "@cartulary/public-access";
import { type RawBuilder, sql } from "kysely";
import { documentRows } from "../documents/tables.ts";
import { type Dialect, instantFrom, type StoredInstant } from "../engine/dialect.ts";
import { rowsOf } from "../engine/rows.ts";
import { type Source, statement } from "../engine/statement.ts";
import { lookedUp, marksOf, personOf, rootOf } from "./lookup.ts";
import type { PublicAccessTables } from "./tables.ts";

/** One more than a document in the deepest folder needs, so that a walk that goes on for ever is seen to. */
const LINKS_MAX = sql.lit(FOLDER_DEPTH_MAX + 2);

/** The way up from a node with all that the rule and a person want to know, in one statement. */
export async function readChain(
  source: Source<PublicAccessTables>,
  { type, id }: NodeRef,
): Promise<Chain<NamedLink> | null> {
  return chainOf((await reading(source, { id }, { type, whole: false })).rows);
}

/** A document, its way up and that of the folder that it lies in, in one statement. */
export async function readDocument(
  source: Source<PublicAccessTables>,
  id: DocumentId,
): Promise<VisitedDocument | null> {
  const { rows } = await reading(source, { id }, { type: "document", whole: true });
  const [own, ...above] = rows;
  const chain = chainOf(rows);
  if (!own || !chain) return null;
  const folders = above.map((row) => ({ ...row, stamp_seq: row.folder_stamp_seq, stamped: row.folder_stamped }));
  return {
    document: rowsOf(documentRows, source.dialect).decodeAfter(OWN, own),
    chain,
    folderChain: chainOf(folders),
  };
}

/** What stands before the columns of the document itself. */
const OWN = "document_";

const reading = statement(
  ({ db, dialect }: Source<PublicAccessTables>, { id }: { readonly id: NodeRef["id"] }, { type, whole }: Reading) =>
    sql<ChainRow>`
    with recursive up (id, type, name, parent, placed_seq, depth) as (
      ${START[type](id)}
      union all
      select folders.id, 'folder', folders.name, folders.documents_folder_id, folders.placed_seq, up.depth + 1
      from up cross join folders where folders.id = up.parent and up.depth < ${LINKS_MAX}
    )
    select up.id, up.type, up.name, up.parent, up.placed_seq,
      nodes.floor_seq, nodes.excluded_seq, nodes.excluded_at, excluders.id as excluder, excluders.display_name as excluder_name,
      roots.published_seq, roots.published_at, publishers.id as publisher, publishers.display_name as publisher_name,
      stamps.seq as stamp_seq, ${isStamped(sql`${id}`)} as stamped
      ${whole ? sql`, ${wholeColumns(dialect, sql`${id}`)}` : sql``}
    from up
    ${marksOf(dialect, "up.id")}
    ${personOf(dialect, "excluders", "nodes.excluded_by")}
    ${rootOf(dialect, "up.id")}
    ${personOf(dialect, "publishers", "roots.published_by")}
    ${stampsOf(dialect, "stamps", sql`${id}`)}
    ${whole ? wholeJoins(dialect, sql`${id}`) : sql``}
    order by up.depth`.compile(db),
);

/** Whether only the way up is read, or a document with it, and where its folder stands. */
interface Reading {
  readonly type: NodeRef["type"];
  readonly whole: boolean;
}

/** Whether a node holds any stamp, as 0 or 1. */
const isStamped = (id: RawBuilder<unknown>) =>
  sql<number>`case when exists (select 1 from public_stamps where resource_id = ${id}) then 1 else 0 end`;

/** The stamp that a node holds for each root of the way up. */
const stampsOf = (dialect: Dialect, as: string, id: RawBuilder<unknown>) =>
  lookedUp(dialect, "left", {
    table: "public_stamps",
    as,
    columns: ["seq"],
    on: sql`${sql.ref(`${as}.resource_id`)} = ${id} and ${sql.ref(`${as}.root_id`)} = up.id`,
  });

const folderOf = (document: RawBuilder<unknown>) =>
  sql`(select documents_folder_id from documents where id = ${document})`;

const documentColumns = (dialect: Dialect) => rowsOf(documentRows, dialect).columns("documents");

function wholeColumns(dialect: Dialect, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const own = documentColumns(dialect).map(
    (column) => sql`${sql.ref(column)} as ${sql.id(column.replace("documents.", OWN))}`,
  );
  return sql`folder_stamps.seq as folder_stamp_seq, ${isStamped(folderOf(id))} as folder_stamped, ${sql.join(own)}`;
}

const wholeJoins = (dialect: Dialect, id: RawBuilder<unknown>) => sql`
  ${stampsOf(dialect, "folder_stamps", folderOf(id))}
  ${lookedUp(dialect, "left", {
    table: "documents",
    as: "documents",
    columns: documentColumns(dialect),
    on: sql`documents.id = up.id`,
  })}`;

function chainOf(rows: readonly ChainRow[]): Chain<NamedLink> | null {
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
  readonly folder_stamp_seq: number | null;
  readonly folder_stamped: number;
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
