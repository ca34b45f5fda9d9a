import type { Removed } from "@cartulary/documents";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import type { DocumentTables } from "./tables.ts";
import { inSet } from "./tree.ts";

/** Which rows go. The folders go last: until then they tell which documents lie in them. */
interface Going {
  readonly documents: RawBuilder<SqlBool>;
  readonly folders?: RawBuilder<SqlBool>;
}

/**
 * Removes versions, documents and folders, in the order that foreign keys ask for, and answers what was removed.
 *
 * The documents are locked first, each before the next of higher id: a version that is being added to one of them is
 * waited for, and goes with it.
 */
export async function removeFrom(db: Kysely<DocumentTables>, dialect: Dialect, going: Going): Promise<Removed> {
  await db
    .selectFrom("documents")
    .select("id")
    .where(going.documents)
    .orderBy("id")
    .modifyEnd(dialect.forUpdate)
    .execute();
  const versions = await db
    .deleteFrom("versions")
    .where(inSet(dialect, "document_id", sql`select id from documents where ${going.documents}`))
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
