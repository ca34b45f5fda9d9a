import type { Documents, Versions } from "@cartulary/documents";
import type { versionOperations } from "@cartulary/wire";
import { created, type Handlers, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Versions over HTTP. Their bytes are opened where those of documents are. */
export const versionHandlers = (
  versions: Versions,
  documents: Pick<Documents, "open">,
): Handlers<typeof versionOperations> => ({
  listVersions: async ({ params, list, caller }) => {
    const { items, ...page } = await versions.list(caller, { documentId: params.id, ...list });
    return listed({ ...page, items: items.map((version) => ({ ...version, name: version.fileName })) });
  },
  createVersion: async ({ params, incoming, caller }) =>
    created(await versions.add(caller, { documentId: params.id, incoming })),
  getVersionContent: async ({ params: { id, versionId }, caller }) => {
    const content = await versions.content(caller, { documentId: id, versionId });
    return ok({ content, open: (range) => documents.open(content.blobKey, range) });
  },
  restoreVersion: async ({ params: { id, versionId }, caller }) =>
    created(await versions.restore(caller, { documentId: id, versionId })),
});
