import { isJudging, type Listing, standardLists } from "@cartulary/kernel";
import {
  BYTES,
  CHUNKED_UPLOADS_PATH,
  ChunkedUploadErrorBody,
  ErrorBody,
  filterFieldsOf,
  HTML,
  isRequired,
  type JsonSchema,
  jsonSchemaOf,
  namedJsonSchemas,
  OAuthErrorBody,
  type Operation,
  PAGES,
  RENTAL_BASE,
  RentalErrorBody,
  type ReplyBody,
  requiresBody,
  SEARCH_MAX,
  snakeName,
  sortsOf,
  wireShape,
} from "@cartulary/wire";
import { converges, SNAPSHOT_HEADER } from "../exchange/listing.ts";
import type { Mounted } from "../exchange/mounted.ts";
import { MANDATAIRE_HEADER, MANDATAIRE_PARAMETER } from "../guards/mandataire.ts";
import { cookieName, SESSION_COOKIE, siteOf } from "../sessions/cookies.ts";

/** An OpenAPI 3.1 document, or a part of one. */
export type OpenApi = Readonly<Record<string, unknown>>;

const VERSION = "1.0.0";

const DESCRIPTION = `Every GET also answers HEAD, every PATCH also answers PUT. Identifiers are UUIDs, timestamps ISO 8601.
Lists say in headers where a page stands; their filters are written q[field_predicate]=value.`;

/**
 * The description of what an application serves and of nothing else, from the schemas that check its requests and write
 * its replies.
 */
export function openApi(mounted: readonly Mounted[], publicUrl?: string): OpenApi {
  const paths = pathsOf(mounted);
  return {
    openapi: "3.1.1",
    info: { title: "Cartulary", version: VERSION, description: DESCRIPTION },
    ...(publicUrl !== undefined && { servers: [{ url: publicUrl }] }),
    paths,
    components: {
      schemas: schemasIn(paths),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An access or personal token" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: cookieName(SESSION_COOKIE, siteOf(publicUrl)),
          description: "What /login gives a browser",
        },
      },
    },
  };
}

/** The schemas that a part refers to, and those that they refer to. */
function schemasIn(part: OpenApi): OpenApi {
  const named = namedJsonSchemas();
  const found: Record<string, JsonSchema> = {};
  const look = (at: unknown): void => {
    for (const [, name = ""] of JSON.stringify(at).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = named[name];
      if (!schema || name in found) continue;
      found[name] = schema;
      look(schema);
    }
  };
  look(part);
  return found;
}

function pathsOf(mounted: readonly Mounted[]): OpenApi {
  const paths: Record<string, OpenApi> = {};
  for (const { operation, path } of mounted) {
    paths[path] = { ...paths[path], [operation.method]: described(operation) };
  }
  return paths;
}

function described(operation: Operation): OpenApi {
  const { id, tag, summary, deprecated, role } = operation;
  const body = requestBody(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(deprecated && { deprecated }),
    ...(role && { description: `For the role ${role} and above.` }),
    security: securityOf(operation),
    parameters: parameters(operation),
    ...(body && { requestBody: body }),
    responses: { ...replies(operation), ...errors(operation) },
  };
}

function securityOf({ scope }: Operation): readonly OpenApi[] {
  if (scope === "none") return [];
  return scope === "session" ? [{ session: [] }] : [{ bearer: [scope] }];
}

function parameters(operation: Operation): readonly OpenApi[] {
  const { params, query, headers = [], mandataire } = operation;
  return [
    ...(mandataire ? MANDATAIRE : []),
    ...Object.entries(params ? wireShape(params) : {}).map(([name, schema]) => ({
      name,
      in: "path",
      required: true,
      schema: jsonSchemaOf(schema),
    })),
    ...Object.entries(query ? wireShape(query) : {}).map(([name, schema]) =>
      inQuery(name, jsonSchemaOf(schema), isRequired(schema) ? { required: true } : {}),
    ),
    ...listParameters(operation),
    ...headers.map((name) => ({
      name,
      in: "header",
      ...(name === CSRF_HEADER && { required: true }),
      schema: { type: "string" },
    })),
  ];
}

/** Alone among the headers, it is asked of every request of an operation that names it. */
const CSRF_HEADER = "X-CSRF-Token";

const UUID = { type: "string", format: "uuid" };
const MANDATAIRE_TEXT = "Whom this is done for. Whoever is a member of one mandataire only may leave it out.";
const MANDATAIRE: readonly OpenApi[] = [
  { name: MANDATAIRE_HEADER, in: "header", schema: UUID, description: MANDATAIRE_TEXT },
  {
    name: MANDATAIRE_PARAMETER,
    in: "query",
    schema: UUID,
    description: `In place of ${MANDATAIRE_HEADER}, which wins.`,
  },
];

const inQuery = (name: string, schema: JsonSchema, more: OpenApi = {}): OpenApi => ({
  name,
  in: "query",
  schema,
  ...more,
});

