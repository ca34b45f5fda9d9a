import type { ImportedDateStore, ImportedDates } from "@cartulary/documents";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import type { DocumentTables } from "../tables.ts";

/** The table of each type, and its column for the date of the last change. */
const TABLES: Readonly<Record<ImportedDates["type"], readonly [table: string, changedAt: string]>> = {
  workspace: ["workspaces", "updated_at"],
  folder: ["folders", "updated_at"],
  document: ["documents", "updated_at"],
  version: ["versions", "content_created_at"],
};

export function createImportedDateStore({ db, dialect }: SqlTransaction<DocumentTables>): ImportedDateStore {
  return {
    async set({ type, id, createdAt, changedAt }, createdBy) {
      const [table, column] = TABLES[type];
      const { rows } = await sql<{ readonly id: string }>`
        update ${sql.table(table)}
        set created_at = ${dialect.instant(createdAt)}, ${sql.ref(column)} = ${dialect.instant(changedAt)}
        where id = ${id} and created_by = ${createdBy} returning id`.execute(db);
      return rows.length > 0;
    },
  };
}
