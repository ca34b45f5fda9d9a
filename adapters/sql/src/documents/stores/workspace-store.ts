import {
  sourceOf,
  strictest,
  type WorkspaceField,
  type WorkspaceId,
  type WorkspaceStore,
  type WorkspaceView,
  workspaceListing,
} from "@cartulary/documents";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { valueSet } from "../../engine/row-set.ts";
import { bytesIn, idsWithin, inOrderOf } from "../../records/bounded-rows.ts";
import { type Columns, columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { recordStore } from "../../records/record-store.ts";
import { readableWorkspaces } from "../access.ts";
import { completionOf } from "../classification.ts";
import { type DocumentTables, workspaceRows } from "../tables.ts";
import { CREATOR, type Creator, creatorOf } from "../views.ts";

const columns: Columns<WorkspaceField> = {
  ...columnsOf(workspaceListing, workspaceRows),
  classificationPlanLabel: { ref: "classification_plans.label", nullable: true },
  workspaceTypeName: { ref: "workspace_types.name", nullable: true },
  legalHold: { ref: "workspaces.legal_hold_set_at", nullable: true },
};

/** Columns of unbounded length. */
const LONG = ["description", "settings", "business_tags", "metadata_user"].map((column) => `workspaces.${column}`);

const records = recordStore(workspaceRows, workspaceListing, { columns });

/** Workspaces. A view reads several tables. */
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
    const workspace = rows.decode(row);
    return {
      ...workspace,
      retained: strictest([sourceOf({ type: "workspace", id: workspace.id, name: workspace.label }, workspace)]),
      classificationPlanLabel: row.plan_label,
      workspaceTypeName: row.type_name,
      completionPercentage: row.completion,
      user: creator && { ...creator, emailAddress: row.creator_email ?? "" },
    };
  };

  /** Returns the workspaces with these ids, in that order. */
  async function findInOrder(ids: readonly WorkspaceId[]): Promise<readonly WorkspaceView[]> {
    if (ids.length === 0) return [];
    const found = select(from).where("workspaces.id", "in", valueSet(workspaceRows, "id", ids, dialect));
    return inOrderOf(ids, (await found.execute()).map(decode));
  }

  return {
    ...records(transaction),

    async find(id) {
      const row = await select(from).where("workspaces.id", "=", id).executeTakeFirst();
      return row ? decode(row) : null;
    },

    async list(caller, query) {
      const { items, ...page } = await pageOf(
        from.where(readableWorkspaces(dialect, caller)),
        { listing: workspaceListing, query, columns, dialect },
        (matching) => matching.select("workspaces.id").select(bytesIn(LONG, dialect).as("bytes")),
        (row) => row,
      );
      return { ...page, items: await findInOrder(idsWithin(items)) };
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
