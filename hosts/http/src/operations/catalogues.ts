import type { DocumentServices } from "@cartulary/documents";
import type { documentTypeOperations, domainOperations, workspaceTypeOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const workspaceTypeHandlers: Handlers<typeof workspaceTypeOperations, DocumentServices> = {
  listWorkspaceTypes: async ({ list, caller }, { catalogues }) =>
    listReply(await catalogues.workspaceTypes.list(caller, list)),
  createWorkspaceType: async ({ body, caller }, { catalogues }) =>
    created(await catalogues.workspaceTypes.create(caller, body)),
  getWorkspaceType: async ({ params, caller }, { catalogues }) =>
    ok(await catalogues.workspaceTypes.get(caller, params.id)),
  updateWorkspaceType: async ({ params, body, caller }, { catalogues }) =>
    ok(await catalogues.workspaceTypes.update(caller, { ...body, ...params })),
  deleteWorkspaceType: async ({ params, caller }, { catalogues }) =>
    noContent(await catalogues.workspaceTypes.remove(caller, params.id)),
};

export const documentTypeHandlers: Handlers<typeof documentTypeOperations, DocumentServices> = {
  listDocumentTypes: async ({ list, caller }, { catalogues }) =>
    listReply(await catalogues.documentTypes.list(caller, list)),
  createDocumentType: async ({ body, caller }, { catalogues }) =>
    created(await catalogues.documentTypes.create(caller, body)),
  getDocumentType: async ({ params, caller }, { catalogues }) =>
    ok(await catalogues.documentTypes.get(caller, params.id)),
  updateDocumentType: async ({ params, body, caller }, { catalogues }) =>
    ok(await catalogues.documentTypes.update(caller, { ...body, ...params })),
  deleteDocumentType: async ({ params, caller }, { catalogues }) =>
    noContent(await catalogues.documentTypes.remove(caller, params.id)),
};

export const domainHandlers: Handlers<typeof domainOperations, DocumentServices> = {
  listDomains: async ({ list, caller }, { catalogues }) => listReply(await catalogues.domains.list(caller, list)),
  createDomain: async ({ body, caller }, { catalogues }) => created(await catalogues.domains.create(caller, body)),
  getDomain: async ({ params, caller }, { catalogues }) => ok(await catalogues.domains.get(caller, params.id)),
  updateDomain: async ({ params, body, caller }, { catalogues }) =>
    ok(await catalogues.domains.update(caller, { ...body, ...params })),
  deleteDomain: async ({ params, caller }, { catalogues }) =>
    noContent(await catalogues.domains.remove(caller, params.id)),
};