const PAGE = { type: "integer", minimum: 1, default: 1 };

function listParameters({ list, perPage: usual, perPageAlias }: Operation): readonly OpenApi[] {
  if (list === undefined) return [];
  const { perPage, perPageMax, beyond } = list === PAGES ? standardLists : list.dialect;
  const length = { type: "integer", minimum: 1, ...(beyond === "refuse" && { maximum: perPageMax }) };
  const paging = [
    inQuery("page", PAGE),
    inQuery("per_page", { ...length, default: usual ?? perPage }),
    ...(perPageAlias === undefined ? [] : [inQuery(perPageAlias, length, { deprecated: true })]),
  ];
  if (list === PAGES) return paging;
  const { dialect, sort, direction = dialect.direction, search } = list;
  const filters = { style: "deepObject", explode: true, description: filtersOf(list) };
  return [
    ...paging,
    inQuery("sort", { type: "string", enum: [...sortsOf(list).keys()], default: snakeName(sort) }),
    inQuery("direction", { type: "string", enum: ["asc", "desc"], default: direction }),
    ...(dialect.converging ? [inQuery("updated_since", { type: "string", format: "date-time" }, SINCE)] : []),
    ...(dialect.freeText && search
      ? [inQuery("search", { type: "string", maxLength: SEARCH_MAX }, searching(search))]
      : []),
    inQuery("q", { type: "object", additionalProperties: true }, filters),
  ];
}

const SINCE = {
  description:
    "What changed at that moment or later, in the order of updated_at and id. The answer's X-Snapshot-At is what to send next.",
};

const searching = (fields: readonly string[]): OpenApi => ({
  description: `Free text, looked for in ${fields.map(snakeName).join(", ")}. A q that names no field is the same.`,
});

function filtersOf(list: Listing): string {
  const { predicates, quantifiers, joins, commas } = list.dialect;
  const judging = predicates.filter(isJudging);
  const comparing = predicates.filter((predicate) => !isJudging(predicate));
  const typed = [...filterFieldsOf(list)].map(([name, field]) => `${name} (${list.fields[field]})`);
  return [
    `q[field_predicate]=value, over ${typed.join(", ")}.`,
    `Predicates that compare: ${comparing.join(", ")}; lists are written q[field_in][]=value for each${commas ? ", or q[field_in]=a,b" : ""}.`,
    ...(quantifiers.length === 0
      ? []
      : [`Each also takes ${quantifiers.map((quantifier) => `_${quantifier}`).join(" or ")} and a list.`]),
    ...(judging.length === 0 ? [] : [`Predicates that take true or false: ${judging.join(", ")}.`]),
    ...(joins.length === 0 ? [] : [`Fields combine with ${joins.map((join) => `_${join}_`).join(" or ")}.`]),
  ].join(" ");
}

const MEDIA_TYPES = {
  json: "application/json",
  multipart: "multipart/form-data",
  form: "application/x-www-form-urlencoded",
  bytes: "application/octet-stream",
} as const;

function requestBody(operation: Operation): OpenApi | undefined {
  const { body, jsonBody = body, encodings = ["json"], file, fileOptional = false, wrapper } = operation;
  if (encodings.includes("bytes")) return BYTES_BODY;
  if (!body || !jsonBody) return undefined;
  const fileRequired = file !== undefined && !fileOptional;
  const schemas = {
    json: wrapper === undefined ? jsonSchemaOf(jsonBody) : wrappedIn(wrapper, jsonSchemaOf(jsonBody)),
    form: jsonSchemaOf(body),
    bytes: BINARY,
    multipart: file === undefined ? jsonSchemaOf(body) : withFile(jsonSchemaOf(body), file, fileRequired),
  };
  const content = encodings.map((encoding) => [MEDIA_TYPES[encoding], { schema: schemas[encoding] }] as const);
  const required = wrapper !== undefined || fileRequired || requiresBody(body);
  return { ...(required && { required }), content: Object.fromEntries(content) };
}

const BINARY: JsonSchema = { type: "string", format: "binary" };
const BYTES_BODY: OpenApi = { required: true, content: { [MEDIA_TYPES.bytes]: { schema: BINARY } } };

const wrappedIn = (wrapper: string, fields: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { [wrapper]: fields },
  required: [wrapper],
});

const withFile = (fields: JsonSchema, file: string, required: boolean): JsonSchema => ({
  allOf: [
    fields,
    {
      type: "object",
      properties: { [file]: { type: "string", format: "binary" } },
      ...(required && { required: [file] }),
    },
  ],
});

const TEXTS: Readonly<Record<number, string>> = {
  200: "Done",
  201: "Made",
  202: "Taken in, to be gone on with later",
  204: "Done; nothing to say",
  206: "One range",
  302: "Sign in first",
  303: "Go on there",
  304: "You have it already",
  400: "The request cannot be read",
  401: "No token, or one that opens nothing",
  403: "The token's scope, the role or the right is missing",
  404: "Nothing is here that you may see",
  408: "The body came too slowly",
  409: "Somebody else was faster",
  413: "The body is too long",
  415: "Neither a form nor JSON",
  416: "The range lies outside",
  422: "A field is refused, or what is asked does not fit the state",
  429: "Too many requests; Retry-After says when to come again",
  503: "Not now; try again later",
  507: "The store is full",
};

