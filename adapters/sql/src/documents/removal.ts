import type { RemovedNodes } from "@cartulary/documents";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import { documentRows, folderRows, versionRows } from "./tables.ts";
import { copyRows } from "./trash/copy-rows.ts";
import type { TrashTables } from "./trash/tables.ts";

/** The rows to delete. Folders are deleted last, because the documents are found through them. */
interface Removed {
  readonly documents: RawBuilder<SqlBool>;
  readonly folders?: RawBuilder<SqlBool>;
  /** The entry of the trash that the rows move to; `null` to delete them for good. */
  readonly entryId: string | null;
}

/**
 * Deletes versions, documents and folders, in the order of the foreign keys, or moves them to the trash. Returns the
 * deleted ids.
 *
 * Locks the documents first, by id: a version that another transaction adds to one of them is included.
 */
export async function removeFrom(
  db: Kysely<TrashTables>,
  dialect: Dialect,
  { documents: inTree, folders: foldersInTree, entryId }: Removed,
): Promise<RemovedNodes> {
  await db.selectFrom("documents").select("id").where(inTree).orderBy("id").modifyEnd(dialect.forUpdate).execute();
  const ofDocuments = dialect.inSet("document_id", sql`select id from documents where ${inTree}`);
  const keep = (table: typeof folderRows | typeof documentRows | typeof versionRows, where: RawBuilder<SqlBool>) =>
    entryId === null ? null : copyRows(db, table, entryIdOf(dialect, entryId), where);
  await keep(versionRows, ofDocuments);
  const versions = await db.deleteFrom("versions").where(ofDocuments).returning("blob_key").execute();
  await keep(documentRows, inTree);
  const documents = await db.deleteFrom("documents").where(inTree).returning(["id", "blob_key", "byte_size"]).execute();
  if (foldersInTree) await keep(folderRows, foldersInTree);
  const folders = foldersInTree ? await db.deleteFrom("folders").where(foldersInTree).returning("id").execute() : [];
  return {
    folderIds: folders.map(({ id }) => id),
    documentIds: documents.map(({ id }) => id),
    blobKeys: [...documents, ...versions].map(({ blob_key }) => blob_key),
    byteSize: documents.reduce((sum, { byte_size }) => sum + byte_size, 0),
  };
}

const entryIdOf = (dialect: Dialect, entryId: string) => sql`cast(${entryId} as ${sql.raw(dialect.types.id)})`;
