import type { Workspaces } from "@cartulary/documents";
import type { workspaceOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Workspaces over HTTP. */
export const workspaceHandlers = (workspaces: Workspaces): Handlers<typeof workspaceOperations> => ({
  listWorkspaces: async ({ list, caller }) => listed(await workspaces.list(caller, list)),
  createWorkspace: async ({ body, caller }) => created(await workspaces.create(caller, body)),
  getWorkspace: async ({ params, caller }) => ok(await workspaces.get(caller, params.id)),
  updateWorkspace: async ({ params, body, caller }) => ok(await workspaces.update(caller, { ...body, ...params })),
  deleteWorkspace: async ({ params, caller }) => {
    await workspaces.remove(caller, params.id);
    return noContent();
  },
});
