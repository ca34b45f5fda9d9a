import type { Documents } from "@cartulary/documents";
import type { PublicItem, Visitors } from "@cartulary/public-access";
import type { visitorOperations } from "@cartulary/wire";
import { type Handlers, ok } from "../exchange/handlers.ts";

/** What visitors read over HTTP. The bytes are opened where those of documents are. */
export const visitorHandlers = (
  visitors: Visitors,
  documents: Pick<Documents, "open">,
): Handlers<typeof visitorOperations> => ({
  getPublicFolder: async ({ params }) => {
    const { items, ...folder } = await visitors.folder(params.id);
    return ok({ ...folder, items: items.map(shown) });
  },
  getPublicDocument: async ({ params }) => ok(await visitors.document(params.id)),
  getPublicContent: async ({ params }) => {
    const content = await visitors.content(params.id);
    return ok({ content, open: (range) => documents.open(content.blobKey, range) });
  },
});

/** Among items a document is a file, as everywhere in the API. */
const shown = (item: PublicItem) => (item.type === "folder" ? item : { ...item, type: "file" as const });
