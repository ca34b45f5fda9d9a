import type { ComposedDocumentStore } from "@cartulary/composition";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import type { CompositionTables } from "./tables.ts";

/** The maximum number of ids in one statement: engines limit the number of parameters. */
const IDS_MAX = 5_000;

type TrashedReferences = Pick<ComposedDocumentStore, "remember" | "giveBack" | "forgetEntry">;

/** References of composed documents to what is in the trash. */
export function createTrashedReferences({ db, dialect }: SqlTransaction<CompositionTables>): TrashedReferences {
  async function rememberWhere(
    entryId: string,
    column: "folder_id" | "workspace_id" | "pdf_file_id",
    ids: readonly string[],
  ) {
    for (let first = 0; first < ids.length; first += IDS_MAX) {
      const some = sql.join(ids.slice(first, first + IDS_MAX));
      await sql`insert into trashed_references (entry_id, composed_document_id, folder_id, workspace_id, pdf_file_id)
        select cast(${entryId} as ${sql.raw(dialect.types.id)}), id, folder_id, workspace_id, pdf_file_id
        from composed_documents where ${sql.ref(column)} in (${some})
        on conflict (entry_id, composed_document_id) do nothing`.execute(db);
    }
  }

  const forgetEntry = async (entryId: string) =>
    void (await db.deleteFrom("trashed_references").where("entry_id", "=", entryId).execute());

  /** Sets columns of the documents with a reference of the entry, `lost`. Locks them by id. */
  async function set(entryId: string, values: RawBuilder<unknown>, where: RawBuilder<SqlBool>): Promise<void> {
    await sql`update composed_documents set ${values} from trashed_references as lost
      where lost.composed_document_id = composed_documents.id and lost.entry_id = ${entryId} and ${where}`.execute(db);
  }

  return {
    async remember(entryId, { folderIds, documentIds, workspaceId }) {
      await rememberWhere(entryId, "folder_id", folderIds);
      await rememberWhere(entryId, "pdf_file_id", documentIds);
      if (workspaceId) await rememberWhere(entryId, "workspace_id", [workspaceId]);
    },

    async giveBack(entryId) {
      const concerned = sql<SqlBool>`id in (select composed_document_id from trashed_references
        where entry_id = ${entryId})`;
      await db
        .selectFrom("composed_documents")
        .select("id")
        .where(concerned)
        .orderBy("id")
        .modifyEnd(dialect.forUpdate)
        .execute();
      const isUnplaced = sql`composed_documents.folder_id is null
        and (composed_documents.workspace_id is null or composed_documents.workspace_id = lost.workspace_id)`;
      const folderWorkspace = sql`(select workspace_id from folders where folders.id = lost.folder_id)`;
      await set(
        entryId,
        sql`folder_id = lost.folder_id, workspace_id = ${folderWorkspace}`,
        sql`${isUnplaced} and exists (select 1 from folders where folders.id = lost.folder_id)`,
      );
      await set(
        entryId,
        sql`workspace_id = lost.workspace_id`,
        sql`composed_documents.folder_id is null and composed_documents.workspace_id is null
          and exists (select 1 from workspaces where workspaces.id = lost.workspace_id)`,
      );
      await set(
        entryId,
        sql`pdf_file_id = lost.pdf_file_id`,
        sql`composed_documents.pdf_file_id is null
          and exists (select 1 from documents where documents.id = lost.pdf_file_id)`,
      );
      await forgetEntry(entryId);
    },

    forgetEntry,
  };
}
