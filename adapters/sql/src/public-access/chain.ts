import { type DocumentId, FOLDER_DEPTH_MAX, type NodeRef } from "@cartulary/documents";
import type { UserId } from "@cartulary/kernel";
import type { Attribution, Chain, NamedLink, PublicDocumentLookup, PublicLink } from "@cartulary/public-access";
import { type RawBuilder, sql } from "kysely";
import { documentRows } from "../documents/tables.ts";
import { type Dialect, instantFrom, type StoredInstant } from "../engine/dialect.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { type Source, statement } from "../engine/statement.ts";
import { marksOf, personOf, rootOf } from "./lookups.ts";
import type { PublicAccessTables } from "./tables.ts";

/** One more than a document in the deepest folder needs, to detect cycles. */
const LINKS_MAX = sql.lit(FOLDER_DEPTH_MAX + 2);

/** Returns a node and its ancestors with their barriers and names, in one statement. */
export async function readChain(
  source: Source<PublicAccessTables>,
  { type, id }: NodeRef,
): Promise<Chain<NamedLink> | null> {
  return chainOf((await reading(source, { id }, type)).rows);
}

/** Returns a document with its ancestors and the stamps of its folder, in one statement. */
export async function readDocument(
  source: Source<PublicAccessTables>,
  id: DocumentId,
): Promise<PublicDocumentLookup | null> {
  const { rows } = await visiting(source, { id }, undefined);
  const [own, ...above] = rows;
  const top = rows.at(-1);
  if (!own || !top) return null;
  const complete = top.parent === null;
  return {
    document: rowsOf(documentRows, source.dialect).decodeAfter(OWN, own),
    chain: { complete, links: rows.map((row) => visitedLink(row, row.stamp_seq)) },
    folderChain:
      above.length === 0 ? null : { complete, links: above.map((row) => visitedLink(row, row.folder_stamp_seq)) },
  };
}

/** The prefix of the document's own columns. */
const OWN = "document_";

const reading = statement(
  ({ db, dialect }: Source<PublicAccessTables>, { id }: { readonly id: NodeRef["id"] }, type: NodeRef["type"]) =>
    sql<ChainRow>`
    ${wayUp(START[type](id))}
    select up.id, up.type, up.name, up.parent, up.placed_seq,
      nodes.floor_seq, nodes.excluded_seq, nodes.excluded_at, excluders.id as excluder, excluders.display_name as excluder_name,
      roots.published_seq, roots.published_at, publishers.id as publisher, publishers.display_name as publisher_name,
      stamps.seq as stamp_seq, ${isStamped(sql`${id}`)} as stamped
    from up
    ${marksOf(dialect, "up.id")}
    ${personOf(dialect, "excluders", "nodes.excluded_by")}
    ${rootOf(dialect, "up.id")}
    ${personOf(dialect, "publishers", "roots.published_by")}
    ${stampsOf(dialect, "stamps", sql`${id}`)}
    order by up.depth`.compile(db),
);

/** For anonymous readers: without names of people and reasons. */
const visiting = statement(({ db, dialect }: Source<PublicAccessTables>, { id }: { readonly id: DocumentId }) =>
  sql<VisitedRow>`
    ${wayUp(START.document(id))}
    select up.id, up.name, up.parent, up.placed_seq, nodes.floor_seq, nodes.excluded_seq, roots.published_seq,
      stamps.seq as stamp_seq, folder_stamps.seq as folder_stamp_seq, ${ownColumns(dialect)}
    from up
    ${marksOf(dialect, "up.id")}
    ${rootOf(dialect, "up.id")}
    ${stampsOf(dialect, "stamps", sql`${id}`)}
    ${stampsOf(dialect, "folder_stamps", sql`(select documents_folder_id from documents where id = ${id})`)}
    ${ownOf(dialect)}
    order by up.depth`.compile(db),
);

/** A node and its ancestors, as `up`. */
const wayUp = (start: RawBuilder<unknown>) => sql`with recursive up (id, type, name, parent, placed_seq, depth) as (
      ${start}
      union all
      select folders.id, 'folder', folders.name, folders.documents_folder_id, folders.placed_seq, up.depth + 1
      from up cross join folders where folders.id = up.parent and up.depth < ${LINKS_MAX}
    )`;

/** 1 if a node has a stamp, otherwise 0. */
const isStamped = (id: RawBuilder<unknown>) =>
  sql<number>`case when exists (select 1 from public_stamps where resource_id = ${id}) then 1 else 0 end`;

/** The stamps of a node for the roots among its ancestors. */
const stampsOf = (dialect: Dialect, as: string, id: RawBuilder<unknown>) =>
  dialect.lookup("left", {
    table: sql.table("public_stamps"),
    as,
    columns: ["seq"],
    on: sql`${sql.ref(`${as}.resource_id`)} = ${id} and ${sql.ref(`${as}.root_id`)} = up.id`,
  });

const documentColumns = (dialect: Dialect) => rowsOf(documentRows, dialect).columns("documents");

const ownColumns = (dialect: Dialect) =>
  sql.join(
    documentColumns(dialect).map((column) => sql`${sql.ref(column)} as ${sql.id(column.replace("documents.", OWN))}`),
  );

/** The columns of the document itself, next to its chain. */
const ownOf = (dialect: Dialect) =>
  dialect.lookup("left", {
    table: sql.table("documents"),
    as: "documents",
    columns: documentColumns(dialect),
    on: sql`documents.id = up.id`,
  });

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

interface LinkRow {
  readonly id: NodeRef["id"];
  readonly name: string;
  readonly parent: string | null;
  readonly placed_seq: number;
  readonly floor_seq: number | null;
  readonly excluded_seq: number | null;
  readonly published_seq: number | null;
  readonly stamp_seq: number | null;
}

interface VisitedRow extends LinkRow {
  readonly folder_stamp_seq: number | null;
}

interface ChainRow extends LinkRow {
  readonly type: NodeRef["type"];
  readonly excluded_at: StoredInstant | null;
  readonly excluder: UserId | null;
  readonly excluder_name: string | null;
  readonly published_at: StoredInstant | null;
  readonly publisher: UserId | null;
  readonly publisher_name: string | null;
  readonly stamped: number;
}

function visitedLink(
  { id, name, placed_seq, floor_seq, excluded_seq, published_seq }: LinkRow,
  stampSeq: number | null,
): PublicLink {
  return {
    id,
    name,
    placedSeq: placed_seq,
    floorSeq: floor_seq ?? 0,
    excludedSeq: excluded_seq,
    publishedSeq: published_seq,
    stampSeq,
  };
}

function linkOf(row: ChainRow): NamedLink {
  return {
    ...visitedLink(row, row.stamp_seq),
    type: row.type,
    exclusion: actOf(row.excluded_at, row.excluder, row.excluder_name),
    publication: actOf(row.published_at, row.publisher, row.publisher_name),
  };
}

/** Returns the time and the user of an action; without user if they are deleted. */
export function actOf(at: StoredInstant | null, id: UserId | null, name: string | null): Attribution | null {
  return at === null ? null : { at: instantFrom(at), by: id && { id, displayName: name ?? "" } };
}
