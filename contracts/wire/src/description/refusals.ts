import { CHUNKED_UPLOADS_PATH } from "../documents/chunked-uploads.ts";
import type { Operation } from "../operation.ts";
import { OPERATION_REFUSALS, type Refusals } from "./operation-refusals.ts";

/** The tag of operations with RFC 6749 errors. */
const OAUTH_TAG = "oauth";
/** The tag of pages, whose errors are HTML without a code. */
const PAGES_TAG = "pages";

/** The form of an operation's errors: each area has the one that its clients know. */
export type RefusalForm = "documents" | "rental" | "chunked_uploads" | "oauth" | "page";

/** Returns the form of an operation's errors. */
export function refusalFormOf({ tag, path, body }: Operation): RefusalForm {
  if (tag === PAGES_TAG) return "page";
  if (tag === OAUTH_TAG && body !== undefined) return "oauth";
  if (path.startsWith("/rental/")) return "rental";
  return path.startsWith(CHUNKED_UPLOADS_PATH) ? "chunked_uploads" : "documents";
}

/**
 * Returns every status with which an operation may refuse a request, with the codes of its `error`, ascending. Pages have
 * no codes. Any path answers 405 `method_not_allowed` to other methods, and 500 `internal_error` after a bug; neither is
 * listed.
 */
export function refusalsOf(operation: Operation): ReadonlyMap<number, readonly string[]> {
  const form = refusalFormOf(operation);
  if (form === "page") return new Map(pageStatuses(operation).map((status) => [status, []]));
  const all = [
    ...(form === "oauth" ? oauthRefusals() : commonRefusals(operation)),
    ...Object.entries(OPERATION_REFUSALS[operation.id] ?? {}).map(([status, codes]) => ({ [status]: codes })),
  ];
  const byStatus = new Map<number, Set<string>>();
  for (const refusals of all) {
    for (const [status, codes] of Object.entries(refusals)) {
      byStatus.set(Number(status), new Set([...(byStatus.get(Number(status)) ?? []), ...codes]));
    }
  }
  const ascending = [...byStatus].sort(([one], [other]) => one - other);
  return new Map(ascending.map(([status, codes]) => [status, [...codes].sort()]));
}

function pageStatuses({ method, params }: Operation): readonly number[] {
  return [
    400,
    ...(method === "post" ? [403] : []),
    ...(params ? [404] : []),
    ...(method === "post" ? [408, 413] : []),
    414,
    ...(method === "post" ? [415, 422] : []),
    429,
    503,
  ];
}

/** Refusals by status that follow from the data of an operation. */
function commonRefusals(operation: Operation): readonly Refusals[] {
  const { method, scope, params, body, file, awaitsChild, mandataire, headers = [], encodings = [] } = operation;
  // The server's state is answered in any state; pages and the description need no database.
  if (operation.tag === "host") return [{ 414: ["uri_too_long"] }];
  const hasBody = body !== undefined || encodings.includes("bytes");
  return [
    { 400: ["bad_request"], 414: ["uri_too_long"], 503: ["database_unavailable", "starting"] },
    scope === "none" ? {} : { 401: ["unauthorized"], 403: ["forbidden"], 429: ["rate_limited"] },
    isScope(scope) ? { 403: ["insufficient_scope"] } : {},
    scope === "none" ? { 429: ["rate_limited"] } : { 503: ["temporarily_unavailable"] },
    mandataire ? { 400: ["mandataire_required"] } : {},
    params ? { 404: ["not_found"] } : {},
    // The state of a resource may forbid a change.
    params && method !== "get" ? { 422: ["unprocessable_entity"] } : {},
    hasBody ? { 408: ["request_timeout"], 413: ["payload_too_large"], 422: ["unprocessable_entity"] } : {},
    file === undefined && !encodings.includes("bytes")
      ? {}
      : { 503: ["storage_unavailable"], 507: ["insufficient_storage"] },
    awaitsChild ? { 503: ["compilation_busy", "compilation_failed"] } : {},
    headers.includes("Idempotency-Key")
      ? // What an earlier request made may be out of sight, or gone, when the request is repeated.
        { 404: ["not_found"], 409: ["conflict", "idempotency_in_progress"], 422: ["idempotency_key_reused"] }
      : {},
    headers.includes("Range") ? { 416: ["range_not_satisfiable"], 503: ["storage_unavailable"] } : {},
  ];
}

const isScope = (scope: Operation["scope"]): boolean => scope === "read" || scope === "write" || scope === "admin";

/** Refusals of every OAuth endpoint with a body. */
const oauthRefusals = (): readonly Refusals[] => [
  {
    400: ["invalid_request"],
    408: ["request_timeout"],
    413: ["payload_too_large"],
    414: ["uri_too_long"],
    429: ["rate_limited"],
    503: ["database_unavailable", "starting", "temporarily_unavailable"],
  },
];
