import { type WorkspaceField, type WorkspaceStore, type WorkspaceView, workspaceListing } from "@cartulary/documents";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/rows.ts";
import { type Columns, columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { recordStore } from "../../records/record-store.ts";
import { listedWorkspaces } from "../access.ts";
import { completionOf } from "../classification.ts";
import { type DocumentTables, workspaceRows } from "../tables.ts";
import { CREATOR, type Creator, creatorOf } from "../views.ts";

const columns: Columns<WorkspaceField> = {
  ...columnsOf(workspaceListing, workspaceRows),
  classificationPlanLabel: { ref: "classification_plans.label", nullable: true },
  workspaceTypeName: { ref: "workspace_types.name", nullable: true },
};

const records = recordStore(workspaceRows, workspaceListing, { columns });

/** Workspaces. What is shown of one comes from several tables. */
export function createWorkspaceStore(transaction: SqlTransaction<DocumentTables>): WorkspaceStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(workspaceRows, dialect);
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
    ...records(transaction),

    async find(id) {
      const row = await select(from).where("workspaces.id", "=", id).executeTakeFirst();
      return row ? decode(row) : null;
    },

    list: (caller, query) =>
      pageOf(
        from.where(listedWorkspaces(dialect, caller)),
        { listing: workspaceListing, query, columns, dialect },
        select,
        decode,
      ),
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
