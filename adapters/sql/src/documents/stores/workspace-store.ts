import { type Workspace, type WorkspaceStore, type WorkspaceView, workspaceListing } from "@cartulary/documents";
import { LockMode } from "@mikro-orm/core";
import { userRows } from "../../directory/tables.ts";
import { columnsOf, pageOf } from "../../listing.ts";
import type { SqlTransaction } from "../../module.ts";
import { entryOf, foldedTwins, rowsOf } from "../../rows.ts";
import { listedWorkspaces } from "../access.ts";
import { type DocumentTables, workspaceRows } from "../tables.ts";
import { CREATOR, creatorOf } from "../views.ts";

/** Records go through the entity manager, lists through statements; no method uses both. */
export function createWorkspaceStore({ db, em, dialect }: SqlTransaction<DocumentTables>): WorkspaceStore {
  const rows = rowsOf(workspaceRows, dialect);
  const written = (workspace: Workspace) => ({
    ...entryOf(workspaceRows, workspace),
    ...foldedTwins(workspaceRows, workspace),
  });

  return {
    async find(id) {
      const row = await em.findOne(workspaceRows, { id });
      if (!row) return null;
      const workspace = entryOf(workspaceRows, row);
      const user = workspace.createdBy && (await em.findOne(userRows, { id: workspace.createdBy }));
      return view(workspace, user && entryOf(userRows, user));
    },

    async lock(id) {
      const row = await em.findOne(workspaceRows, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
      return row ? entryOf(workspaceRows, row) : null;
    },

    list: (caller, query) =>
      pageOf(
        db
          .selectFrom("workspaces")
          .leftJoin("users", "users.id", "workspaces.created_by")
          .where(listedWorkspaces(dialect, caller)),
        { listing: workspaceListing, query, columns: columnsOf(workspaceListing, workspaceRows), dialect },
        (matching) =>
          matching.select(rows.columns("workspaces")).select([...CREATOR, "users.email_address as creator_email"]),
        (row) => {
          const creator = creatorOf(row);
          return view(rows.decode(row), creator && { ...creator, emailAddress: row.creator_email ?? "" });
        },
      ),

    async insert(workspace) {
      em.create(workspaceRows, written(workspace));
      await em.flush();
    },

    async update(workspace) {
      const row = await em.findOneOrFail(workspaceRows, { id: workspace.id });
      em.assign(row, written(workspace));
      await em.flush();
    },

    async remove(id) {
      const row = await em.findOne(workspaceRows, { id });
      if (row) await em.remove(row).flush();
    },
  };
}

/** What its plan, its type and its completion would be read from comes with later tables. */
function view(workspace: Workspace, user: WorkspaceView["user"]): WorkspaceView {
  return {
    ...workspace,
    classificationPlanLabel: null,
    workspaceTypeName: null,
    completionPercentage: 0,
    user: user && { id: user.id, displayName: user.displayName, emailAddress: user.emailAddress },
  };
}
