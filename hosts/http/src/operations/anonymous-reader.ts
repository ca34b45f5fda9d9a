import type { Documents } from "@cartulary/documents";
import type { AnonymousReader, PublicItem } from "@cartulary/public-access";
import type { anonymousReaderOperations } from "@cartulary/wire";
import { type Handlers, ok } from "../requests/handlers.ts";

/** Handlers of anonymous readers. Bytes are opened like those of documents. */
export const anonymousReaderHandlers: Handlers<
  typeof anonymousReaderOperations,
  { readonly anonymousReader: AnonymousReader; readonly documents: Pick<Documents, "open"> }
> = {
  getPublicFolder: async ({ params }, { anonymousReader }) => {
    const { items, ...folder } = await anonymousReader.folder(params.id);
    return ok({ ...folder, items: items.map(shown) });
  },
  getPublicDocument: async ({ params }, { anonymousReader }) => ok(await anonymousReader.document(params.id)),
  getPublicContent: async ({ params }, { anonymousReader, documents }) => {
    const content = await anonymousReader.content(params.id);
    return ok({ content, open: (range) => documents.open(content.blobKey, range) });
  },
};

/** Items name documents files, as everywhere in the API. */
const shown = (item: PublicItem) => (item.type === "folder" ? item : { ...item, type: "file" as const });
