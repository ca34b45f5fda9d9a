import {
  type Caller,
  type Clock,
  create,
  existing,
  type GroupId,
  invalid,
  type ListQuery,
  type NewId,
  type Page,
  read,
  service,
  type Transact,
  type UseCases,
  type UserId,
  whileFound,
  write,
} from "@cartulary/kernel";
import type { DocumentStores } from "../ports.ts";
import type { DocumentId } from "../records/document.ts";
import type { FolderId } from "../records/folder.ts";
import type { WorkspaceId } from "../records/workspace.ts";
import { type Grant, type Level, levelByRole, type ResourceRef, reaches, type WithLevel } from "./access.ts";
import { everyGrantListener, type GrantListener } from "./grant-listener.ts";
import type { EffectivePermission, PermissionField, PermissionView } from "./permission.ts";
import { createVisibility, type OtherReader, requireLevel, type Visibility } from "./visibility.ts";

/** A permission to be given. */
export interface NewGrant {
  readonly resource: ResourceRef;
  readonly subjectType: Grant["subjectType"];
  readonly subjectId: UserId | GroupId;
  readonly level: Level;
}

/** A permission, by the resource that it was given on. */
export interface PermissionRef {
  readonly resource: ResourceRef;
  readonly id: Grant["id"];
}

/**
 * Named permissions on workspaces, folders and documents, as one caller sees and gives them.
 *
 * All but `effective` ask `manage` on the resource (403); a resource that the caller may not read is not found (404), as
 * is a permission that was not given on this very resource. Nothing keeps the last manager: administrators remain.
 */
export interface Permissions {
  /** Own and inherited ones. */
  list(
    caller: Caller,
    ask: { readonly resource: ResourceRef; readonly query: ListQuery<PermissionField> },
  ): Promise<Page<PermissionView>>;
  /** What the caller may do; for whoever may read. */
  effective(caller: Caller, resource: ResourceRef): Promise<EffectivePermission>;
  /** A subject that there is not is 422, not_found; one that has a permission on this very resource 422, taken. */
  grant(caller: Caller, grant: NewGrant): Promise<PermissionView>;
  /** Without a level, or with the present one, everything stays. */
  change(caller: Caller, change: PermissionRef & { readonly level?: Level }): Promise<PermissionView>;
  revoke(caller: Caller, permission: PermissionRef): Promise<void>;
}

interface Dependencies<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly grantListeners: readonly GrantListener<Stores>[];
  readonly otherReaders: readonly OtherReader<Stores>[];
}

export function createPermissions<Stores extends DocumentStores>({
  transact,
  ...dependencies
}: Dependencies<Stores> & { readonly transact: Transact<Stores> }): Permissions {
  return service<Permissions, Stores>(transact, permissionUseCases(dependencies));
}

/** For packages that need these inside a transaction of their own. */
export function permissionUseCases<Stores extends DocumentStores>({
  clock,
  newId,
  grantListeners,
  otherReaders,
}: Dependencies<Stores>): UseCases<Permissions, Stores> {
  const visibility = createVisibility(otherReaders);
  const listeners = everyGrantListener(grantListeners);

  async function requireManage(stores: Stores, caller: Caller, resource: ResourceRef): Promise<void> {
    if (reaches(await stores.grants.levelOn(caller, resource), "manage")) return;
    requireLevel(existing(await look(visibility, stores, caller, resource)), "manage");
  }

  return {
    list: read(async (stores, caller, { resource, query }) => {
      await requireManage(stores, caller, resource);
      return stores.grants.list(resource, query);
    }),

    effective: read(async (stores, caller, resource) => {
      const { level } = existing(await look(visibility, stores, caller, resource));
      if (levelByRole(caller)) return { level, source: { type: "role", ...NO_PERMISSION } };
      if (level === null) return { level, source: { type: "public", ...NO_PERMISSION } };
      const { id, inheritedFrom } = existing(await stores.grants.deciding(caller, resource));
      return { level, source: { type: "permission", permissionId: id, inheritedFrom } };
    }),

    grant: create(
      async (stores, caller, wanted) => {
        // So that nothing is given on what is going away, and nothing to whom.
        await stores.tree.lockShared();
        await requireManage(stores, caller, wanted.resource);
        if (!(await stores.subjects.lockShared(wanted.subjectType, wanted.subjectId))) throw unknownSubject();
        const now = clock.now();
        const grant: Grant = { ...wanted, id: newId(), createdAt: now, updatedAt: now };
        await stores.grants.insert(grant);
        await listeners.granted(stores, caller, grant);
        return existing(await stores.grants.find(grant.resource, grant.id));
      },
      whileFound(async (stores, caller, { resource, id }) => {
        await requireManage(stores, caller, resource);
        existing(await stores.grants.find(resource, id));
      }),
    ),

    change: write(async (stores, caller, { resource, id, level }) => {
      await requireManage(stores, caller, resource);
      const present = existing(await stores.grants.lock(resource, id));
      if (level === undefined || level === present.level) return present;
      const grant: PermissionView = { ...present, level, updatedAt: clock.now() };
      await stores.grants.update(grant);
      await listeners.changed(stores, caller, { grant, oldLevel: present.level });
      return grant;
    }),

    revoke: write(async (stores, caller, { resource, id }) => {
      await requireManage(stores, caller, resource);
      const grant = existing(await stores.grants.lock(resource, id));
      await stores.grants.remove(id);
      await listeners.revoked(stores, caller, grant);
    }),
  };
}

const NO_PERMISSION = { permissionId: null, inheritedFrom: null } as const;

const unknownSubject = () =>
  invalid({ field: "subjectId", code: "not_found", message: "is nobody whom permissions can be given to" });

function look<Stores>(
  visibility: Visibility<Stores>,
  stores: Stores,
  caller: Caller,
  { type, id }: ResourceRef,
): Promise<WithLevel<unknown> | null> {
  if (type === "workspace") return visibility.workspace(stores, caller, id as WorkspaceId);
  if (type === "folder") return visibility.folder(stores, caller, id as FolderId);
  return visibility.document(stores, caller, id as DocumentId);
}
