import type { DocumentId, FolderId, NodeRef } from "@cartulary/documents";
import type { ActionResult, PublicAccess, PublicAccessState } from "@cartulary/public-access";
import { DOCUMENTS_BASE, type publicAccessOperations } from "@cartulary/wire";
import { type HandlerReply, type Handlers, ok } from "../requests/handlers.ts";

/** Dependencies of the public access handlers. */
export interface PublicAccessHttp {
  readonly publicAccess: PublicAccess;
  /** Base of URLs in states, without a trailing slash. */
  readonly baseUrl: () => string;
}

type PublicAccessHandlers = Handlers<typeof publicAccessOperations, PublicAccessHttp>;

export const publicAccessHandlers: PublicAccessHandlers = {
  getFolderPublicAccess: async ({ params, query, caller }, services) =>
    ok(shown(await services.publicAccess.state(caller, { ...query, node: folder(params.folderId) }), services)),
  publishFolder: (request, services) => publish(request.params.folderId, request, services),
  unpublishFolder: async ({ params, caller }, services) =>
    ok(shown(await services.publicAccess.unpublish(caller, folder(params.folderId)), services)),
  propagateFolder: async ({ params, query, caller }, services) =>
    ok(shown(await services.publicAccess.propagate(caller, { ...query, node: folder(params.folderId) }), services)),
  excludeFolder: async ({ params, query, caller }, services) =>
    acted(await services.publicAccess.exclude(caller, { ...query, node: folder(params.folderId) }), services),
  liftFolderExclusion: async ({ params, caller }, services) =>
    ok(shown(await services.publicAccess.lift(caller, folder(params.folderId)), services)),
  publishSite: async (request, services) => ({
    ...(await publish(request.params.id, request, services)),
    headers: deprecated(`${services.baseUrl()}${DOCUMENTS_BASE}/folders/${request.params.id}/public_access`),
  }),
  getDocumentPublicAccess: async ({ params, query, caller }, services) =>
    ok(shown(await services.publicAccess.state(caller, { ...query, node: document(params.fileId) }), services)),
  excludeDocument: async ({ params, query, caller }, services) =>
    acted(await services.publicAccess.exclude(caller, { ...query, node: document(params.fileId) }), services),
  liftDocumentExclusion: async ({ params, caller }, services) =>
    ok(shown(await services.publicAccess.lift(caller, document(params.fileId)), services)),
};

const shown = (state: PublicAccessState, { baseUrl }: PublicAccessHttp) => ({
  ...state,
  url: state.public ? urlOf(state, baseUrl()) : null,
});

const acted = ({ changed, state }: ActionResult, services: PublicAccessHttp) =>
  changed ? ({ status: 201, value: shown(state, services) } as const) : ok(shown(state, services));

type Publishing = Pick<Parameters<PublicAccessHandlers["publishFolder"]>[0], "caller" | "query" | "body">;

async function publish(id: FolderId, { caller, query, body }: Publishing, services: PublicAccessHttp) {
  const request = { ...query, node: folder(id), propagate: body.propagate ?? true };
  return acted(await services.publicAccess.publish(caller, request), services);
}

const folder = (id: FolderId) => ({ type: "folder", id }) as const satisfies NodeRef;
const document = (id: DocumentId) => ({ type: "document", id }) as const satisfies NodeRef;

/** Returns the public URL of a resource. */
function urlOf({ resourceType, resourceId }: PublicAccessState, baseUrl: string): string {
  return resourceType === "folder"
    ? `${baseUrl}/p/${resourceId}`
    : `${baseUrl}/public/v1/documents/${resourceId}/content`;
}

/** Deprecation of the old route, and its removal half a year later at the earliest (documents.md 2.2). */
const DEPRECATED_AT = Date.UTC(2026, 10, 21) / 1000;
const SUNSET = "Tue, 01 Jun 2027 00:00:00 GMT";

/** Headers of RFC 9745 and RFC 8594. */
function deprecated(successor: string): NonNullable<HandlerReply<200, unknown>["headers"]> {
  return {
    Deprecation: `@${DEPRECATED_AT}`,
    Sunset: SUNSET,
    Link: `<${successor}>; rel="successor-version"`,
  };
}
