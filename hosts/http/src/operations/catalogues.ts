import type { Catalogue } from "@cartulary/documents";
import type { documentTypeOperations, domainOperations, workspaceTypeOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Workspace types over HTTP. */
export const workspaceTypeHandlers = (types: Catalogue<"WorkspaceType">): Handlers<typeof workspaceTypeOperations> => ({
  listWorkspaceTypes: async ({ list, caller }) => listed(await types.list(caller, list)),
  createWorkspaceType: async ({ body, caller }) => created(await types.create(caller, body)),
  getWorkspaceType: async ({ params, caller }) => ok(await types.get(caller, params.id)),
  updateWorkspaceType: async ({ params, body, caller }) => ok(await types.update(caller, { ...body, ...params })),
  deleteWorkspaceType: async ({ params, caller }) => {
    await types.remove(caller, params.id);
    return noContent();
  },
});

/** Document types over HTTP. */
export const documentTypeHandlers = (types: Catalogue<"DocumentType">): Handlers<typeof documentTypeOperations> => ({
  listDocumentTypes: async ({ list, caller }) => listed(await types.list(caller, list)),
  createDocumentType: async ({ body, caller }) => created(await types.create(caller, body)),
  getDocumentType: async ({ params, caller }) => ok(await types.get(caller, params.id)),
  updateDocumentType: async ({ params, body, caller }) => ok(await types.update(caller, { ...body, ...params })),
  deleteDocumentType: async ({ params, caller }) => {
    await types.remove(caller, params.id);
    return noContent();
  },
});

/** Domains over HTTP. */
export const domainHandlers = (domains: Catalogue<"Domain">): Handlers<typeof domainOperations> => ({
  listDomains: async ({ list, caller }) => listed(await domains.list(caller, list)),
  createDomain: async ({ body, caller }) => created(await domains.create(caller, body)),
  getDomain: async ({ params, caller }) => ok(await domains.get(caller, params.id)),
  updateDomain: async ({ params, body, caller }) => ok(await domains.update(caller, { ...body, ...params })),
  deleteDomain: async ({ params, caller }) => {
    await domains.remove(caller, params.id);
    return noContent();
  },
});
