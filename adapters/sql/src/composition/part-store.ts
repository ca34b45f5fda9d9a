import type {
  ComposedDocumentId,
  ListedPart,
  Part,
  PartId,
  PartStatus,
  PartStore,
  PartType,
} from "@cartulary/composition";
import { offsetOf } from "@cartulary/kernel";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { rowSet, valueSet } from "../engine/row-set.ts";
import { type Source, statement, transformValue } from "../engine/statement.ts";
import { bytesIn, idsWithin, inOrderOf, type SizedRow } from "../records/bounded-rows.ts";
import { rowStore } from "../records/row-store.ts";
import { type CompositionTables, partContentRows, partRows } from "./tables.ts";

/** The maximum number of rows of one statement: engines limit the number of parameters. */
const ROWS_MAX = 200;

const parts = rowStore(partRows);

/** The columns that printing does not need: for a thousand parts they could exceed a hundred megabytes. */
const UNPRINTED = [
  ...(["composedDocumentId", "contentSource", "position", "status", "key", "instructions", "metadata"] as const),
  ...(["assigneeId", "assigneeType", "lockedAt", "createdAt", "updatedAt"] as const),
] as const;

type Tables = Source<CompositionTables>;

interface OfDocument {
  readonly documentId: ComposedDocumentId;
}

/** The parts of a document in order. */
const ofDocument = (db: Tables["db"], { documentId }: OfDocument) =>
  db
    .selectFrom("composed_parts")
    .where("composed_document_id", "=", documentId)
    .orderBy("position")
    .orderBy("composed_parts.created_at")
    .orderBy("composed_parts.id");

const withContents = (db: Tables["db"], of: OfDocument) =>
  ofDocument(db, of).innerJoin("composed_part_contents as contents", "contents.part_id", "composed_parts.id");

const finding = statement(({ db, dialect }: Tables, { id, documentId }: OfDocument & { readonly id: PartId }) =>
  db
    .selectFrom("composed_parts")
    .innerJoin("composed_part_contents as contents", "contents.part_id", "composed_parts.id")
    .select(rowsOf(partRows, dialect).columns("composed_parts"))
    .select("contents.content")
    .where("composed_parts.id", "=", id)
    .where("composed_document_id", "=", documentId)
    .compile(),
);

const outlining = statement(({ db, dialect }: Tables, of: OfDocument) =>
  withContents(db, of)
    .select(["composed_parts.id", "status", "part_type"])
    .select(dialect.byteLength(sql.ref("contents.content")).as("bytes"))
    .compile(),
);

const printing = statement(({ db, dialect }: Tables, of: OfDocument, includeDraft: boolean) =>
  withContents(db, of)
    .select(rowsOf(partRows, dialect).omit(UNPRINTED).columns("composed_parts"))
    .select("contents.content")
    .$if(!includeDraft, (all) => all.where("status", "!=", "draft"))
    .compile(),
);

const placing = statement(({ db }: Tables, of: OfDocument) =>
  ofDocument(db, of).select(["composed_parts.id", "position"]).compile(),
);

const measuring = statement(({ db }: Tables, { documentId }: OfDocument) =>
  db
    .selectFrom("composed_parts")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("position").as("last")])
    .where("composed_document_id", "=", documentId)
    .compile(),
);

const judging = statement(({ db }: Tables, { documentId }: OfDocument) =>
  db.selectFrom("composed_parts").select("status").distinct().where("composed_document_id", "=", documentId).compile(),
);

interface PageOfDocument extends OfDocument {
  readonly limit: number;
  readonly offset: number;
}

/** Columns of unbounded length, except the content. */
const LONG = ["composed_parts.instructions", "composed_parts.metadata"];

const sizing = statement(({ db, dialect }: Tables, { limit, offset, ...of }: PageOfDocument, withContent: boolean) => {
  const sized = withContent ? withContents(db, of) : ofDocument(db, of);
  const columns = withContent ? [...LONG, "contents.content"] : LONG;
  return sized
    .select("composed_parts.id")
    .select(bytesIn(columns, dialect).as("bytes"))
    .select(sql<number>`count(*) over ()`.as("total"))
    .limit(transformValue(limit, Number))
    .offset(transformValue(offset, Number))
    .compile();
});

