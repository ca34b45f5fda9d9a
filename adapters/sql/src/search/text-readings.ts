import type { DocumentId } from "@cartulary/documents";
import type { TextReadings } from "@cartulary/search";
import { type RawBuilder, sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { type SearchTables, textReadingRows } from "./tables.ts";

/** How far readings have come, in SQL. */
export function createTextReadings({ db, dialect }: SqlTransaction<SearchTables>): TextReadings {
  const rows = rowsOf(textReadingRows, dialect);

  const idsOf = async (found: RawBuilder<{ readonly id: DocumentId }>) =>
    (await found.execute(db)).rows.map(({ id }) => id);
  const after = (column: string, id: DocumentId | null) => (id === null ? sql`1 = 1` : sql`${sql.ref(column)} > ${id}`);

  return {
    async find(documentId) {
      const row = await db
        .selectFrom("text_readings")
        .select(rows.columns("text_readings"))
        .where("document_id", "=", documentId)
        .executeTakeFirst();
      if (!row) return null;
      const { documentId: _, ...reading } = rows.decode(row);
      return reading;
    },

    async put(documentId, reading) {
      const present = await db
        .selectFrom("documents")
        .select("id")
        .where("id", "=", documentId)
        .where("blob_key", "=", reading.blobKey)
        .modifyEnd(dialect.forShare)
        .executeTakeFirst();
      if (!present) return;
      const row = rows.encode({ ...reading, documentId });
      await db
        .insertInto("text_readings")
        .values(row)
        .onConflict((conflict) => conflict.column("document_id").doUpdateSet(row))
        .execute();
    },

    async remove(documentIds) {
      if (documentIds.length > 0)
        await db.deleteFrom("text_readings").where("document_id", "in", documentIds).execute();
    },

    unfinished: (id, limit) =>
      idsOf(
        sql`select document_id as id from text_readings where ${after("document_id", id)} order by document_id limit ${limit}`,
      ),

    toReread: (which, id, limit) =>
      idsOf(sql`select id from documents where ${which === "all" ? sql`1 = 1` : sql`text_status = 'failed'`}
        and ${after("id", id)} order by id limit ${limit}`),
  };
}
