import { type DocumentField, type DocumentStore, documentListing } from "@cartulary/documents";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/rows.ts";
import { type Columns, columnsOf, pageOf } from "../../records/listing.ts";
import { reachOf, reachOn } from "../access.ts";
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
        .select(reachOn(dialect, caller, { type: "document", id }).as("reach"))
        .where("documents.id", "=", id)
        .executeTakeFirst();
      return row ? { record: views.decode(row), ...reachOf(row.reach) } : null;
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

    list(caller, query, within) {
      const { matching, sees } = views.listed(caller, query, within);
      const request = { listing: documentListing, query, columns, dialect };
      return pageOf(matching, request, (found) => views.select(found, sees), views.decode);
    },

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
