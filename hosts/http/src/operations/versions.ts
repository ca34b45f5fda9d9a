import type { Documents, Versions } from "@cartulary/documents";
import type { versionOperations } from "@cartulary/wire";
import { created, type Handlers, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

/** Handlers of versions. Bytes are opened like those of documents. */
export const versionHandlers: Handlers<
  typeof versionOperations,
  { readonly versions: Versions; readonly documents: Pick<Documents, "open"> }
> = {
  listVersions: async ({ params, list, caller }, { versions }) => {
    const { items, ...page } = await versions.list(caller, { documentId: params.id, ...list });
    return listReply({ ...page, items: items.map((version) => ({ ...version, name: version.fileName })) });
  },
  createVersion: async ({ params, incoming, caller }, { versions }) =>
    created(await versions.add(caller, { documentId: params.id, incoming })),
  getVersionContent: async ({ params: { id, versionId }, caller }, { versions, documents }) => {
    const content = await versions.content(caller, { documentId: id, versionId });
    return ok({ content, open: (range) => documents.open(content.blobKey, range) });
  },
  restoreVersion: async ({ params: { id, versionId }, caller }, { versions }) =>
    created(await versions.restore(caller, { documentId: id, versionId })),
};
