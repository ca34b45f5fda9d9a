import {
  type DocumentField,
  type DocumentId,
  type DocumentStore,
  documentListing,
  type Within,
} from "@cartulary/documents";
import type { Caller } from "@cartulary/kernel";
import { sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/rows.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { type Columns, columnsOf } from "../../records/listing.ts";
import { pages } from "../../records/pages.ts";
import { rowStore } from "../../records/row-store.ts";
import { textIndexOf } from "../../records/text-index.ts";
import { grantedAmong, reachOf, reachOn, type Subjects } from "../access.ts";
import { clearCodes, codesOf } from "../classification.ts";
import { removeFrom } from "../removal.ts";
import { type DocumentTables, documentRows } from "../tables.ts";
import { documentViews, listedRows, PLAN } from "../views.ts";

const columns: Columns<DocumentField> = {
  ...columnsOf(documentListing, documentRows),
  classificationPlanId: PLAN,
  name: { ref: "documents.name", nullable: false, index: textIndexOf("documents") },
};

const documents = rowStore(documentRows);

const finding = statement(
  (
    { db, dialect }: Source<DocumentTables>,
    { id, ...subjects }: Subjects & { readonly id: DocumentId },
    role: Caller["role"],
  ) =>
    documentViews(dialect)
      .select(db.selectFrom("documents"))
      .select(reachOn(dialect, { role, ...subjects }, { type: "document", id }).as("reach"))
      .where("documents.id", "=", id)
      .compile(),
);

const inserting = statement(({ db, dialect }: Source<DocumentTables>, row: Row<typeof documentRows>) =>
  documentViews(dialect).insert(db, row).compile(),
);

const listing = pages(
  { listing: documentListing, columns },
  (source: Source<DocumentTables>, { userId, groupIds, ...within }: Subjects & Within, query, role: Caller["role"]) => {
    const { sees, ...rows } = listedRows(source, "documents", { role, userId, groupIds }, { query, within });
    return { ...rows, select: (found) => documentViews(source.dialect).select(found, sees) };
  },
);

const findingDuplicate = statement(
  (
    { db, dialect }: Source<DocumentTables>,
    { sha256, ...subjects }: Subjects & { readonly sha256: string },
    role: Caller["role"],
  ) =>
    db
      .selectFrom("documents")
      .select("id")
      .where("sha256", "=", sha256)
      .where(grantedAmong(dialect, { role, ...subjects }, sql`select * from documents where sha256 = ${sha256}`))
      .orderBy("created_at")
      .orderBy("id")
      .limit(1)
      .compile(),
);

export function createDocumentStore(transaction: SqlTransaction<DocumentTables>): DocumentStore {
  const { dialect } = transaction;
  const { decode } = documentViews(dialect);

  return {
    ...documents(transaction),

    async find({ role, userId, groupIds }, id) {
      const {
        rows: [row],
      } = await finding(transaction, { id, userId, groupIds }, role);
      return row ? { record: decode(row), ...reachOf(row.reach) } : null;
    },

    async insert(document) {
      const [row] = (await inserting(transaction, rowsOf(documentRows, dialect).encode(document), undefined)).rows;
      if (!row) throw new Error("A row that was inserted was not answered");
      return decode(row);
    },

    list: ({ role, userId, groupIds }, query, within) =>
      listing(transaction, { query, values: { userId, groupIds, ...within }, shape: role }, decode),

    async findDuplicate({ role, userId, groupIds }, sha256) {
      const { rows } = await findingDuplicate(transaction, { sha256, userId, groupIds }, role);
      return rows[0]?.id ?? null;
    },

    keepCodes: (workspaceId, planId) =>
      clearCodes(
        transaction.db,
        dialect,
        sql`workspace_id = ${workspaceId} and classification_code not in (${codesOf(planId)})`,
      ),

    remove: (id) => removeFrom(transaction.db, dialect, { documents: sql`id = ${id}` }),
  };
}
