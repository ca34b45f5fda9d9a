import type { AuditEntry, AuditStores } from "@cartulary/audit";
import type { Extent, Grant, GrantListener, Move, ResourceType, TreeListener } from "@cartulary/documents";
import type { PublicAccessListener } from "@cartulary/public-access";
import { createRecorder, type RecorderDependencies } from "./audit-recorder.ts";

/** Listeners that record the archive's events, one per action of a user (documents.md 2.4). */
export interface ArchiveAudit<Stores> {
  readonly tree: TreeListener<Stores>;
  readonly grants: GrantListener<Stores>;
  readonly publicAccess: PublicAccessListener<Stores>;
}

/** Creates listeners that record events in the transaction of their action. */
export function archiveAudit<Stores extends AuditStores>(recording: RecorderDependencies): ArchiveAudit<Stores> {
  const record = createRecorder<Stores>(recording);
  return {
    tree: {
      moved: (stores, caller, move) => record(stores, caller, onMove(move)),
      removed: (stores, caller, _nodes, { type, id, extent }) =>
        record(stores, caller, { ...onTrash(type, id, extent), action: `${type}.deleted` }),
      retentionChanged: (stores, caller, { type, id }, { from, to, reason }) =>
        record(stores, caller, {
          ...{ action: `${type}.retention_changed`, resourceType: type, resourceId: id },
          detail: { from, to, reason },
        }),
      holdChanged: (stores, caller, { type, id }, { isHeld, reason }) =>
        record(stores, caller, {
          action: `${type}.legal_hold.${isHeld ? "set" : "released"}`,
          ...{ resourceType: type, resourceId: id, detail: { reason } },
        }),
      restored: (stores, caller, _nodes, entry) =>
        record(stores, caller, { ...onTrash(entry.kind, entry.id, entry), action: `${entry.kind}.restored` }),
      purged: (stores, caller, _nodes, entry) =>
        record(stores, caller, { ...onTrash(entry.kind, entry.id, entry), action: `${entry.kind}.purged` }),
    },
    grants: {
      granted: (stores, caller, grant) => record(stores, caller, onGrant(grant, "granted")),
      changed: (stores, caller, { grant, oldLevel }) =>
        record(stores, caller, onGrant(grant, "changed", { old_level: oldLevel })),
      revoked: (stores, caller, grant) => record(stores, caller, onGrant(grant, "revoked")),
    },
    publicAccess: {
      done: (stores, caller, act, { type, id }) =>
        record(stores, caller, { action: `${type}.public_access.${act}`, resourceType: type, resourceId: id }),
    },
  };
}

/** Records what a deletion, a restore or a purge took along. */
function onTrash(
  resourceType: ResourceType,
  resourceId: string,
  { path, documentsCount, foldersCount, byteSize }: Extent,
): Omit<AuditEntry, "action"> {
  const counts = { documents_count: documentsCount, folders_count: foldersCount, byte_size: byteSize };
  return { resourceType, resourceId, detail: { path: path.map(({ name }) => name), ...counts } };
}

/** Records the old and new placement, because access rights change with it. */
function onMove({ node: { type, record }, oldChain, oldWorkspaceId }: Move): AuditEntry {
  const from = { from_folder_id: oldChain[0] ?? null, from_workspace_id: oldWorkspaceId };
  const to = { to_folder_id: record.documentsFolderId, to_workspace_id: record.workspaceId };
  return { action: `${type}.moved`, resourceType: type, resourceId: record.id, detail: { ...from, ...to } };
}

/** Records a permission under its resource, where readers look for it. */
function onGrant(
  { id, subjectType, subjectId, resource, level }: Grant,
  action: string,
  more: AuditEntry["detail"] = {},
): AuditEntry {
  return {
    action: `permission.${action}`,
    resourceType: resource.type,
    resourceId: resource.id,
    detail: { permission_id: id, subject_type: subjectType, subject_id: subjectId, level, ...more },
  };
}
