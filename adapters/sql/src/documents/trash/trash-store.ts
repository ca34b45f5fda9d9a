import {
  type Folder,
  levelByRole,
  type PathStep,
  type TrashEntry,
  type TrashEntryView,
  type TrashPlace,
  type TrashStore,
  trashListing,
  type VisibleTrashEntry,
  type WorkspaceId,
} from "@cartulary/documents";
import type { Caller, Instant } from "@cartulary/kernel";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Entry } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { valueSet } from "../../engine/row-set.ts";
import { columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { grantsReaching, isGranted } from "../access.ts";
import { classificationPlanRows, folderRows, workspaceRows } from "../tables.ts";
import { ancestors, lineages } from "../tree.ts";
import { copyRows } from "./copy-rows.ts";
import { putBack, removeRows } from "./entry-rows.ts";
import { type TrashTables, trashEntryRows, trashManagerRows } from "./tables.ts";
import { entryRights } from "./visible-entries.ts";

/** The maximum number of rows in one insert; both engines limit the number of parameters. */
const ROWS_MAX = 1000;

const columns = columnsOf(trashListing, trashEntryRows, "entries");

export function createTrashStore(transaction: SqlTransaction<TrashTables>): TrashStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(trashEntryRows, dialect);
  const managerRows = rowsOf(trashManagerRows, dialect);

  const current = (now: Instant) =>
    db
      .selectFrom("trash_entries as entries")
      .leftJoin("folders as place_folders", (join) =>
        join.onRef("place_folders.id", "=", sql.ref("entries.place_id")).on("entries.place_type", "=", "folder"),
      )
      .leftJoin("workspaces as place_workspaces", (join) =>
        join.onRef("place_workspaces.id", "=", sql.ref("entries.place_id")).on("entries.place_type", "=", "workspace"),
      )
      .leftJoin("users", "users.id", "entries.deleted_by")
      .where("entries.restorable_until", ">", dialect.instant(now));
  const select = (matching: ReturnType<typeof current>, manages: RawBuilder<SqlBool>) =>
    matching
      .select(rows.columns("entries"))
      .select(["users.display_name as deleter_name", "place_folders.name as folder_name"])
      .select("place_workspaces.label as workspace_label")
      .select(sql<number>`case when ${manages} then 1 else 0 end`.as("manages"));
  const decode = (row: Parameters<typeof rows.decode>[0] & Names): VisibleTrashEntry => {
    const { placeType, placeId, ...record } = rows.decode(row);
    const entry: TrashEntry = { ...record, place: { type: placeType, id: placeId } as TrashPlace };
    return {
      entry,
      deletedBy:
        entry.deletedBy && row.deleter_name !== null ? { id: entry.deletedBy, displayName: row.deleter_name } : null,
      restorableTo: restorableTo(entry.place, row),
      level: row.manages ? "manage" : "write",
    };
  };

  return {
    async originOf(resource, { documentsFolderId, workspaceId }) {
      const managers = await sql<{ subject_id: Entry<typeof trashManagerRows>["subjectId"] }>`
        select distinct subject_id from (${grantsReaching(dialect, resource)}) as reaching where level = 'manage'
      `.execute(db);
      const workspace = workspaceId ? await workspaceStep(workspaceId) : [];
      const folders = documentsFolderId ? await folderSteps(documentsFolderId) : [];
      return { path: [...workspace, ...folders], managers: managers.rows.map((row) => row.subject_id) };
    },

    async keepWorkspace(id) {
      const entryId = sql`cast(${id} as ${sql.raw(dialect.types.id)})`;
      await copyRows(db, workspaceRows, entryId, sql`id = ${id}`);
      await copyRows(
        db,
        classificationPlanRows,
        entryId,
        sql`workspace_id = ${id} and not exists (select 1 from workspaces
          where workspaces.classification_plan_id = classification_plans.id and workspaces.id <> ${id})`,
      );
    },

    async insert({ place, ...entry }, managers) {
      const row = { ...entry, placeType: place.type, placeId: place.id };
      await db.insertInto("trash_entries").values(rows.encode(row)).execute();
      for (let from = 0; from < managers.length; from += ROWS_MAX) {
        const some = managers.slice(from, from + ROWS_MAX);
        await db
          .insertInto("trash_managers")
          .values(some.map((subjectId) => managerRows.encode({ entryId: entry.id, subjectId })))
          .execute();
      }
    },

    list(caller, query, now) {
      const { manages, restores } = entryRights(dialect, caller);
      return pageOf(
        current(now).where(restores),
        { listing: trashListing, query, columns, dialect },
        (matching) => select(matching as ReturnType<typeof current>, manages),
        decode,
      );
    },

    async lock(caller, id, now) {
      const { manages, restores } = entryRights(dialect, caller);
      await db.selectFrom("trash_entries").select("id").where("id", "=", id).modifyEnd(dialect.forUpdate).execute();
      const found = current(now).where(restores).where("entries.id", "=", id);
      const row = await select(found, manages).executeTakeFirst();
      return row ? decode(row) : null;
    },

    async lockOver(now, after) {
      const over = db
        .selectFrom("trash_entries as entries")
        .select(rows.columns("entries"))
        .where("restorable_until", "<=", dialect.instant(now))
        .orderBy("id")
        .limit(1)
        .modifyEnd(dialect.forUpdateSkipLocked);
      const row = await (after === null ? over : over.where("id", ">", after)).executeTakeFirst();
      if (!row) return null;
      const { placeType, placeId, ...entry } = rows.decode(row);
      return { ...entry, place: { type: placeType, id: placeId } as TrashPlace };
    },

    putBack: (entry, position) => putBack(transaction, entry, position),

    remove: (entry) => removeRows(transaction, entry),

    async readableAmong(caller, steps) {
      if (levelByRole(caller)) return new Set(steps.map(({ id }) => id));
      const folders = await readableFolders(caller, idsOf(steps, "folder"));
      const workspaces = await readableWorkspaces(caller, idsOf(steps, "workspace"));
      return new Set([...folders, ...workspaces].map(({ id }) => id));
    },
  };

  async function workspaceStep(id: string): Promise<readonly PathStep[]> {
    const row = await db
      .selectFrom("workspaces")
      .select("label")
      .where("id", "=", id as never)
      .executeTakeFirst();
    return row ? [{ type: "workspace", id, name: row.label }] : [];
  }

  async function folderSteps(id: Folder["id"]): Promise<readonly PathStep[]> {
    const walked = await sql<{ id: string; name: string }>`
      ${ancestors(sql`${id}`)} select above.id as id, folders.name as name
      from above join folders on folders.id = above.id order by depth desc`.execute(db);
    return walked.rows.map(({ id, name }) => ({ type: "folder", id, name }));
  }

  /** Returns the folders that a grant on them, on a folder above or on their workspace shows. */
  async function readableFolders(caller: Caller, ids: readonly string[]): Promise<readonly { id: string }[]> {
    if (ids.length === 0) return [];
    const { rows: found } = await sql<{ id: string }>`
      ${lineages(dialect, sql`folders.id in ${valueSet(folderRows, "id", ids as readonly Folder["id"][], dialect)}`)}
      select above.start as id from above ${dialect.lookup("cross", {
        table: sql`folders`,
        as: "folders",
        on: sql`folders.id = above.id`,
        columns: ["workspace_id"],
      })}
      where ${isGranted(caller, sql.ref("above.id"))} or ${isGranted(caller, sql.ref("folders.workspace_id"))}`.execute(
      db,
    );
    return found;
  }

  async function readableWorkspaces(caller: Caller, ids: readonly string[]): Promise<readonly { id: string }[]> {
    if (ids.length === 0) return [];
    return db
      .selectFrom("workspaces")
      .select("id")
      .where("id", "in", valueSet(workspaceRows, "id", ids as readonly WorkspaceId[], dialect))
      .where(isGranted(caller, sql.ref("workspaces.id")))
      .execute();
  }
}

const idsOf = (steps: readonly PathStep[], wanted: PathStep["type"]): readonly string[] => [
  ...new Set(steps.flatMap(({ type, id }) => (type === wanted ? [id] : []))),
];

interface Names {
  readonly deleter_name: string | null;
  readonly folder_name: string | null;
  readonly workspace_label: string | null;
  readonly manages: number;
}

/** The names are null if the place is gone. */
function restorableTo(place: TrashPlace, names: Names): TrashEntryView["restorableTo"] {
  if (place.type === "none") return { type: "none", id: null, name: null };
  const name = place.type === "folder" ? names.folder_name : names.workspace_label;
  return name === null ? null : { ...place, name };
}
