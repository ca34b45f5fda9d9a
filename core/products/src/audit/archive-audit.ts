import type { AuditStores, Deed } from "@cartulary/audit";
import type { Grant, GrantListener, Move, TreeListener } from "@cartulary/documents";
import type { PublicAccessListener } from "@cartulary/public-access";
import { type Recording, recorder } from "./audited.ts";

/** What of the archive is recorded in the trail: one event for each thing that somebody did (documents.md 2.4). */
export interface ArchiveAudit<Stores> {
  readonly tree: TreeListener<Stores>;
  readonly grants: GrantListener<Stores>;
  readonly publicAccess: PublicAccessListener<Stores>;
}

/** Listeners that write into the trail, in the transaction of what they record. */
export function archiveAudit<Stores extends AuditStores>(recording: Recording): ArchiveAudit<Stores> {
  const record = recorder<Stores>(recording);
  return {
    tree: {
      moved: (stores, caller, move) => record(stores, caller, onMove(move)),
      removed(stores, caller, nodes, { type, id }) {
        const below = nodes.filter((node) => node.id !== id);
        const folders = below.filter((node) => node.type === "folder").length;
        const detail = type === "document" ? {} : { folders, documents: below.length - folders };
        return record(stores, caller, { action: `${type}.deleted`, resourceType: type, resourceId: id, detail });
      },
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

/** Where it lay and where it lies: who may do what with it changed with that. */
function onMove({ node: { type, record }, oldChain, oldWorkspaceId }: Move): Deed {
  const from = { from_folder_id: oldChain[0] ?? null, from_workspace_id: oldWorkspaceId };
  const to = { to_folder_id: record.documentsFolderId, to_workspace_id: record.workspaceId };
  return { action: `${type}.moved`, resourceType: type, resourceId: record.id, detail: { ...from, ...to } };
}

/** A permission is recorded with what it is on: that is what people will look for. */
function onGrant(
  { id, subjectType, subjectId, resource, level }: Grant,
  what: string,
  more: Deed["detail"] = {},
): Deed {
  return {
    action: `permission.${what}`,
    resourceType: resource.type,
    resourceId: resource.id,
    detail: { permission_id: id, subject_type: subjectType, subject_id: subjectId, level, ...more },
  };
}