function replies(operation: Operation): OpenApi {
  const { replies: bodies, list, whole, headers: headerNames = [], alternatives = [], envelope } = operation;
  const headers = {
    ...((list || whole) && LIST_HEADERS),
    ...(converges(list) && SNAPSHOT_HEADERS),
    ...(headerNames.includes("Idempotency-Key") && REPLAY_HEADERS),
  };
  const hasHeaders = Object.keys(headers).length > 0;
  return Object.fromEntries(
    Object.entries(bodies).map(([status, body]) => [
      status,
      {
        description: TEXTS[Number(status)],
        ...(hasHeaders && { headers }),
        ...contentOf(body, alternatives, envelope),
      },
    ]),
  );
}

function contentOf(body: ReplyBody, alternatives: readonly string[] = [], envelope?: string): OpenApi {
  if (body === null) return {};
  if (body === BYTES) return { content: { "*/*": { schema: { type: "string", format: "binary" } } } };
  if (body === HTML) return { content: { "text/html": { schema: { type: "string" } } } };
  const others = alternatives.map((type) => [type, { schema: { type: "string" } }]);
  const schema = envelope === undefined ? jsonSchemaOf(body) : wrappedIn(envelope, jsonSchemaOf(body));
  return { content: { "application/json": { schema }, ...Object.fromEntries(others) } };
}

const LIST_HEADERS = {
  "X-Total-Count": { schema: { type: "integer" } },
  "X-Total-Pages": { schema: { type: "integer" } },
  "X-Page": { schema: { type: "integer" } },
  "X-Per-Page": { schema: { type: "integer" } },
  "X-Has-More": { schema: { type: "boolean" } },
};

const SNAPSHOT_HEADERS = {
  [SNAPSHOT_HEADER]: {
    schema: { type: "string", format: "date-time" },
    description: "What to send as updated_since next",
  },
};

const REPLAY_HEADERS = {
  "Idempotency-Replayed": { schema: { type: "boolean" }, description: "The answer that was given the first time" },
};

/** The errors that an operation may answer beside those of its own replies. */
function errors(operation: Operation): OpenApi {
  const { method, scope, params, body, file, headers = [], encodings = [] } = operation;
  if (operation.tag === PAGES_TAG) return pageErrors(operation);
  const isOAuth = operation.tag === OAUTH_TAG && body !== undefined;
  const isUpload = operation.path.startsWith(CHUNKED_UPLOADS_PATH);
  const statuses = [
    400,
    ...(scope === "none" ? [] : [401, 403, 429]),
    // What anybody may ask for by its id is limited by address.
    ...(params ? [404, ...(scope === "none" ? [429] : [])] : []),
    ...(body ? [408] : []),
    ...(body && !isOAuth ? [413, 422] : []),
    // A state may forbid what is done to one thing, whatever is said with it.
    ...(params && method !== "get" ? [422] : []),
    ...(isOAuth ? [413, 429] : []),
    ...(encodings.includes("form") ? [401, 415] : []),
    ...(file === undefined ? [] : [503]),
    ...(encodings.includes("bytes") ? [408, 503, 507] : []),
    // What is being put together is left alone, and putting it together stores bytes.
    ...(isUpload && params && method !== "get" ? [409] : []),
    ...(isUpload && params && method === "post" ? [503, 507] : []),
    ...(headers.includes("Idempotency-Key") ? [409] : []),
    ...(headers.includes("Range") ? [416] : []),
  ];
  const isRental = operation.path.startsWith(`${RENTAL_BASE}/`);
  const documentsError = isUpload ? ChunkedUploadErrorBody : ErrorBody;
  const errorBody = isOAuth ? OAuthErrorBody : isRental ? RentalErrorBody : documentsError;
  const content = { "application/json": { schema: jsonSchemaOf(errorBody) } };
  const served = statuses.filter((status) => !(status in operation.replies));
  return Object.fromEntries(served.map((status) => [status, { description: TEXTS[status], content }]));
}

/** Where what speaks the language of RFC 6749 is listed; it refuses in that language. */
const OAUTH_TAG = "oauth";

/** Where pages are listed; they refuse with a page. */
const PAGES_TAG = "pages";

function pageErrors({ method, params, replies }: Operation): OpenApi {
  const statuses = [400, ...(params ? [404, 429] : []), ...(method === "post" ? [403, 408, 413, 415, 422, 429] : [])];
  const content = contentOf(HTML).content;
  const served = statuses.filter((status) => !(status in replies));
  return Object.fromEntries(served.map((status) => [status, { description: TEXTS[status], content }]));
}
