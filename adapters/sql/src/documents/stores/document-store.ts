import { type DocumentField, type DocumentStore, documentListing } from "@cartulary/documents";
import { sql } from "kysely";
import { type Columns, columnsOf, pageOf } from "../../listing.ts";
import type { SqlTransaction } from "../../module.ts";
import { rowsOf } from "../../rows.ts";
import { levelOf, rankOn } from "../access.ts";
import { clearCodes, codesOf } from "../classification.ts";
import { removeFrom } from "../removal.ts";
import { type DocumentTables, documentRows } from "../tables.ts";
import { documentViews, PLAN } from "../views.ts";

const columns: Columns<DocumentField> = {
  ...columnsOf(documentListing, documentRows),
  classificationPlanId: PLAN,
};

export function createDocumentStore({ db, dialect }: SqlTransaction<DocumentTables>): DocumentStore {
  const rows = rowsOf(documentRows, dialect);
  const views = documentViews(db, dialect);

  return {
    async find(caller, id) {
      const row = await views
        .select(views.from)
        .select(rankOn(dialect, caller, { type: "document", id }).as("rank"))
        .where("documents.id", "=", id)
        .executeTakeFirst();
      return row ? { record: views.decode(row), level: levelOf(row.rank) } : null;
    },

    async lock(id) {
      const row = await db
        .selectFrom("documents")
        .select(rows.columns("documents"))
        .where("id", "=", id)
        .modifyEnd(dialect.forUpdate)
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    list: (caller, query, within) =>
      pageOf(
        views.listed(caller, query, within),
        { listing: documentListing, query, columns, dialect },
        views.select,
        views.decode,
      ),

    async insert(document) {
      await db.insertInto("documents").values(rows.encode(document)).execute();
    },

    async update(document) {
      await db.updateTable("documents").set(rows.encode(document)).where("id", "=", document.id).execute();
    },

    keepCodes: (workspaceId, planId) =>
      clearCodes(db, dialect, sql`workspace_id = ${workspaceId} and classification_code not in (${codesOf(planId)})`),

    remove: (id) => removeFrom(db, dialect, { documents: sql`id = ${id}` }),
  };
}
