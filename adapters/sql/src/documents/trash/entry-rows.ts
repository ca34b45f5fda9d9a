import type { ClassificationPlan, RemovedNodes, RestoredNodes, TrashEntry, TrashStore } from "@cartulary/documents";
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { codesOf } from "../classification.ts";
import { createClassificationPlanStore } from "../stores/classification-plan-store.ts";
import { documentRows, folderRows, versionRows, workspaceRows } from "../tables.ts";
import { copyRowsBack } from "./copy-rows.ts";
import { type TrashTables, trashedPlanRows } from "./tables.ts";

type Transaction = SqlTransaction<TrashTables>;
type Position = Parameters<TrashStore["putBack"]>[1];

/** Moves the rows of an entry back, workspace first, in the order of the foreign keys. */
export async function putBack(transaction: Transaction, entry: TrashEntry, position: Position): Promise<RestoredNodes> {
  const { db, dialect } = transaction;
  const workspaceId = entry.kind === "workspace" ? sql`${entry.id}` : sql`${position.workspaceId}`;
  const workspace = sql`cast(${workspaceId} as ${sql.raw(dialect.types.id)})`;
  if (entry.kind === "workspace") await putWorkspaceBack(transaction, entry.id);
  const placed = { ...placement(dialect, entry, position), workspace_id: workspace };
  await copyRowsBack(db, folderRows, entry.id, placed);
  await copyRowsBack(db, documentRows, entry.id, { ...placed, ...references(workspace) });
  await copyRowsBack(db, versionRows, entry.id);
  await removeReplays(transaction, entry);
  const { folderIds, documentIds } = await removeRows(transaction, entry);
  return { folderIds, documentIds };
}

/**
 * The values of the columns of a position: the top of the entry gets the new folder. All of it is placed at that tick, for a
 * tree clock that was restored from a backup may be behind what is in the trash.
 */
function placement(dialect: Dialect, { id }: TrashEntry, { documentsFolderId, placedSeq }: Position) {
  const isTop = sql`kept.id = ${id}`;
  const folder = sql`cast(${documentsFolderId} as ${sql.raw(dialect.types.id)})`;
  const seq = sql`cast(${placedSeq} as ${sql.raw(dialect.types.integer)})`;
  return {
    documents_folder_id: sql`case when ${isTop} then ${folder} else kept.documents_folder_id end`,
    placed_seq: seq,
  };
}

/** The values of the columns of a document that refer to records that may be gone, and of its text, to be read again. */
function references(workspace: RawBuilder<unknown>): Readonly<Record<string, RawBuilder<unknown>>> {
  const codes = codesOf(sql`(select classification_plan_id from workspaces where workspaces.id = ${workspace})`);
  const hasCode = sql`kept.classification_code in (${codes})`;
  return {
    domain_id: existing("domains", "domain_id"),
    document_type_id: existing("document_types", "document_type_id"),
    classification_code: sql`case when ${hasCode} then kept.classification_code end`,
    classification_code_fold: sql`case when ${hasCode} then kept.classification_code_fold end`,
    text_status: sql`case kept.text_status when 'none' then 'none' else 'pending' end`,
  };
}

/** A column of `kept` if the row that it refers to still exists; null otherwise. */
const existing = (table: string, column: string): RawBuilder<unknown> =>
  sql`(select found.id from ${sql.table(table)} as found where found.id = ${sql.ref(`kept.${column}`)})`;

/** Inserts the plans first, so that the workspace finds its own; a plan that is gone since is `null`. */
async function putWorkspaceBack(transaction: Transaction, id: TrashEntry["id"]): Promise<void> {
  const { db, dialect } = transaction;
  const planRows = rowsOf(trashedPlanRows, dialect);
  const kept = await db
    .selectFrom("trashed_classification_plans")
    .select(planRows.columns("trashed_classification_plans"))
    .where("entry_id", "=", id)
    .execute();
  const plans = kept.map((row) => planRows.decode(row));
  const store = createClassificationPlanStore(transaction as never);
  for (const { entryId: _, ...plan } of plans)
    await store.insert({ ...(plan as ClassificationPlan), workspaceId: null });
  await copyRowsBack(db, workspaceRows, id, {
    classification_plan_id: existing("classification_plans", "classification_plan_id"),
    domain_id: existing("domains", "domain_id"),
    workspace_type_id: existing("workspace_types", "workspace_type_id"),
  });
  for (const plan of plans)
    await db
      .updateTable("classification_plans")
      .set({ workspace_id: plan.workspaceId })
      .where("id", "=", plan.id)
      .execute();
}

/** Removes the replies with records of an entry or their permissions, which repeated requests would get (archive.md 1.3). */
async function removeReplays({ db, dialect }: Transaction, { id }: TrashEntry): Promise<void> {
  const idText = dialect.idText(sql.ref("id"));
  for (const table of ["trashed_workspaces", "trashed_folders", "trashed_documents"]) {
    const ids = (column: RawBuilder<unknown>) => sql`select ${column} from ${sql.table(table)} where entry_id = ${id}`;
    const grants = sql`select ${idText} from grants where ${dialect.inSet("resource_id", ids(sql.ref("id")))}`;
    for (const found of [ids(idText), grants])
      await db.deleteFrom("replays").where(dialect.inSet("record_id", found)).execute();
  }
}

/** Deletes the rows of an entry, and the entry. */
export async function removeRows({ db }: Transaction, { id }: Pick<TrashEntry, "id">): Promise<RemovedNodes> {
  const versions = await db.deleteFrom("trashed_versions").where("entry_id", "=", id).returning("blob_key").execute();
  const documents = await db
    .deleteFrom("trashed_documents")
    .where("entry_id", "=", id)
    .returning(["id", "blob_key", "byte_size"])
    .execute();
  const folders = await db.deleteFrom("trashed_folders").where("entry_id", "=", id).returning("id").execute();
  await db.deleteFrom("trashed_workspaces").where("entry_id", "=", id).execute();
  await db.deleteFrom("trashed_classification_plans").where("entry_id", "=", id).execute();
  await db.deleteFrom("trash_managers").where("entry_id", "=", id).execute();
  await db.deleteFrom("trash_entries").where("id", "=", id).execute();
  return {
    folderIds: folders.map((row) => row.id),
    documentIds: documents.map((row) => row.id),
    blobKeys: [...documents, ...versions].map((row) => row.blob_key),
    byteSize: documents.reduce((sum, row) => sum + row.byte_size, 0),
  };
}
