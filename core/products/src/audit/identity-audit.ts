import type { AuditEntry, AuditStores } from "@cartulary/audit";
import type { GroupListener, User, UserListener } from "@cartulary/directory";
import type { RecordAudit } from "./audit-recorder.ts";

/** Listeners that record events of users and groups (documents.md 2.4). */
export interface IdentityAudit<Stores> {
  readonly users: UserListener<Stores>;
  readonly groups: GroupListener<Stores>;
}

/** Creates listeners that record events in the transaction of their action. */
export function identityAudit<Stores extends AuditStores>(record: RecordAudit<Stores>): IdentityAudit<Stores> {
  return {
    users: {
      created: (stores, caller, user) => record(stores, caller, onUser(user.id, "created", { role: user.role })),
      async changed(stores, caller, user, before) {
        for (const entry of changesOf(user, before)) await record(stores, caller, entry);
      },
      removed: (stores, caller, userId) => record(stores, caller, onUser(userId, "deleted")),
    },
    groups: {
      removed: (stores, caller, groupId) => record(stores, caller, onGroup(groupId, "group.deleted")),
      memberAdded: (stores, caller, { groupId, userId }) =>
        record(stores, caller, onGroup(groupId, "group_member.added", { user_id: userId })),
      memberRemoved: (stores, caller, { groupId, userId }) =>
        record(stores, caller, onGroup(groupId, "group_member.removed", { user_id: userId })),
    },
  };
}

/** Returns the recorded changes: those that affect rights or sign-in. */
function changesOf(user: User, before: User): readonly AuditEntry[] {
  return [
    user.role === before.role ? null : onUser(user.id, "role_changed", { role: user.role, old_role: before.role }),
    user.active === before.active ? null : onUser(user.id, user.active ? "activated" : "deactivated"),
    user.emailAddress === before.emailAddress ? null : onUser(user.id, "email_address_changed"),
  ].filter((entry) => entry !== null);
}

function onUser(resourceId: string, action: string, detail: AuditEntry["detail"] = {}): AuditEntry {
  return { action: `user.${action}`, resourceType: "user", resourceId, detail };
}

/** Records events of members under their group, where readers look for them. */
function onGroup(resourceId: string, action: string, detail: AuditEntry["detail"] = {}): AuditEntry {
  return { action, resourceType: "group", resourceId, detail };
}
