import {
  type Workspace,
  type WorkspaceField,
  type WorkspaceStore,
  type WorkspaceView,
  workspaceListing,
} from "@cartulary/documents";
import { LockMode } from "@mikro-orm/core";
import { userRows } from "../../directory/tables.ts";
import { type Columns, columnsOf, pageOf } from "../../listing.ts";
import type { SqlTransaction } from "../../module.ts";
import { entryOf, foldedTwins, rowsOf } from "../../rows.ts";
import { listedWorkspaces } from "../access.ts";
import { type DocumentTables, workspaceRows, workspaceTypeRows } from "../tables.ts";
import { CREATOR, creatorOf } from "../views.ts";

const columns: Columns<WorkspaceField> = {
  ...columnsOf(workspaceListing, workspaceRows),
  workspaceTypeName: { ref: "workspace_types.name", nullable: true },
};

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
      const type =
        workspace.workspaceTypeId && (await em.findOne(workspaceTypeRows, { id: workspace.workspaceTypeId }));
      return view(workspace, { workspaceTypeName: type?.name ?? null, user: user && entryOf(userRows, user) });
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
          .leftJoin("workspace_types", "workspace_types.id", "workspaces.workspace_type_id")
          .where(listedWorkspaces(dialect, caller)),
        { listing: workspaceListing, query, columns, dialect },
        (matching) =>
          matching
            .select(rows.columns("workspaces"))
            .select([...CREATOR, "users.email_address as creator_email", "workspace_types.name as type_name"]),
        (row) => {
          const creator = creatorOf(row);
          const user = creator && { ...creator, emailAddress: row.creator_email ?? "" };
          return view(rows.decode(row), { workspaceTypeName: row.type_name, user });
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

/** What its plan and its completion would be read from comes with later tables. */
function view(
  workspace: Workspace,
  { workspaceTypeName, user }: Pick<WorkspaceView, "workspaceTypeName" | "user">,
): WorkspaceView {
  return {
    ...workspace,
    classificationPlanLabel: null,
    workspaceTypeName,
    completionPercentage: 0,
    user: user && { id: user.id, displayName: user.displayName, emailAddress: user.emailAddress },
  };
}
