import type {
  DocumentServices,
  Grant,
  Level,
  NewGrant,
  PermissionField,
  PermissionView,
  ResourceType,
} from "@cartulary/documents";
import type { Caller, ListQuery } from "@cartulary/kernel";
import type { permissionOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

function handlersOn(type: ResourceType) {
  return {
    async list(
      { caller, params: { id }, list }: OfResource & { readonly list: ListQuery<PermissionField> },
      { permissions }: DocumentServices,
    ) {
      const { items, ...page } = await permissions.list(caller, { resource: { type, id }, query: list });
      return listReply({ ...page, items: items.map(shown) });
    },
    async grant(
      { caller, params: { id }, body }: OfResource & { readonly body: Omit<NewGrant, "resource"> },
      { permissions }: DocumentServices,
    ) {
      return created(shown(await permissions.grant(caller, { resource: { type, id }, ...body })));
    },
    async effective({ caller, params: { id } }: OfResource, { permissions }: DocumentServices) {
      return ok(await permissions.effective(caller, { type, id }));
    },
    async change(
      { caller, params, body }: OfOne & { readonly body: { readonly level?: Level } },
      { permissions }: DocumentServices,
    ) {
      const permission = { resource: { type, id: params.id }, id: params.permissionId };
      return ok(shown(await permissions.change(caller, { ...permission, ...body })));
    },
    async revoke({ caller, params }: OfOne, { permissions }: DocumentServices) {
      const permission = { resource: { type, id: params.id }, id: params.permissionId };
      return noContent(await permissions.revoke(caller, permission));
    },
  };
}

const [workspace, folder, document] = [handlersOn("workspace"), handlersOn("folder"), handlersOn("document")];

/** Handlers of permissions, the same five for every kind of resource. */
export const permissionHandlers: Handlers<typeof permissionOperations, DocumentServices> = {
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

/** A request for the permissions of a resource. */
interface OfResource {
  readonly caller: Caller;
  readonly params: { readonly id: string };
}

/** A request for one permission. */
interface OfOne {
  readonly caller: Caller;
  readonly params: { readonly id: string; readonly permissionId: Grant["id"] };
}

const shown = ({ resource, ...permission }: PermissionView) => ({
  ...permission,
  resourceType: resource.type,
  resourceId: resource.id,
  inherited: permission.inheritedFrom !== null,
});
