import type { UploadedDocuments } from "@cartulary/uploads";
import type { documentOperations } from "@cartulary/wire";
import { accepted, created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Documents over HTTP. */
export const documentHandlers = (documents: UploadedDocuments): Handlers<typeof documentOperations> => ({
  listDocuments: async ({ query, list, caller }) =>
    listed(await documents.list(caller, { query: list, within: query })),
  createDocument: async ({ incoming, caller }) => {
    const made = await documents.create(caller, incoming);
    return "staged" in made ? accepted(made) : created(made);
  },
  getDocument: async ({ params, caller }) => ok(await documents.get(caller, params.id)),
  updateDocument: async ({ params, incoming, caller }) =>
    ok(
      incoming.file
        ? await documents.replace(caller, { ...params, incoming })
        : await documents.update(caller, { ...(await incoming.complete()), ...params }),
    ),
  deleteDocument: async ({ params, caller }) => {
    await documents.remove(caller, params.id);
    return noContent();
  },
  getDocumentContent: async ({ params, caller }) => {
    const content = await documents.content(caller, params.id);
    return ok({ content, open: (range) => documents.open(content.blobKey, range) });
  },
});
