import {
  type Caller,
  type Clock,
  create,
  type GroupId,
  invalid,
  type ListQuery,
  type NewId,
  orNotFound,
  type Page,
  read,
  replayWhileVisible,
  service,
  type Transact,
  type UseCases,
  type UserId,
  write,
} from "@cartulary/kernel";
import type { DocumentStores } from "../ports.ts";
import type { DocumentId } from "../records/document.ts";
import type { FolderId } from "../records/folder.ts";
import type { WorkspaceId } from "../records/workspace.ts";
import { type Grant, isLevelAtLeast, type Level, levelByRole, type ResourceRef, type WithLevel } from "./grant.ts";
import { everyGrantListener, type GrantListener } from "./grant-listener.ts";
import type { EffectivePermission, PermissionField, PermissionView } from "./permission.ts";
import { createVisibility, type ReadRule, requireLevel, type Visibility } from "./visibility.ts";

/** A permission to grant. */
export interface NewGrant {
  readonly resource: ResourceRef;
  readonly subjectType: Grant["subjectType"];
  readonly subjectId: UserId | GroupId;
  readonly level: Level;
}

/** A permission and the resource that it is on. */
export interface PermissionRef {
  readonly resource: ResourceRef;
  readonly id: Grant["id"];
}

/**
 * Named permissions on workspaces, folders and documents.
 *
 * All operations but `effective` require `manage` on the resource (403). Resources that the caller may not read, and
 * permissions on other resources, are 404. The last manager can be removed: administrators remain.
 */
export interface Permissions {
  /** Lists own and inherited permissions. */
  list(
    caller: Caller,
    request: { readonly resource: ResourceRef; readonly query: ListQuery<PermissionField> },
  ): Promise<Page<PermissionView>>;
  /** Returns the caller's own level; requires read access. */
  effective(caller: Caller, resource: ResourceRef): Promise<EffectivePermission>;
  /** Throws 422 `not_found` for an unknown subject, and `taken` for one with a permission on this resource. */
  grant(caller: Caller, grant: NewGrant): Promise<PermissionView>;
  /** Without a level, or with the current one, changes nothing. */
  change(caller: Caller, change: PermissionRef & { readonly level?: Level }): Promise<PermissionView>;
  revoke(caller: Caller, permission: PermissionRef): Promise<void>;
}

interface Dependencies<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly grantListeners: readonly GrantListener<Stores>[];
  readonly extraReadRules: readonly ReadRule<Stores>[];
}

export function createPermissions<Stores extends DocumentStores>({
  transact,
  ...dependencies
}: Dependencies<Stores> & { readonly transact: Transact<Stores> }): Permissions {
  return service<Permissions, Stores>(transact, permissionUseCases(dependencies));
}

/** For packages that run these use cases in their own transactions. */
export function permissionUseCases<Stores extends DocumentStores>({
  clock,
  newId,
  grantListeners,
  extraReadRules,
}: Dependencies<Stores>): UseCases<Permissions, Stores> {
  const visibility = createVisibility(extraReadRules, clock);
  const listeners = everyGrantListener(grantListeners);

  async function requireManage(stores: Stores, caller: Caller, resource: ResourceRef): Promise<void> {
    if (isLevelAtLeast(await stores.grants.levelOn(caller, resource), "manage")) return;
    requireLevel(orNotFound(await visibleResource(visibility, stores, caller, resource)), "manage");
  }

  return {
    list: read(async (stores, caller, { resource, query }) => {
      await requireManage(stores, caller, resource);
      return stores.grants.list(resource, query);
    }),

    effective: read(async (stores, caller, resource) => {
      const { level } = orNotFound(await visibleResource(visibility, stores, caller, resource));
      if (levelByRole(caller)) return { level, source: { type: "role", ...NO_PERMISSION } };
      if (level === null) return { level, source: { type: "public", ...NO_PERMISSION } };
      const { id, inheritedFrom } = orNotFound(await stores.grants.deciding(caller, resource));
      return { level, source: { type: "permission", permissionId: id, inheritedFrom } };
    }),

    grant: create(
      async (stores, caller, input) => {
        // Blocks the removal of the resource; the lock below blocks that of the subject.
        await stores.tree.lockShared();
        await requireManage(stores, caller, input.resource);
        if (!(await stores.subjects.lockShared(input.subjectType, input.subjectId))) throw unknownSubject();
        const now = clock.now();
        const grant: Grant = { ...input, id: newId(), createdAt: now, updatedAt: now };
        await stores.grants.insert(grant);
        await listeners.granted(stores, caller, grant);
        return orNotFound(await stores.grants.find(grant.resource, grant.id));
      },
      replayWhileVisible(async (stores, caller, { resource, id }) => {
        await requireManage(stores, caller, resource);
        orNotFound(await stores.grants.find(resource, id));
      }),
    ),

    change: write(async (stores, caller, { resource, id, level }) => {
      await requireManage(stores, caller, resource);
      const current = orNotFound(await stores.grants.lock(resource, id));
      if (level === undefined || level === current.level) return current;
      const grant: PermissionView = { ...current, level, updatedAt: clock.now() };
      await stores.grants.update(grant);
      await listeners.changed(stores, caller, { grant, oldLevel: current.level });
      return grant;
    }),

    revoke: write(async (stores, caller, { resource, id }) => {
      await requireManage(stores, caller, resource);
      const grant = orNotFound(await stores.grants.lock(resource, id));
      await stores.grants.remove(id);
      await listeners.revoked(stores, caller, grant);
    }),
  };
}

const NO_PERMISSION = { permissionId: null, inheritedFrom: null } as const;

const unknownSubject = () => invalid({ field: "subjectId", code: "not_found", message: "does not exist" });

function visibleResource<Stores>(
  visibility: Visibility<Stores>,
  stores: Stores,
  caller: Caller,
  { type, id }: ResourceRef,
): Promise<WithLevel<unknown> | null> {
  if (type === "workspace") return visibility.workspace(stores, caller, id as WorkspaceId);
  if (type === "folder") return visibility.folder(stores, caller, id as FolderId);
  return visibility.document(stores, caller, id as DocumentId);
}
