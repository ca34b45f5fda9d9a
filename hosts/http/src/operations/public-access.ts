import type { DocumentId, FolderId, NodeRef } from "@cartulary/documents";
import type { Acted, PublicAccess, PublicAccessState } from "@cartulary/public-access";
import { DOCUMENTS_BASE, type publicAccessOperations } from "@cartulary/wire";
import { type Handlers, ok, type Replied } from "../exchange/handlers.ts";

/** What public access over HTTP is told beside its service. */
export interface PublicAccessHttp {
  readonly publicAccess: PublicAccess;
  /** Base of the URLs that a state names, without a slash at its end. */
  readonly baseUrl: () => string;
}

/** Public access over HTTP. */
export const publicAccessHandlers = ({
  publicAccess,
  baseUrl,
}: PublicAccessHttp): Handlers<typeof publicAccessOperations> => {
  const shown = (state: PublicAccessState) => ({ ...state, url: state.public ? urlOf(state, baseUrl()) : null });
  const acted = ({ created, state }: Acted) =>
    created ? ({ status: 201, value: shown(state) } as const) : ok(shown(state));
  type Publishing = Pick<
    Parameters<Handlers<typeof publicAccessOperations>["publishFolder"]>[0],
    "caller" | "query" | "body"
  >;
  const publish = async (id: FolderId, { caller, query, body }: Publishing) =>
    acted(await publicAccess.publish(caller, { ...query, node: folder(id), propagate: body.propagate ?? true }));

  return {
    getFolderPublicAccess: async ({ params, query, caller }) =>
      ok(shown(await publicAccess.state(caller, { ...query, node: folder(params.folderId) }))),
    publishFolder: (request) => publish(request.params.folderId, request),
    unpublishFolder: async ({ params, caller }) =>
      ok(shown(await publicAccess.unpublish(caller, folder(params.folderId)))),
    propagateFolder: async ({ params, query, caller }) =>
      ok(shown(await publicAccess.propagate(caller, { ...query, node: folder(params.folderId) }))),
    excludeFolder: async ({ params, query, caller }) =>
      acted(await publicAccess.exclude(caller, { ...query, node: folder(params.folderId) })),
    liftFolderExclusion: async ({ params, caller }) =>
      ok(shown(await publicAccess.lift(caller, folder(params.folderId)))),
    publishSite: async (request) => ({
      ...(await publish(request.params.id, request)),
      headers: deprecated(`${baseUrl()}${DOCUMENTS_BASE}/folders/${request.params.id}/public_access`),
    }),
    getDocumentPublicAccess: async ({ params, query, caller }) =>
      ok(shown(await publicAccess.state(caller, { ...query, node: document(params.fileId) }))),
    excludeDocument: async ({ params, query, caller }) =>
      acted(await publicAccess.exclude(caller, { ...query, node: document(params.fileId) })),
    liftDocumentExclusion: async ({ params, caller }) =>
      ok(shown(await publicAccess.lift(caller, document(params.fileId)))),
  };
};

const folder = (id: FolderId) => ({ type: "folder", id }) as const satisfies NodeRef;
const document = (id: DocumentId) => ({ type: "document", id }) as const satisfies NodeRef;

/** Where a visitor finds what is public. */
function urlOf({ resourceType, resourceId }: PublicAccessState, baseUrl: string): string {
  return resourceType === "folder"
    ? `${baseUrl}/p/${resourceId}`
    : `${baseUrl}/public/v1/documents/${resourceId}/content`;
}

/** When the old route was deprecated, and until when it is served: half a year at the least (documents.md 2.2). */
const DEPRECATED_AT = Date.UTC(2026, 10, 21) / 1000;
const SUNSET = "Tue, 01 Jun 2027 00:00:00 GMT";

/** RFC 9745 and RFC 8594. */
function deprecated(successor: string): NonNullable<Replied<200, unknown>["headers"]> {
  return {
    Deprecation: `@${DEPRECATED_AT}`,
    Sunset: SUNSET,
    Link: `<${successor}>; rel="successor-version"`,
  };
}
