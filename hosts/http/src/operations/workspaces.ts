import type { DocumentServices, WorkspaceView } from "@cartulary/documents";
import type { workspaceOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";
import { holdOn } from "./hold-request.ts";

export const workspaceHandlers: Handlers<typeof workspaceOperations, DocumentServices> = {
  listWorkspaces: async ({ list, caller }, { workspaces }) => listReply(await workspaces.list(caller, list)),
  createWorkspace: async ({ body, caller }, { workspaces }) => created(await workspaces.create(caller, body)),
  getWorkspace: async ({ params, caller }, { workspaces }) => ok(await workspaces.get(caller, params.id)),
  updateWorkspace: async ({ params, body, caller }, { workspaces }) =>
    ok(await workspaces.update(caller, { ...body, ...params })),
  deleteWorkspace: async ({ params, caller }, { workspaces }) => noContent(await workspaces.remove(caller, params.id)),
  holdWorkspace: async ({ params, body, caller }, { legalHolds }) =>
    ok((await legalHolds.hold(caller, holdOn("workspace", params, body))) as WorkspaceView),
  releaseWorkspace: async ({ params, body, caller }, { legalHolds }) =>
    ok((await legalHolds.release(caller, holdOn("workspace", params, body))) as WorkspaceView),
};
