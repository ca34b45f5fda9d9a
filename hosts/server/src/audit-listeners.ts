import { type AuditStores, auditEvent, type Deed } from "@cartulary/audit";
import type { GroupListener, User, UserListener } from "@cartulary/directory";
import type { Grant, GrantListener, Move, TreeListener } from "@cartulary/documents";
import type { Caller, Clock, NewId, OnRemoval } from "@cartulary/kernel";
import type { PublicAccessListener } from "@cartulary/public-access";
import type { AccountingListener, FecExport, MandataireListener } from "@cartulary/rental";

/** What the trail is told of the packages that know nothing of it. One event for each thing that somebody asked for. */
export interface AuditListeners<Stores> {
  readonly tree: TreeListener<Stores>;
  readonly users: UserListener<Stores>;
  readonly groups: GroupListener<Stores>;
  readonly grants: GrantListener<Stores>;
  readonly publicAccess: PublicAccessListener<Stores>;
  readonly mandataires: MandataireListener<Stores>;
  readonly accounting: AccountingListener<Stores>;
  /** Of records of a kind that has nothing else to tell; the kind in the words of the wire. */
  removalOf(resourceType: string): OnRemoval<Stores>;
}

/** Listeners that write into the trail, in the transaction of what they tell (documents.md 2.4). */
export function auditListeners<Stores extends AuditStores>(dependencies: {
  readonly clock: Clock;
  readonly newId: NewId;
}): AuditListeners<Stores> {
  const tell = ({ audit }: Stores, caller: Caller, deed: Deed) => audit.record(auditEvent(dependencies, caller, deed));
  return {
    tree: {
      moved: (stores, caller, move) => tell(stores, caller, onMove(move)),
      removed(stores, caller, nodes, { type, id }) {
        const below = nodes.filter((node) => node.id !== id);
        const folders = below.filter((node) => node.type === "folder").length;
        const detail = type === "document" ? {} : { folders, documents: below.length - folders };
        return tell(stores, caller, { action: `${type}.deleted`, resourceType: type, resourceId: id, detail });
      },
    },
    users: {
      created: (stores, caller, user) => tell(stores, caller, onUser(user.id, "created", { role: user.role })),
      async changed(stores, caller, user, before) {
        for (const deed of changesOf(user, before)) await tell(stores, caller, deed);
      },
      removed: (stores, caller, userId) => tell(stores, caller, onUser(userId, "deleted")),
    },
    groups: {
      removed: (stores, caller, groupId) => tell(stores, caller, onGroup(groupId, "group.deleted")),
      memberAdded: (stores, caller, { groupId, userId }) =>
        tell(stores, caller, onGroup(groupId, "group_member.added", { user_id: userId })),
      memberRemoved: (stores, caller, { groupId, userId }) =>
        tell(stores, caller, onGroup(groupId, "group_member.removed", { user_id: userId })),
    },
    removalOf: (resourceType) => (stores, caller, resourceId) =>
      tell(stores, caller, { action: `${resourceType}.deleted`, resourceType, resourceId }),
    grants: {
      granted: (stores, caller, grant) => tell(stores, caller, onGrant(grant, "granted")),
      changed: (stores, caller, { grant, oldLevel }) =>
        tell(stores, caller, onGrant(grant, "changed", { old_level: oldLevel })),
      revoked: (stores, caller, grant) => tell(stores, caller, onGrant(grant, "revoked")),
    },
    publicAccess: {
      done: (stores, caller, act, { type, id }) =>
        tell(stores, caller, { action: `${type}.public_access.${act}`, resourceType: type, resourceId: id }),
    },
    mandataires: {
      created: (stores, caller, { id, name }) => tell(stores, caller, onMandataire(id, "mandataire.created", { name })),
      changed: (stores, caller, { id, name }) => tell(stores, caller, onMandataire(id, "mandataire.updated", { name })),
      removed: (stores, caller, { id, name }) => tell(stores, caller, onMandataire(id, "mandataire.deleted", { name })),
      memberAdded: (stores, caller, { mandataireId, userId }) =>
        tell(stores, caller, onMandataire(mandataireId, "mandataire_member.added", { user_id: userId })),
      memberRemoved: (stores, caller, { mandataireId, userId }) =>
        tell(stores, caller, onMandataire(mandataireId, "mandataire_member.removed", { user_id: userId })),
    },
    accounting: {
      monthClosed: (stores, caller, { mandataireId, period: { period, entriesPosted } }) =>
        tell(
          stores,
          caller,
          onMandataire(mandataireId, "accounting_period.closed", { period, entries_posted: entriesPosted }),
        ),
      openingEntered: (stores, caller, { mandataireId, entry }) => tell(stores, caller, onOpening(mandataireId, entry)),
      fecExported: (stores, caller, { mandataireId, fecExport }) =>
        tell(stores, caller, onFecExport(mandataireId, fecExport)),
    },
  };
}

/** What of a change is told: who may do more or less than before, and by which address somebody signs in. */
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

/** Where it lay and where it lies: who may do what with it changed with that. */
function onMove({ node: { type, record }, oldChain, oldWorkspaceId }: Move): Deed {
  const from = { from_folder_id: oldChain[0] ?? null, from_workspace_id: oldWorkspaceId };
  const to = { to_folder_id: record.documentsFolderId, to_workspace_id: record.workspaceId };
  return { action: `${type}.moved`, resourceType: type, resourceId: record.id, detail: { ...from, ...to } };
}

/** A member is told of with the group: that is what people will look for. */
function onGroup(resourceId: string, action: string, detail: Deed["detail"] = {}): Deed {
  return { action, resourceType: "group", resourceId, detail };
}

function onOpening(mandataireId: string, { id, reference, accountingDate, lines }: OpeningEntry): Deed {
  const detail = { mandataire_id: mandataireId, reference, accounting_date: accountingDate, lines: lines.length };
  return { action: "opening_balances.imported", resourceType: "accounting_entry", resourceId: id, detail };
}

interface OpeningEntry {
  readonly id: string;
  readonly reference: string;
  readonly accountingDate: string;
  readonly lines: readonly unknown[];
}

function onFecExport(mandataireId: string, { id, year, filename, sha256 }: FecExport): Deed {
  const detail = { mandataire_id: mandataireId, year, filename, sha256 };
  return { action: "fec_export.created", resourceType: "fec_export", resourceId: id, detail };
}

/** A member is told of with the mandataire: that is what people will look for. */
function onMandataire(resourceId: string, action: string, detail: NonNullable<Deed["detail"]>): Deed {
  return { action, resourceType: "mandataire", resourceId, detail };
}

/** A permission is told of with what it is on: that is what people will look for. */
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
