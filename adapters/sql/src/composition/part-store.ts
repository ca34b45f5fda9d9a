import type { PartStore } from "@cartulary/composition";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/rows.ts";
import { type CompositionTables, partRows } from "./tables.ts";

/** Rows of one statement: engines bound their parameters. */
const ROWS_MAX = 200;

/** The parts of composed documents. */
export function createPartStore({ db, dialect }: SqlTransaction<CompositionTables>): PartStore {
  const rows = rowsOf(partRows, dialect);
  const from = db.selectFrom("composed_parts").select(rows.columns("composed_parts"));

  return {
    async find(documentId, id) {
      const row = await from.where("id", "=", id).where("composed_document_id", "=", documentId).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async findAll(documentId) {
      const found = await from
        .where("composed_document_id", "=", documentId)
        .orderBy("position")
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return found.map(rows.decode);
    },

    async insert(parts) {
      for (let first = 0; first < parts.length; first += ROWS_MAX) {
        const some = parts.slice(first, first + ROWS_MAX).map(rows.encode);
        await db.insertInto("composed_parts").values(some).execute();
      }
    },

    async update(part) {
      await db.updateTable("composed_parts").set(rows.encode(part)).where("id", "=", part.id).execute();
    },

    async remove(id) {
      await db.deleteFrom("composed_parts").where("id", "=", id).execute();
    },

    async removeAll(documentId) {
      await db.deleteFrom("composed_parts").where("composed_document_id", "=", documentId).execute();
    },
  };
}
