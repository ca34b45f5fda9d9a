import type { DocumentServices, FolderItems, FolderView } from "@cartulary/documents";
import type { folderOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";
import { holdOn } from "./hold-request.ts";

export const folderHandlers: Handlers<typeof folderOperations, DocumentServices> = {
  listFolders: async ({ query, list, caller }, { folders }) =>
    listReply(await folders.list(caller, { query: list, within: query })),
  createFolder: async ({ body, caller }, { folders }) => created(await folders.create(caller, body)),
  getFolder: async ({ params, caller }, { folders }) => {
    const { items, ...folder } = await folders.get(caller, params.id);
    return ok({ ...folder, items: shown(items), itemsTruncated: items.truncated });
  },
  updateFolder: async ({ params, body, caller }, { folders }) =>
    ok(await folders.update(caller, { ...body, ...params })),
  deleteFolder: async ({ params, caller }, { folders }) => noContent(await folders.remove(caller, params.id)),
  holdFolder: async ({ params, body, caller }, { legalHolds }) =>
    ok((await legalHolds.hold(caller, holdOn("folder", params, body))) as FolderView),
  releaseFolder: async ({ params, body, caller }, { legalHolds }) =>
    ok((await legalHolds.release(caller, holdOn("folder", params, body))) as FolderView),
};

/** Returns typed items, folders first. */
const shown = ({ folders, documents }: FolderItems) => [
  ...folders.map((folder) => ({ type: "folder" as const, ...folder })),
  ...documents.map((document) => ({ type: "file" as const, ...document })),
];
