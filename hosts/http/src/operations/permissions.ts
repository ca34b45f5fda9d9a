import type {
  EffectivePermission,
  Grant,
  Level,
  NewGrant,
  PermissionField,
  Permissions,
  PermissionView,
  ResourceType,
} from "@cartulary/documents";
import type { Caller, ListQuery } from "@cartulary/kernel";
import type { permissionOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok, type Replied } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Permissions over HTTP: the same five on every kind of resource. */
export function permissionHandlers(permissions: Permissions): Handlers<typeof permissionOperations> {
  const workspace = handlersOn("workspace", permissions);
  const folder = handlersOn("folder", permissions);
  const document = handlersOn("document", permissions);
  return {
    listWorkspacePermissions: workspace.list,
    grantWorkspacePermission: workspace.grant,
    getEffectiveWorkspacePermission: workspace.effective,
    changeWorkspacePermission: workspace.change,
    revokeWorkspacePermission: workspace.revoke,
    listFolderPermissions: folder.list,
    grantFolderPermission: folder.grant,
    getEffectiveFolderPermission: folder.effective,
    changeFolderPermission: folder.change,
    revokeFolderPermission: folder.revoke,
    listDocumentPermissions: document.list,
    grantDocumentPermission: document.grant,
    getEffectiveDocumentPermission: document.effective,
    changeDocumentPermission: document.change,
    revokeDocumentPermission: document.revoke,
  };
}

/** A request about the permissions of one resource. */
interface OfResource {
  readonly caller: Caller;
  readonly params: { readonly id: string };
}

/** A request about one permission. */
interface OfOne {
  readonly caller: Caller;
  readonly params: { readonly id: string; readonly permissionId: Grant["id"] };
}

function handlersOn(type: ResourceType, permissions: Permissions) {
  return {
    async list({ caller, params: { id }, list }: OfResource & { readonly list: ListQuery<PermissionField> }) {
      const { items, ...page } = await permissions.list(caller, { resource: { type, id }, query: list });
      return listed({ ...page, items: items.map(shown) });
    },
    async grant({ caller, params: { id }, body }: OfResource & { readonly body: Omit<NewGrant, "resource"> }) {
      return created(shown(await permissions.grant(caller, { resource: { type, id }, ...body })));
    },
    async effective({ caller, params: { id } }: OfResource): Promise<Replied<200, EffectivePermission>> {
      return ok(await permissions.effective(caller, { type, id }));
    },
    async change({ caller, params, body }: OfOne & { readonly body: { readonly level?: Level } }) {
      const permission = { resource: { type, id: params.id }, id: params.permissionId };
      return ok(shown(await permissions.change(caller, { ...permission, ...body })));
    },
    async revoke({ caller, params }: OfOne) {
      await permissions.revoke(caller, { resource: { type, id: params.id }, id: params.permissionId });
      return noContent();
    },
  };
}

const shown = ({ resource, ...permission }: PermissionView) => ({
  ...permission,
  resourceType: resource.type,
  resourceId: resource.id,
  inherited: permission.inheritedFrom !== null,
});
