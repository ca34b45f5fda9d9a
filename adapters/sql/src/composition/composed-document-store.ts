import {
  type CompileClaim,
  type ComposedDocumentField,
  type ComposedDocumentId,
  type ComposedDocumentStore,
  type ComposedDocumentView,
  composedDocumentListing,
  type ListedComposedDocument,
} from "@cartulary/composition";
import { levelByRole } from "@cartulary/documents";
import type { Caller, Instant } from "@cartulary/kernel";
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { isReadable, readableWorkspaces } from "../documents/access.ts";
import { subtreeOf } from "../documents/tree.ts";
import { CREATOR, type Creator, creatorOf } from "../documents/views.ts";
import type { Entry } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { valueSet } from "../engine/row-set.ts";
import { type Source, statement, transformValue } from "../engine/statement.ts";
import { bytesIn, idsWithin, inOrderOf } from "../records/bounded-rows.ts";
import { type Columns, columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { rowStore } from "../records/row-store.ts";
import { type CompositionTables, composedDocumentRows } from "./tables.ts";
import { createTrashedReferences } from "./trashed-references.ts";

const columns: Columns<ComposedDocumentField> = columnsOf(composedDocumentListing, composedDocumentRows);

/** The maximum number of ids in one statement: engines limit the number of parameters. */
const IDS_MAX = 5_000;

type Tables = Source<CompositionTables>;
type Documents = SelectQueryBuilder<CompositionTables, "composed_documents", object>;

const records = rowStore(composedDocumentRows);

/** The columns of a document that lists read, too. */
type ListedEntry = Omit<Entry<typeof composedDocumentRows>, "typstSource">;

/** Columns of unbounded length in lists. */
const LONG = ["description", "variables", "variables_schema", "page_settings", "metadata_user"];

/** These columns with the creator and the number of parts. */
const viewed = <Column extends keyof CompositionTables["composed_documents"] & string>(
  matching: Documents,
  columns: readonly `composed_documents.${Column}`[],
) =>
  matching
    .leftJoin("users", "users.id", "composed_documents.created_by")
    .select(columns)
    .select(CREATOR)
    .select(({ selectFrom, fn }) =>
      selectFrom("composed_parts")
        .select(fn.countAll<number>().as("count"))
        .whereRef("composed_parts.composed_document_id", "=", "composed_documents.id")
        .as("parts_count"),
    );

const finding = statement((source: Tables, { id }: { readonly id: ComposedDocumentId }) =>
  viewed(
    source.db.selectFrom("composed_documents"),
    rowsOf(composedDocumentRows, source.dialect).columns("composed_documents"),
  )
    .where("composed_documents.id", "=", id)
    .compile(),
);

interface Claim extends CompileClaim {
  readonly id: ComposedDocumentId;
  readonly now: Instant;
}

const claiming = statement(({ db, dialect }: Tables, { id, token, until, now }: Claim) => {
  const [end, moment] = [transformValue(until, dialect.instant), transformValue(now, dialect.instant)];
  return db
    .insertInto("compile_claims")
    .values({ composed_document_id: id, token, until: end })
    .onConflict((conflict) =>
      conflict
        .column("composed_document_id")
        .doUpdateSet({ token, until: end })
        .where("compile_claims.until", "<=", moment),
    )
    .returning("token")
    .compile();
});

const releasing = statement(({ db }: Tables, { id, token }: Pick<Claim, "id" | "token">) =>
  db.deleteFrom("compile_claims").where("composed_document_id", "=", id).where("token", "=", token).compile(),
);

export function createComposedDocumentStore(transaction: SqlTransaction<CompositionTables>): ComposedDocumentStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(composedDocumentRows, dialect);
  const listed = rows.omit(["typstSource"]);
  const from = db.selectFrom("composed_documents");
  type Found = Parameters<typeof rows.decode>[0] & Creator & { readonly parts_count: number | null };
  const view = <Entry extends ListedEntry>(document: Entry, row: Found) => ({
    ...document,
    createdBy: creatorOf(row),
    creatorId: document.createdBy,
    partsCount: Number(row.parts_count),
  });
  const decode = (row: Found): ComposedDocumentView => view(rows.decode(row), row);

  /** Returns the list views of the documents with these ids, in that order. */
  async function findInOrder(ids: readonly ComposedDocumentId[]): Promise<readonly ListedComposedDocument[]> {
    if (ids.length === 0) return [];
    const chosen = from.where("composed_documents.id", "in", valueSet(composedDocumentRows, "id", ids, dialect));
    const found = await viewed(chosen, listed.columns("composed_documents")).execute();
    return inOrderOf(
      ids,
      found.map((row) => view(listed.decode(row), row)),
    );
  }

  /** Clears the column of the rows that refer to one of these ids. */
  async function forget(column: "template_id" | "folder_id" | "workspace_id" | "pdf_file_id", ids: readonly string[]) {
    for (let first = 0; first < ids.length; first += IDS_MAX) {
      const refers = sql<SqlBool>`${sql.ref(column)} in (${sql.join(ids.slice(first, first + IDS_MAX))})`;
      await locked(refers);
      await db.updateTable("composed_documents").set(column, null).where(refers).execute();
    }
  }
  /** Locks by id, so that two deletions do not deadlock. */
  const locked = (where: RawBuilder<SqlBool>) =>
    db.selectFrom("composed_documents").select("id").where(where).orderBy("id").modifyEnd(dialect.forUpdate).execute();

  return {
    ...records(transaction),

    async find(id) {
      const [row] = (await finding(transaction, { id }, undefined)).rows;
      return row ? decode(row) : null;
    },

    async list(caller, query, { workspaceId, folderId, status }) {
      const within = from
        .where(listedDocuments(caller))
        .$if(workspaceId !== undefined, (all) => all.where("composed_documents.workspace_id", "=", workspaceId ?? null))
        .$if(folderId !== undefined, (all) => all.where("composed_documents.folder_id", "=", folderId ?? null))
        .$if(status !== undefined, (all) => all.where("composed_documents.status", "=", status ?? "draft"));
      const { items, ...page } = await pageOf(
        within,
        { listing: composedDocumentListing, query, columns, dialect },
        (matching) => matching.select("composed_documents.id").select(bytesIn(LONG, dialect).as("bytes")),
        (row) => row,
      );
      return { ...page, items: await findInOrder(idsWithin(items)) };
    },

    async remove(id) {
      await db.deleteFrom("compile_claims").where("composed_document_id", "=", id).execute();
      await db.deleteFrom("trashed_references").where("composed_document_id", "=", id).execute();
      await db.deleteFrom("composed_documents").where("id", "=", id).execute();
    },

    async forgetTemplate(id) {
      const refers = sql<SqlBool>`template_id = ${id}`;
      await locked(refers);
      const nothing = { template_id: null, template_key: null };
      await db.updateTable("composed_documents").set(nothing).where(refers).execute();
    },

    ...createTrashedReferences(transaction),

    forgetFolders: (ids) => forget("folder_id", ids),
    forgetWorkspace: (id) => forget("workspace_id", [id]),
    forgetPdfs: (ids) => forget("pdf_file_id", ids),

    async assignWorkspace(folderId, workspaceId) {
      const inside = dialect.inSet("folder_id", subtreeOf(dialect, folderId));
      await locked(inside);
      await db.updateTable("composed_documents").set({ workspace_id: workspaceId }).where(inside).execute();
    },

    async claimCompile(id, claim, now) {
      return (await claiming(transaction, { id, ...claim, now }, undefined)).rows.length > 0;
    },

    async renewCompile(id, { token, until }) {
      const renewed = await db
        .updateTable("compile_claims")
        .set({ until: dialect.instant(until) })
        .where("composed_document_id", "=", id)
        .where("token", "=", token)
        .returning("token")
        .execute();
      return renewed.length > 0;
    },

    releaseCompile: async (id, token) => void (await releasing(transaction, { id, token }, undefined)),
  };

  /** The documents in places that the caller may read, and the caller's own outside any place (composition.md 1). */
  function listedDocuments(caller: Caller): RawBuilder<SqlBool> {
    if (levelByRole(caller)) return sql`1 = 1`;
    const folders = sql`select folders.id from folders where ${isReadable(dialect, "folders", caller)}`;
    const workspaces = sql`select workspaces.id from workspaces where ${readableWorkspaces(dialect, caller)}`;
    return sql`(
      ${dialect.inSet("composed_documents.folder_id", folders)}
      or (composed_documents.folder_id is null and ${dialect.inSet("composed_documents.workspace_id", workspaces)})
      or (composed_documents.folder_id is null and composed_documents.workspace_id is null
        and composed_documents.created_by = ${caller.userId}))`;
  }
}