/** The parts of composed documents. Their contents are in a separate table, which is read only if they are returned. */
export function createPartStore(transaction: SqlTransaction<CompositionTables>): PartStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(partRows, dialect);
  const printed = rows.omit(UNPRINTED);
  const contents = rowsOf(partContentRows, dialect);
  const own = parts(transaction);
  type Found = Parameters<typeof rows.decode>[0];
  const decode = ({ content, ...row }: Found & { readonly content: string }): Part => ({
    ...rows.decode(row),
    content,
  });

  /** Returns the parts with these ids, in that order. */
  async function findInOrder(ids: readonly PartId[], withContent: boolean): Promise<readonly ListedPart[]> {
    if (ids.length === 0) return [];
    const from = db
      .selectFrom("composed_parts")
      .select(rows.columns("composed_parts"))
      .where("composed_parts.id", "in", valueSet(partRows, "id", ids, dialect));
    if (!withContent) return inOrderOf(ids, (await from.execute()).map(rows.decode));
    const whole = from
      .innerJoin("composed_part_contents as contents", "contents.part_id", "composed_parts.id")
      .select("contents.content");
    return inOrderOf(ids, (await whole.execute()).map(decode));
  }

  async function count(documentId: ComposedDocumentId) {
    const [row] = (await measuring(transaction, { documentId }, undefined)).rows;
    return { count: Number(row?.count ?? 0), lastPosition: Number(row?.last ?? 0) };
  }

  return {
    async find(documentId, id) {
      const [row] = (await finding(transaction, { id, documentId }, undefined)).rows;
      return row ? decode(row) : null;
    },

    async list(documentId, { withContent, ...page }) {
      const values = { documentId, limit: page.perPage, offset: offsetOf(page) };
      const sized = (await sizing(transaction, values, withContent)).rows;
      const total = Number(sized[0]?.total ?? (await count(documentId)).count);
      const ids = idsWithin(sized as readonly (SizedRow & { readonly id: PartId })[]);
      return { ...page, items: await findInOrder(ids, withContent), total };
    },

    async outlines(documentId) {
      const { rows: found } = await outlining(transaction, { documentId }, undefined);
      return found.map(({ id, status, part_type, bytes }) => ({
        id,
        status: status as PartStatus,
        partType: part_type as PartType,
        contentBytes: Number(bytes),
      }));
    },

    async findPrinted(documentId, { includeDraft }) {
      const found = (await printing(transaction, { documentId }, includeDraft)).rows;
      return found.map(({ content, ...row }) => ({ ...printed.decode(row), content }));
    },

    async positions(documentId) {
      return (await placing(transaction, { documentId }, undefined)).rows;
    },

    extent: count,

    async statuses(documentId) {
      return (await judging(transaction, { documentId }, undefined)).rows.map(({ status }) => status as PartStatus);
    },

    async insert(all) {
      for (let first = 0; first < all.length; first += ROWS_MAX) {
        const some = all.slice(first, first + ROWS_MAX);
        await db.insertInto("composed_parts").values(some.map(rows.encode)).execute();
        const entries = some.map(({ id, content }) => contents.encode({ partId: id, content }));
        await db.insertInto("composed_part_contents").values(entries).execute();
      }
    },

    async update(part) {
      const { id, content } = part;
      await own.update(part);
      await db.updateTable("composed_part_contents").set({ content }).where("part_id", "=", id).execute();
    },

    async move(positions, updatedAt) {
      const set = rowSet(
        partRows,
        ["id", "position"],
        positions.map(({ id, position }) => ({ id, position })),
        dialect,
      );
      await sql`
        with moved as (${set})
        update composed_parts set position = moved.position, updated_at = ${dialect.instant(updatedAt)} from moved
        where composed_parts.id = moved.id`.execute(db);
    },

    async remove(id) {
      await db.deleteFrom("composed_part_contents").where("part_id", "=", id).execute();
      await own.remove(id);
    },

    async removeAll(documentId) {
      const ids = sql<PartId>`(select id from composed_parts where composed_document_id = ${documentId})`;
      await db.deleteFrom("composed_part_contents").where("part_id", "in", ids).execute();
      await db.deleteFrom("composed_parts").where("composed_document_id", "=", documentId).execute();
    },
  };
}
