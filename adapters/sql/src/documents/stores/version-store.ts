import type { DocumentId, VersionStore, VersionView } from "@cartulary/documents";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { rowStore } from "../../records/row-store.ts";
import { type DocumentTables, versionRows } from "../tables.ts";
import { CREATOR, type Creator, creatorOf } from "../views.ts";

const versions = rowStore(versionRows);

export function createVersionStore(transaction: SqlTransaction<DocumentTables>): VersionStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(versionRows, dialect);
  const views = (documentId: DocumentId) =>
    db
      .selectFrom("versions")
      .leftJoin("users", "users.id", "versions.created_by")
      .select(rows.columns("versions"))
      .select(CREATOR)
      .where("versions.document_id", "=", documentId);
  const decode = (row: Parameters<typeof rows.decode>[0] & Creator): VersionView => ({
    ...rows.decode(row),
    createdBy: creatorOf(row),
  });

  return {
    async find(documentId, id) {
      const row = await views(documentId).where("versions.id", "=", id).executeTakeFirst();
      return row ? decode(row) : null;
    },

    async list(documentId, { page, perPage }) {
      const { total } = await db
        .selectFrom("versions")
        .select(sql<number>`count(*)`.as("total"))
        .where("document_id", "=", documentId)
        .executeTakeFirstOrThrow();
      const found = await views(documentId)
        .orderBy("versions.version_number", "desc")
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute();
      return { items: found.map(decode), total, page, perPage };
    },

    insert: (version) => versions(transaction).insert(version),
  };
}
