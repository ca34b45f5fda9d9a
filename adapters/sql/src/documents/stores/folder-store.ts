import {
  type FolderId,
  type FolderStore,
  folderListing,
  type ItemsWithLevel,
  type WithLevel,
  type WorkspaceId,
} from "@cartulary/documents";
import { ROWS_BYTES_MAX, utf8Length } from "@cartulary/kernel";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { directRank, isReachableIn, levelOf } from "../access.ts";
import { clearCodes, codesOf } from "../classification.ts";
import { removeFrom } from "../removal.ts";
import { folderRows } from "../tables.ts";
import type { TrashTables } from "../trash/tables.ts";
import { ancestors, levelsBelow, subtreeOf } from "../tree.ts";
import { documentViews, folderViews } from "../views.ts";
import { nodeStore } from "./node-store.ts";

const folders = nodeStore({ type: "folder", rows: folderRows, listing: folderListing }, folderViews);

export function createFolderStore(transaction: SqlTransaction<TrashTables>): FolderStore {
  const { db, dialect } = transaction;
  const views = folderViews(dialect);
  const contents = documentViews(dialect);

  /** Returns the selected direct content of a folder: folders first, then by folded name and id. */
  async function content(id: FolderId, limit: number, { where, rank }: ItemSelection): Promise<ItemsWithLevel> {
    const budget: Budget = { items: limit, bytes: ROWS_BYTES_MAX, isOver: false };
    const inner = await itemsWithin(budget, async (offset, count) => {
      const rows = await views
        .select(db.selectFrom("folders"))
        .select(rank("folders").as("rank"))
        .where("folders.documents_folder_id", "=", id)
        .where(where("folders"))
        .orderBy("folders.name_fold")
        .orderBy("folders.id")
        .limit(count)
        .offset(offset)
        .execute();
      return rows.map((row) => ({ record: views.decode(row), level: levelOf(row.rank) }));
    });
    const outer = await itemsWithin(budget, async (offset, count) => {
      const rows = await contents
        .select(db.selectFrom("documents"))
        .select(rank("documents").as("rank"))
        .where("documents.documents_folder_id", "=", id)
        .where(where("documents"))
        .orderBy("documents.name_fold")
        .orderBy("documents.id")
        .limit(count)
        .offset(offset)
        .execute();
      return rows.map((row) => ({ record: contents.decode(row), level: levelOf(row.rank) }));
    });
    return { folders: inner, documents: outer, truncated: budget.isOver };
  }

  return {
    ...folders(transaction),

    async items(id, limit) {
      const { folders, documents, truncated } = await content(id, limit, ALL_ITEMS);
      return { folders: folders.map(recordOf), documents: documents.map(recordOf), truncated };
    },

    itemsIn: (caller, id, { ids, limit }) =>
      content(id, limit, {
        where: (table) => isReachableIn(dialect, caller, table, ids),
        rank: (table) => directRank(caller, table),
      }),

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
      await db.updateTable("folders").set(place).where(dialect.inSet("id", subtree)).execute();
      const inside = dialect.inSet("documents_folder_id", subtree);
      await db.updateTable("documents").set(place).where(inside).execute();
      const plan = sql`(select classification_plan_id from workspaces where id = ${workspaceId})`;
      await clearCodes(db, dialect, sql`classification_code not in (${codesOf(plan)}) and ${inside}`);
    },

    removeSubtree(id, isKept) {
      const subtree = subtreeOf(dialect, id);
      return removeFrom(db, dialect, {
        entryId: isKept ? id : null,
        folders: dialect.inSet("id", subtree),
        documents: dialect.inSet("documents_folder_id", subtree),
      });
    },

    removeWorkspaceContent(id: WorkspaceId, isKept) {
      const inside = sql<SqlBool>`workspace_id = ${id}`;
      return removeFrom(db, dialect, { entryId: isKept ? id : null, folders: inside, documents: inside });
    },
  };
}

/** The remaining budget of a response. */
interface Budget {
  items: number;
  bytes: number;
  /** True if there were more items than the budget allows. */
  isOver: boolean;
}

/** The number of rows of one statement: few folders have more, and a hundred of the longest rows fit into memory. */
const ROWS_AT_ONCE = 100;

/** The additional bytes of a record in a response: its type, and field names longer than those of the record. */
const NAMES_BYTES = 512;

/** Reads items in batches until there are no more or the next one exceeds the budget; at least the very first one. */
async function itemsWithin<Item extends WithLevel<object>>(
  budget: Budget,
  read: (offset: number, count: number) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const taken: Item[] = [];
  while (!budget.isOver) {
    const count = Math.min(budget.items + 1, ROWS_AT_ONCE);
    const items = await read(taken.length, count);
    for (const item of items) {
      const bytes = utf8Length(JSON.stringify(item.record)) + NAMES_BYTES;
      const isFirst = budget.bytes === ROWS_BYTES_MAX;
      budget.isOver = budget.items === 0 || (bytes > budget.bytes && !isFirst);
      if (budget.isOver) break;
      taken.push(item);
      budget.items -= 1;
      budget.bytes -= bytes;
    }
    if (items.length < count) break;
  }
  return taken;
}

/** Selects the items of each table, and the caller's rank on them. */
interface ItemSelection {
  where(table: "folders" | "documents"): RawBuilder<SqlBool>;
  rank(table: "folders" | "documents"): RawBuilder<number | null>;
}

/** Selects all items, without a rank. */
const ALL_ITEMS: ItemSelection = { where: () => sql`1 = 1`, rank: () => sql`null` };

const recordOf = <Resource>({ record }: WithLevel<Resource>): Resource => record;
