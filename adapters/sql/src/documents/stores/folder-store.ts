import {
  type FolderField,
  type FolderId,
  type FolderStore,
  folderListing,
  type ItemsWithLevel,
  type WithLevel,
  type WorkspaceId,
} from "@cartulary/documents";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/rows.ts";
import { type Columns, columnsOf, pageOf } from "../../records/listing.ts";
import { isReachableIn, levelOf, ownRank, reachOf, reachOn } from "../access.ts";
import { clearCodes, codesOf } from "../classification.ts";
import { removeFrom } from "../removal.ts";
import { type DocumentTables, folderRows } from "../tables.ts";
import { ancestors, inSet, levelsBelow, subtreeOf } from "../tree.ts";
import { documentViews, folderViews, PLAN } from "../views.ts";

const columns: Columns<FolderField> = {
  ...columnsOf(folderListing, folderRows),
  classificationPlanId: PLAN,
};

export function createFolderStore({ db, dialect }: SqlTransaction<DocumentTables>): FolderStore {
  const rows = rowsOf(folderRows, dialect);
  const views = folderViews(db, dialect);
  const contents = documentViews(db, dialect);

  /** What lies directly in a folder, as far as it is chosen: folders first, then by folded name and id. */
  async function content(id: FolderId, limit: number, { where, rank }: Chosen): Promise<ItemsWithLevel> {
    const inner = await views
      .select(views.from)
      .select(rank("folders").as("rank"))
      .where("folders.documents_folder_id", "=", id)
      .where(where("folders"))
      .orderBy("folders.name_fold")
      .orderBy("folders.id")
      .limit(limit + 1)
      .execute();
    const outer = await contents
      .select(contents.from)
      .select(rank("documents").as("rank"))
      .where("documents.documents_folder_id", "=", id)
      .where(where("documents"))
      .orderBy("documents.name_fold")
      .orderBy("documents.id")
      .limit(limit + 1 - inner.length)
      .execute();
    return {
      folders: inner.slice(0, limit).map((row) => ({ record: views.decode(row), level: levelOf(row.rank) })),
      documents: outer
        .slice(0, Math.max(limit - inner.length, 0))
        .map((row) => ({ record: contents.decode(row), level: levelOf(row.rank) })),
      truncated: inner.length + outer.length > limit,
    };
  }

  return {
    async find(caller, id) {
      const row = await views
        .select(views.from)
        .select(reachOn(dialect, caller, { type: "folder", id }).as("reach"))
        .where("folders.id", "=", id)
        .executeTakeFirst();
      return row ? { record: views.decode(row), ...reachOf(row.reach) } : null;
    },

    async lock(id) {
      const row = await db
        .selectFrom("folders")
        .select(rows.columns("folders"))
        .where("id", "=", id)
        .modifyEnd(dialect.forUpdate)
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    list(caller, query, within) {
      const { matching, sees } = views.listed(caller, query, within);
      const request = { listing: folderListing, query, columns, dialect };
      return pageOf(matching, request, (found) => views.select(found, sees), views.decode);
    },

    async items(id, limit) {
      const { folders, documents, truncated } = await content(id, limit, WHOLE);
      return { folders: folders.map(recordOf), documents: documents.map(recordOf), truncated };
    },

    itemsIn: (caller, id, { ids, limit }) =>
      content(id, limit, {
        where: (table) => isReachableIn(dialect, caller, table, ids),
        rank: (table) => ownRank(caller, table),
      }),

    async insert(folder) {
      await db.insertInto("folders").values(rows.encode(folder)).execute();
    },

    async update(folder) {
      await db.updateTable("folders").set(rows.encode(folder)).where("id", "=", folder.id).execute();
    },

    async chain(id) {
      const walked = await sql<{ id: FolderId }>`${ancestors(sql`${id}`)} select id from above order by depth`.execute(
        db,
      );
      return walked.rows.map((row) => row.id);
    },

    async height(id) {
      const measured = await sql<{ height: number }>`
        ${levelsBelow(dialect, id)} select coalesce(max(depth), 0) as height from below`.execute(db);
      return measured.rows[0]?.height ?? 0;
    },

    async assignWorkspace(id, workspaceId) {
      const place = { workspace_id: workspaceId };
      const subtree = subtreeOf(dialect, id);
      await db
        .updateTable("folders")
        .set(place)
        .where(inSet(dialect, "id", subtree))
        .execute();
      const inside = inSet(dialect, "documents_folder_id", subtree);
      await db.updateTable("documents").set(place).where(inside).execute();
      const plan = sql`(select classification_plan_id from workspaces where id = ${workspaceId})`;
      await clearCodes(db, dialect, sql`classification_code not in (${codesOf(plan)}) and ${inside}`);
    },

    removeSubtree(id) {
      const subtree = subtreeOf(dialect, id);
      return removeFrom(db, dialect, {
        folders: inSet(dialect, "id", subtree),
        documents: inSet(dialect, "documents_folder_id", subtree),
      });
    },

    removeWorkspaceContent: (id: WorkspaceId) =>
      removeFrom(db, dialect, { folders: sql`workspace_id = ${id}`, documents: sql`workspace_id = ${id}` }),
  };
}

/** Which rows of each table are items, and what is said of the caller's rank on them. */
interface Chosen {
  where(table: "folders" | "documents"): RawBuilder<SqlBool>;
  rank(table: "folders" | "documents"): RawBuilder<number | null>;
}

/** Everything, whoever asks. */
const WHOLE: Chosen = { where: () => sql`1 = 1`, rank: () => sql`null` };

const recordOf = <Resource>({ record }: WithLevel<Resource>): Resource => record;
