import type { CompositionServices } from "@cartulary/composition";
import type {
  compilationOperations,
  composedDocumentOperations,
  massCommunicationOperations,
  partOperations,
  templateOperations,
} from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const templateHandlers: Handlers<typeof templateOperations, CompositionServices> = {
  listTemplates: async ({ query, caller }, { templates }) =>
    listReply(await templates.list(caller, { offset: query.offset ?? 0 })),
  createTemplate: async ({ body, caller }, { templates }) => created(await templates.create(caller, body)),
  getTemplate: async ({ params, caller }, { templates }) => ok(await templates.get(caller, params.id)),
  updateTemplate: async ({ params, body, caller }, { templates }) =>
    ok(await templates.update(caller, { ...body, ...params })),
  deleteTemplate: async ({ params, query, caller }, { templates }) =>
    noContent(await templates.remove(caller, { ...params, force: query.force ?? false })),
};

export const composedDocumentHandlers: Handlers<typeof composedDocumentOperations, CompositionServices> = {
  listComposedDocuments: async ({ query, list, caller }, { composedDocuments }) =>
    listReply(await composedDocuments.list(caller, { query: list, within: query })),
  createComposedDocument: async ({ body, caller }, { composedDocuments }) =>
    created(await composedDocuments.create(caller, body)),
  getComposedDocument: async ({ params, caller }, { composedDocuments }) =>
    ok(await composedDocuments.get(caller, params.id)),
  updateComposedDocument: async ({ params, body, caller }, { composedDocuments }) =>
    ok(await composedDocuments.update(caller, { ...body, ...params })),
  deleteComposedDocument: async ({ params, caller }, { composedDocuments }) =>
    noContent(await composedDocuments.remove(caller, params.id)),
};

export const partHandlers: Handlers<typeof partOperations, CompositionServices> = {
  listParts: async ({ params, query, list, caller }, { parts }) =>
    listReply(await parts.list(caller, { ...list, documentId: params.id, withContent: query.include === "content" })),
  createPart: async ({ params, body, caller }, { parts }) =>
    created(await parts.create(caller, { ...body, documentId: params.id })),
  reorderParts: async ({ params, body, caller }, { parts }) =>
    ok(await parts.reorder(caller, { documentId: params.id, parts: body.parts })),
  getPart: async ({ params, caller }, { parts }) =>
    ok(await parts.get(caller, { documentId: params.id, id: params.partId })),
  updatePart: async ({ params, body, caller }, { parts }) =>
    ok(await parts.update(caller, { documentId: params.id, id: params.partId, input: body })),
  deletePart: async ({ params, caller }, { parts }) =>
    noContent(await parts.remove(caller, { documentId: params.id, id: params.partId })),
};

/** Clients may cache the list for an hour (interface-documents.md). */
const CACHED = { "Cache-Control": "private, max-age=3600" } as const;

export const compilationHandlers: Handlers<typeof compilationOperations, CompositionServices> = {
  compileComposedDocument: async ({ params, query, caller }, { compiler }) =>
    ok(await compiler.compile(caller, { ...params, includeDraft: query.includeDraft ?? false })),
  listFonts: async ({ query, caller }, { fonts }) => ({ ...ok(await fonts.list(caller, query)), headers: CACHED }),
};

export const massCommunicationHandlers: Handlers<typeof massCommunicationOperations, CompositionServices> = {
  listMassCommunications: async ({ list, caller }, { massCommunications }) =>
    listReply(await massCommunications.list(caller, list)),
  createMassCommunication: async ({ body, caller }, { massCommunications }) =>
    created(await massCommunications.create(caller, body)),
  getMassCommunication: async ({ params, caller }, { massCommunications }) =>
    ok(await massCommunications.get(caller, params.id)),
  cancelMassCommunication: async ({ params, caller }, { massCommunications }) =>
    ok(await massCommunications.cancel(caller, params.id)),
};
