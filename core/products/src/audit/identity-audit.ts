import type { AuditStores, Deed } from "@cartulary/audit";
import type { GroupListener, User, UserListener } from "@cartulary/directory";
import type { Record } from "./audited.ts";

/** What of people and groups is recorded in the trail (documents.md 2.4). */
export interface IdentityAudit<Stores> {
  readonly users: UserListener<Stores>;
  readonly groups: GroupListener<Stores>;
}

/** Listeners that write into the trail, in the transaction of what they record. */
export function identityAudit<Stores extends AuditStores>(record: Record<Stores>): IdentityAudit<Stores> {
  return {
    users: {
      created: (stores, caller, user) => record(stores, caller, onUser(user.id, "created", { role: user.role })),
      async changed(stores, caller, user, before) {
        for (const deed of changesOf(user, before)) await record(stores, caller, deed);
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

/** What of a change is recorded: who may do more or less than before, and by which address somebody signs in. */
function changesOf(user: User, before: User): readonly Deed[] {
  return [
    user.role === before.role ? null : onUser(user.id, "role_changed", { role: user.role, old_role: before.role }),
    user.active === before.active ? null : onUser(user.id, user.active ? "activated" : "deactivated"),
    user.emailAddress === before.emailAddress ? null : onUser(user.id, "email_address_changed"),
  ].filter((deed) => deed !== null);
}

function onUser(resourceId: string, what: string, detail: Deed["detail"] = {}): Deed {
  return { action: `user.${what}`, resourceType: "user", resourceId, detail };
}

/** A member is recorded with the group: that is what people will look for. */
function onGroup(resourceId: string, action: string, detail: Deed["detail"] = {}): Deed {
  return { action, resourceType: "group", resourceId, detail };
}
