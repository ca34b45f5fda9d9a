import { randomUUID } from "node:crypto";
import { required, shown, shownFolder, shownGrant } from "./answers.ts";
import type { RoofDatabase, Row } from "./database.ts";
import { type RoofCaller, type RoofItems, WRITE } from "./operations.ts";
import { partsFor } from "./parts.ts";
import { JOINS, newGrant, retainedIn, VIEW } from "./statements.ts";

/** Work on folders and on who may do what with them. */
export interface RoofFolders {
  /** The first documents of a folder by their names, and how many there are. */
  page(caller: RoofCaller, folderId: string, perPage: number): Promise<RoofItems>;
  create(caller: RoofCaller, folderId: string, name: string): Promise<unknown>;
  changePermission(caller: RoofCaller, permission: RoofPermission): Promise<unknown>;
}

interface RoofPermission {
  readonly folderId: string;
  readonly id: string;
  readonly level: string;
}

const MANAGE = 3;

/** For callers with a permission on the folder or above it; the benches have no others. */
export function roofFolders(database: RoofDatabase): RoofFolders {
  const sql = folderStatements(database);
  const { ask, instant } = database;
  const reachedBy = (row: Row | undefined, rank: number): Row => (row && Number(row.rank) >= rank ? row : required());

  return {
    async page({ userId }, folderId, perPage) {
      const rows = await ask(sql.page, folderId, userId, perPage);
      const { total } = reachedBy(rows[0], 1);
      return { total: Number(total), items: rows.filter(({ id }) => id !== null).map(shown) };
    },

    create: ({ userId }, folderId, name) =>
      database.write(async (ask) => {
        const { seq } = required((await ask(sql.lockTree))[0]);
        const { workspace_id, sees_workspace } = reachedBy((await ask(sql.folder, folderId, userId))[0], WRITE);
        const [id, now] = [randomUUID(), instant(new Date())];
        const place = [folderId, workspace_id as string, Number(seq), userId, now] as const;
        await ask(sql.insertFolder, id, name, name.toLowerCase(), ...place);
        await ask(newGrant("folder"), randomUUID(), userId, id, now);
        const row = required((await ask(sql.folderView, id))[0]);
        return shownFolder({ ...row, sees_workspace, sees_parent: true });
      }),

    changePermission: ({ userId }, { folderId, id, level }) =>
      database.write(async (ask) => {
        reachedBy((await ask(sql.folder, folderId, userId))[0], MANAGE);
        const now = new Date();
        const old = required((await ask(sql.lockedGrant, id, folderId))[0]);
        await ask(sql.updateGrant, id, level, instant(now));
        const detail = { permission_id: id, subject_type: old.subject_type, level, old_level: old.level };
        await ask(sql.insertEvent, randomUUID(), instant(now), userId, folderId, JSON.stringify(detail));
        return shownGrant({ ...old, level, updated_at: now });
      }),
  };
}

function folderStatements({ engine }: RoofDatabase) {
  const { above, reached, forShare, forUpdate } = partsFor(engine);
  const rank = reached(`${above("$1")} union all select workspace_id, 2 from folders where id = $1`);
  const ofFolder = "from documents where documents_folder_id = $1";
  return {
    page: `select reached.rank, counted.total, ${VIEW}, reached.distance > 1 as sees_workspace, true as sees_parent
      from ${rank} cross join (select count(*) as total ${ofFolder}) as counted
      left join (select id as page_id, name_fold as page_name ${ofFolder} order by name_fold, id limit $3) as page on true
      left join documents on documents.id = page.page_id ${JOINS} order by page.page_name, page.page_id`,
    folder: `select workspace_id, reached.rank, reached.distance > 1 as sees_workspace from ${rank} cross join folders where folders.id = $1`,
    lockTree: `select seq from tree_clock where id = 1 ${forShare}`,
    insertFolder: `insert into folders (id, name, name_fold, documents_folder_id, workspace_id, tags, tags_fold, placed_seq,
      created_by, created_at, updated_at) values ($1, $2, $3, $4, $5, '[]', '[]', $6, $7, $8, $8)`,
    folderView: `select folders.*, ${retainedIn("folders")} as retained, workspaces.label as workspace_label, workspaces.classification_plan_id,
      parents.name as parent_name, parents.documents_folder_id as parent_parent
      from folders left join workspaces on workspaces.id = folders.workspace_id
      left join folders as parents on parents.id = folders.documents_folder_id where folders.id = $1`,
    lockedGrant: `select grants.*, users.display_name as subject_name from grants join users on users.id = grants.subject_id
      where grants.id = $1 and resource_id = $2 ${forUpdate && "for update of grants"}`,
    updateGrant: "update grants set level = $2, updated_at = $3 where id = $1",
    insertEvent: `insert into audit_events (id, at, actor_id, action, resource_type, resource_id, detail)
      values ($1, $2, $3, 'permission.changed', 'folder', $4, $5)`,
  };
}
