import {
  type Workspace,
  type WorkspaceField,
  type WorkspaceStore,
  type WorkspaceView,
  workspaceListing,
} from "@cartulary/documents";
import { LockMode } from "@mikro-orm/core";
import { type Columns, columnsOf, pageOf } from "../../listing.ts";
import type { SqlTransaction } from "../../module.ts";
import { entryOf, foldedTwins, rowsOf } from "../../rows.ts";
import { listedWorkspaces } from "../access.ts";
import { completionOf } from "../classification.ts";
import { type DocumentTables, workspaceRows } from "../tables.ts";
import { CREATOR, type Creator, creatorOf } from "../views.ts";

const columns: Columns<WorkspaceField> = {
  ...columnsOf(workspaceListing, workspaceRows),
  classificationPlanLabel: { ref: "classification_plans.label", nullable: true },
  workspaceTypeName: { ref: "workspace_types.name", nullable: true },
};

/** Records go through the entity manager, views through statements; no method uses both. */
export function createWorkspaceStore({ db, em, dialect }: SqlTransaction<DocumentTables>): WorkspaceStore {
  const rows = rowsOf(workspaceRows, dialect);
  const written = (workspace: Workspace) => ({
    ...entryOf(workspaceRows, workspace),
    ...foldedTwins(workspaceRows, workspace),
  });
  const from = db
    .selectFrom("workspaces")
    .leftJoin("users", "users.id", "workspaces.created_by")
    .leftJoin("workspace_types", "workspace_types.id", "workspaces.workspace_type_id")
    .leftJoin("classification_plans", "classification_plans.id", "workspaces.classification_plan_id");
  const select = (matching: typeof from) =>
    matching
      .select(rows.columns("workspaces"))
      .select([...CREATOR, ...NAMES])
      .select(completionOf(dialect).as("completion"));
  const decode = (row: Parameters<typeof rows.decode>[0] & Creator & Names): WorkspaceView => {
    const creator = creatorOf(row);
    return {
      ...rows.decode(row),
      classificationPlanLabel: row.plan_label,
      workspaceTypeName: row.type_name,
      completionPercentage: row.completion,
      user: creator && { ...creator, emailAddress: row.creator_email ?? "" },
    };
  };

  return {
    async find(id) {
      const row = await select(from).where("workspaces.id", "=", id).executeTakeFirst();
      return row ? decode(row) : null;
    },

    async lock(id) {
      const row = await em.findOne(workspaceRows, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
      return row ? entryOf(workspaceRows, row) : null;
    },

    list: (caller, query) =>
      pageOf(
        from.where(listedWorkspaces(dialect, caller)),
        { listing: workspaceListing, query, columns, dialect },
        select,
        decode,
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

const NAMES = [
  "users.email_address as creator_email",
  "workspace_types.name as type_name",
  "classification_plans.label as plan_label",
] as const;

interface Names {
  readonly creator_email: string | null;
  readonly type_name: string | null;
  readonly plan_label: string | null;
  readonly completion: number;
}
