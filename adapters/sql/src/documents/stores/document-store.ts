import { type DocumentStore, documentListing } from "@cartulary/documents";
import type { Caller } from "@cartulary/kernel";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { isReadableByGrants, readableParentIds, type Subjects } from "../access.ts";
import { clearCodes, codesOf } from "../classification.ts";
import { removeFrom } from "../removal.ts";
import { type DocumentTables, documentRows } from "../tables.ts";
import type { TrashTables } from "../trash/tables.ts";
import { documentViews } from "../views.ts";
import { nodeStore } from "./node-store.ts";

const documents = nodeStore({ type: "document", rows: documentRows, listing: documentListing }, documentViews);

const findingDuplicate = statement(
  (
    { db, dialect }: Source<DocumentTables>,
    { sha256, ...subjects }: Subjects & { readonly sha256: string },
    role: Caller["role"],
  ) => {
    const caller = { role, ...subjects };
    const parents = readableParentIds(dialect, caller, sql`select * from documents where sha256 = ${sha256}`);
    return db
      .selectFrom("documents")
      .select("id")
      .where("sha256", "=", sha256)
      .where(isReadableByGrants(caller, parents))
      .orderBy("created_at")
      .orderBy("id")
      .limit(1)
      .compile();
  },
);

export function createDocumentStore(transaction: SqlTransaction<TrashTables>): DocumentStore {
  const { dialect } = transaction;

  return {
    ...documents(transaction),

    async findDuplicate({ role, userId, groupIds }, sha256) {
      const { rows } = await findingDuplicate(transaction, { sha256, userId, groupIds }, role);
      return rows[0]?.id ?? null;
    },

    async setTextStatus(status, contents) {
      if (contents.length === 0) return;
      const one = contents.map(({ documentId, blobKey }) => sql`(id = ${documentId} and blob_key = ${blobKey})`);
      await sql`update documents set text_status = ${status}
        where text_status <> ${status} and (${sql.join(one, sql` or `)})`.execute(transaction.db);
    },

    keepCodes: (workspaceId, planId) =>
      clearCodes(
        transaction.db,
        dialect,
        sql`workspace_id = ${workspaceId} and classification_code not in (${codesOf(planId)})`,
      ),

    remove: (id, isKept) =>
      removeFrom(transaction.db, dialect, { documents: sql`id = ${id}`, entryId: isKept ? id : null }),
  };
}
