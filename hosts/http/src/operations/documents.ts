import type { DocumentView, LegalHolds } from "@cartulary/documents";
import type { UploadedDocuments } from "@cartulary/uploads";
import type { documentOperations } from "@cartulary/wire";
import { accepted, created, type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";
import { holdOn } from "./hold-request.ts";

export const documentHandlers: Handlers<
  typeof documentOperations,
  { readonly documents: UploadedDocuments; readonly legalHolds: LegalHolds }
> = {
  listDocuments: async ({ query, list, caller }, { documents }) =>
    listReply(await documents.list(caller, { query: list, within: query })),
  createDocument: async ({ incoming, caller }, { documents }) => {
    const made = await documents.create(caller, incoming);
    // A source of a merge is only staged; its document follows when the merge is done.
    return "staged" in made ? accepted(made) : created(made);
  },
  getDocument: async ({ params, caller }, { documents }) => ok(await documents.get(caller, params.id)),
  updateDocument: async ({ params, incoming, caller }, { documents }) =>
    ok(
      incoming.file
        ? await documents.replace(caller, { ...params, incoming })
        : await documents.update(caller, { ...(await incoming.readAll()), ...params }),
    ),
  deleteDocument: async ({ params, caller }, { documents }) => noContent(await documents.remove(caller, params.id)),
  getDocumentContent: async ({ params, caller }, { documents }) => {
    const content = await documents.content(caller, params.id);
    return ok({ content, open: (range) => documents.open(content.blobKey, range) });
  },
  holdDocument: async ({ params, body, caller }, { legalHolds }) =>
    ok((await legalHolds.hold(caller, holdOn("document", params, body))) as DocumentView),
  releaseDocument: async ({ params, body, caller }, { legalHolds }) =>
    ok((await legalHolds.release(caller, holdOn("document", params, body))) as DocumentView),
};
