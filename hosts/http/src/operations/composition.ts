import type {
  Compiler,
  ComposedDocuments,
  FontCatalogue,
  MassCommunications,
  Parts,
  Templates,
} from "@cartulary/composition";
import type {
  compilationOperations,
  composedDocumentOperations,
  massCommunicationOperations,
  partOperations,
  templateOperations,
} from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Templates over HTTP. */
export const templateHandlers = (templates: Templates): Handlers<typeof templateOperations> => ({
  listTemplates: async ({ query, caller }) => listed(await templates.list(caller, { offset: query.offset ?? 0 })),
  createTemplate: async ({ body, caller }) => created(await templates.create(caller, body)),
  getTemplate: async ({ params, caller }) => ok(await templates.get(caller, params.id)),
  updateTemplate: async ({ params, body, caller }) => ok(await templates.update(caller, { ...body, ...params })),
  deleteTemplate: async ({ params, query, caller }) => {
    await templates.remove(caller, { ...params, force: query.force ?? false });
    return noContent();
  },
});

/** Composed documents over HTTP. */
export const composedDocumentHandlers = (
  documents: ComposedDocuments,
): Handlers<typeof composedDocumentOperations> => ({
  listComposedDocuments: async ({ query, list, caller }) =>
    listed(await documents.list(caller, { query: list, within: query })),
  createComposedDocument: async ({ body, caller }) => created(await documents.create(caller, body)),
  getComposedDocument: async ({ params, caller }) => ok(await documents.get(caller, params.id)),
  updateComposedDocument: async ({ params, body, caller }) =>
    ok(await documents.update(caller, { ...body, ...params })),
  deleteComposedDocument: async ({ params, caller }) => {
    await documents.remove(caller, params.id);
    return noContent();
  },
});

/** Parts over HTTP. */
export const partHandlers = (parts: Parts): Handlers<typeof partOperations> => ({
  listParts: async ({ params, query, list, caller }) =>
    listed(await parts.list(caller, { ...list, documentId: params.id, withContent: query.include === "content" })),
  createPart: async ({ params, body, caller }) =>
    created(await parts.create(caller, { ...body, documentId: params.id })),
  reorderParts: async ({ params, body, caller }) =>
    ok(await parts.reorder(caller, { documentId: params.id, parts: body.parts })),
  getPart: async ({ params, caller }) => ok(await parts.get(caller, { documentId: params.id, id: params.partId })),
  updatePart: async ({ params, body, caller }) =>
    ok(await parts.update(caller, { documentId: params.id, id: params.partId, input: body })),
  deletePart: async ({ params, caller }) => {
    await parts.remove(caller, { documentId: params.id, id: params.partId });
    return noContent();
  },
});

/** What a client need not ask again within an hour (interface-documents.md). */
const CACHED = { "Cache-Control": "private, max-age=3600" } as const;

/** The compiler over HTTP. */
export const compilationHandlers = (
  compiler: Compiler,
  fonts: FontCatalogue,
): Handlers<typeof compilationOperations> => ({
  compileComposedDocument: async ({ params, query, caller }) =>
    ok(await compiler.compile(caller, { ...params, includeDraft: query.includeDraft ?? false })),
  listFonts: async ({ query, caller }) => ({ ...ok(await fonts.list(caller, query)), headers: CACHED }),
});

/** Mass communications over HTTP. */
export const massCommunicationHandlers = (
  communications: MassCommunications,
): Handlers<typeof massCommunicationOperations> => ({
  listMassCommunications: async ({ list, caller }) => listed(await communications.list(caller, list)),
  createMassCommunication: async ({ body, caller }) => created(await communications.create(caller, body)),
  getMassCommunication: async ({ params, caller }) => ok(await communications.get(caller, params.id)),
  cancelMassCommunication: async ({ params, caller }) => ok(await communications.cancel(caller, params.id)),
});
