import type { DocumentServices } from "@cartulary/documents";
import type { trashOperations } from "@cartulary/wire";
import { type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const trashHandlers: Handlers<typeof trashOperations, DocumentServices> = {
  listTrash: async ({ list, caller }, { trash }) => listReply(await trash.list(caller, list)),
  restoreFromTrash: async ({ params, body, caller }, { trash }) =>
    ok(await trash.restore(caller, { ...body, ...params })),
  purgeFromTrash: async ({ params, caller }, { trash }) => noContent(await trash.purge(caller, params.id)),
};
