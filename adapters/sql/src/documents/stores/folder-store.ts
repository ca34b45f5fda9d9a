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
import { isReachableIn, levelOf, ownRank } from "../access.ts";
import { clearCodes, codesOf } from "../classification.ts";
import { removeFrom } from "../removal.ts";
import { type DocumentTables, folderRows } from "../tables.ts";
import { ancestors, inSet, levelsBelow, subtreeOf } from "../tree.ts";
import { documentViews, folderViews } from "../views.ts";
import { nodeStore } from "./node-store.ts";

const folders = nodeStore({ type: "folder", rows: folderRows, listing: folderListing }, folderViews);

export function createFolderStore(transaction: SqlTransaction<DocumentTables>): FolderStore {
  const { db, dialect } = transaction;
  const views = folderViews(dialect);
  const contents = documentViews(dialect);

  /** What lies directly in a folder, as far as it is chosen: folders first, then by folded name and id. */
  async function content(id: FolderId, limit: number, { where, rank }: Chosen): Promise<ItemsWithLevel> {
    const room: Room = { items: limit, bytes: ROWS_BYTES_MAX, isOver: false };
    const inner = await itemsWithin(room, async (offset, count) => {
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
    const outer = await itemsWithin(room, async (offset, count) => {
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
    return { folders: inner, documents: outer, truncated: room.isOver };
  }

  return {
    ...folders(transaction),

    async items(id, limit) {
      const { folders, documents, truncated } = await content(id, limit, WHOLE);
      return { folders: folders.map(recordOf), documents: documents.map(recordOf), truncated };
    },

    itemsIn: (caller, id, { ids, limit }) =>
      content(id, limit, {
        where: (table) => isReachableIn(dialect, caller, table, ids),
        rank: (table) => ownRank(caller, table),
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

/** What there still is room for. */
interface Room {
  items: number;
  bytes: number;
  /** Whether there was more than there is room for. */
  isOver: boolean;
}

/** Rows that one statement reads: few folders have more, and a hundred of the longest ones may be in memory. */
const ROWS_AT_ONCE = 100;

/** Bytes that a record has in an answer beside what JSON makes of it here: longer names of fields, and its type. */
const NAMES_BYTES = 512;

/** Items in their order, some at a time, until there are no more or no room for the next one: for the very first in any case. */
async function itemsWithin<Item extends WithLevel<object>>(
  room: Room,
  read: (offset: number, count: number) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const taken: Item[] = [];
  while (!room.isOver) {
    const count = Math.min(room.items + 1, ROWS_AT_ONCE);
    const items = await read(taken.length, count);
    for (const item of items) {
      const bytes = utf8Length(JSON.stringify(item.record)) + NAMES_BYTES;
      const isFirst = room.bytes === ROWS_BYTES_MAX;
      room.isOver = room.items === 0 || (bytes > room.bytes && !isFirst);
      if (room.isOver) break;
      taken.push(item);
      room.items -= 1;
      room.bytes -= bytes;
    }
    if (items.length < count) break;
  }
  return taken;
}

/** Which rows of each table are items, and what is said of the caller's rank on them. */
interface Chosen {
  where(table: "folders" | "documents"): RawBuilder<SqlBool>;
  rank(table: "folders" | "documents"): RawBuilder<number | null>;
}

/** Everything, whoever asks. */
const WHOLE: Chosen = { where: () => sql`1 = 1`, rank: () => sql`null` };

const recordOf = <Resource>({ record }: WithLevel<Resource>): Resource => record;
