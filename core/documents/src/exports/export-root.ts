import { type Caller, dayInParis, orNotFound } from "@cartulary/kernel";
import { isLevelAtLeast, type NodeWithLevel, visibleWorkspace } from "../access/grant.ts";
import { folderOutsiderView } from "../access/outsider-view.ts";
import { withRetained } from "../access/retained-view.ts";
import type { Visibility } from "../access/visibility.ts";
import type { FolderView } from "../records/folder.ts";
import type { WorkspaceId } from "../records/workspace.ts";
import type { DocumentExport } from "./document-export.ts";
import type { ExportScope } from "./export-items.ts";
import { planCsv } from "./plan-csv.ts";
import type { ExportRecords, ExportStores } from "./ports.ts";

/** The root of an export as its caller may read it now. */
export interface ExportRoot<Stores> {
  readonly scope: ExportScope<Stores>;
  /** The workspace's label or the folder's name. */
  readonly name: string;
  /** The metadata files of the root, by path. */
  files(stores: Stores, records: ExportRecords): Promise<Readonly<Record<string, string>>>;
}

type Requested = Pick<DocumentExport, "workspaceId" | "folderId" | "includesVersions" | "isPublic" | "baggedAt">;

/** Reads the root; throws 404 when the caller may not read it. */
export async function exportRoot<Stores extends ExportStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  requested: Requested,
): Promise<ExportRoot<Stores>> {
  const { workspaceId, folderId } = requested;
  if (workspaceId !== null) return workspaceRoot(stores, visibility, caller, { ...requested, workspaceId });
  if (folderId === null) throw new TypeError("An export has no root");
  const node = orNotFound(await visibility.folder(stores, caller, folderId));
  const isPublic = requested.isPublic || node.level === null;
  const workspace = visibleWorkspace(node);
  const includesPermissions = isLevelAtLeast(node.level, "manage") && !isPublic;
  const record = isPublic ? folderOutsiderView(node.record, null) : { ...node.record, workspace, parent: null };
  const scope = contentScope<Stores>(visibility, caller, { ...requested, isPublic });
  return {
    name: record.name,
    scope: { ...{ place: { folderId }, workspace, includesPermissions }, ...scope },
    async files(present, records) {
      const { exportTree, plans } = present;
      const permissions = includesPermissions ? await exportTree.permissionsOn(folderId) : [];
      const [shown = record] = await scope.withRetained(present, [record]);
      const entries = planWorkspace(node, isPublic);
      return {
        "metadata/folder.json": `${JSON.stringify({ ...records.folder(shown), permissions })}\n`,
        "metadata/plan.csv": planCsv(entries === null ? [] : await plans.entriesOf(entries)),
      };
    },
  };
}

/** The workspace whose plan is exported with a folder: one that the caller may read. */
const planWorkspace = (node: NodeWithLevel<FolderView>, isPublic: boolean): WorkspaceId | null =>
  isPublic ? null : (visibleWorkspace(node)?.id ?? null);

async function workspaceRoot<Stores extends ExportStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  requested: Requested & { readonly workspaceId: WorkspaceId },
): Promise<ExportRoot<Stores>> {
  const { workspaceId, isPublic } = requested;
  const { record, level } = orNotFound(await visibility.workspace(stores, caller, workspaceId));
  const includesPermissions = isLevelAtLeast(level, "manage") && !isPublic;
  const workspace = { id: workspaceId, label: record.label };
  const scope = contentScope<Stores>(visibility, caller, requested);
  return {
    name: record.label,
    scope: { ...{ place: { workspaceId }, workspace, includesPermissions }, ...scope },
    async files(present, records) {
      // Visitors read no workspaces.
      if (isPublic) return { "metadata/plan.csv": planCsv([]) };
      const { exportTree, plans } = present;
      const [shown = record] = await scope.withRetained(present, [record]);
      const permissions = includesPermissions ? await exportTree.permissionsOn(workspaceId) : [];
      return {
        "metadata/plan.csv": planCsv(await plans.entriesOf(workspaceId)),
        "metadata/workspace.json": `${JSON.stringify({ ...records.workspace(shown), permissions })}\n`,
      };
    },
  };
}

function contentScope<Stores extends ExportStores>(
  visibility: Visibility<Stores>,
  caller: Caller,
  { includesVersions, isPublic, baggedAt }: Requested,
): Pick<ExportScope<Stores>, "includesVersions" | "isShown" | "withRetained"> {
  // By the day of the bag, so that the same state gives the same bytes on another day.
  const scope: Pick<ExportScope<Stores>, "withRetained"> = {
    withRetained: (stores, views) => withRetained(stores, caller, dayInParis(baggedAt), views),
  };
  // Visitors never read archived contents.
  if (!isPublic) return { ...scope, includesVersions, isShown: null };
  return {
    ...scope,
    includesVersions: false,
    isShown: (stores, type, id) => visibility.isReadableByRule(stores, caller, { type, id }),
  };
}
