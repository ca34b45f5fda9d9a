import type { FolderItems, Folders } from "@cartulary/documents";
import type { folderOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Folders over HTTP. */
export const folderHandlers = (folders: Folders): Handlers<typeof folderOperations> => ({
  listFolders: async ({ query, list, caller }) => listed(await folders.list(caller, { query: list, within: query })),
  createFolder: async ({ body, caller }) => created(await folders.create(caller, body)),
  getFolder: async ({ params, caller }) => {
    const { items, ...folder } = await folders.get(caller, params.id);
    return ok({ ...folder, items: shown(items), itemsTruncated: items.truncated });
  },
  updateFolder: async ({ params, body, caller }) => ok(await folders.update(caller, { ...body, ...params })),
  deleteFolder: async ({ params, caller }) => {
    await folders.remove(caller, params.id);
    return noContent();
  },
});

/** Folders first; each says what it is. */
const shown = ({ folders, documents }: FolderItems) => [
  ...folders.map((folder) => ({ type: "folder" as const, ...folder })),
  ...documents.map((document) => ({ type: "file" as const, ...document })),
];
