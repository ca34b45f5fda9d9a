import type { Removed } from "@cartulary/documents";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { DocumentTables } from "./tables.ts";

/** Which rows go. The folders go last: until then they tell which documents lie in them. */
interface Going {
  readonly documents: RawBuilder<SqlBool>;
  readonly folders?: RawBuilder<SqlBool>;
}

/** Removes versions, documents and folders, in the order that foreign keys ask for, and answers what was removed. */
export async function removeFrom(db: Kysely<DocumentTables>, going: Going): Promise<Removed> {
  const versions = await db
    .deleteFrom("versions")
    .where("document_id", "in", db.selectFrom("documents").select("id").where(going.documents))
    .returning("blob_key")
    .execute();
  const documents = await db.deleteFrom("documents").where(going.documents).returning(["id", "blob_key"]).execute();
  const folders = going.folders ? await db.deleteFrom("folders").where(going.folders).returning("id").execute() : [];
  return {
    folderIds: folders.map(({ id }) => id),
    documentIds: documents.map(({ id }) => id),
    blobKeys: [...documents, ...versions].map(({ blob_key }) => blob_key),
  };
}
