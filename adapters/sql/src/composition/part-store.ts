import type { ComposedDocumentId, PartStore } from "@cartulary/composition";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/rows.ts";
import { type Source, statement } from "../engine/statement.ts";
import { rowStore } from "../records/row-store.ts";
import { type CompositionTables, partRows } from "./tables.ts";

/** Rows of one statement: engines bound their parameters. */
const ROWS_MAX = 200;

const records = rowStore(partRows);

const ofDocument = statement(
  ({ db, dialect }: Source<CompositionTables>, { documentId }: { readonly documentId: ComposedDocumentId }) =>
    db
      .selectFrom("composed_parts")
      .select(rowsOf(partRows, dialect).columns("composed_parts"))
      .where("composed_document_id", "=", documentId)
      .orderBy("position")
      .orderBy("created_at")
      .orderBy("id")
      .compile(),
);

/** The parts of composed documents. */
export function createPartStore(transaction: SqlTransaction<CompositionTables>): PartStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(partRows, dialect);
  const own = records(transaction);

  return {
    async find(documentId, id) {
      const part = await own.find(id);
      return part?.composedDocumentId === documentId ? part : null;
    },

    async findAll(documentId) {
      const found = await ofDocument(transaction, { documentId }, undefined);
      return found.rows.map(rows.decode);
    },

    async insert(parts) {
      for (let first = 0; first < parts.length; first += ROWS_MAX) {
        const some = parts.slice(first, first + ROWS_MAX).map(rows.encode);
        await db.insertInto("composed_parts").values(some).execute();
      }
    },

    update: own.update,
    remove: own.remove,

    async removeAll(documentId) {
      await db.deleteFrom("composed_parts").where("composed_document_id", "=", documentId).execute();
    },
  };
}
