import {
  BYTES,
  CHUNKED_UPLOADS_PATH,
  ChunkedUploadErrorBody,
  ErrorBody,
  HTML,
  jsonSchemaOf,
  OAuthErrorBody,
  type Operation,
  RENTAL_BASE,
  RentalErrorBody,
  type ReplyBody,
} from "@cartulary/wire";
import { converges, SEARCH_HEADERS, SNAPSHOT_HEADER } from "../exchange/listing.ts";
import { type OpenApi, wrappedIn } from "./openapi-requests.ts";

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
  429: "Too many requests, or too much work of yours waits; Retry-After says when to come again",
  503: "Not now, or not in time; Retry-After says when to try again",
  507: "The store is full",
};

/** What an operation answers when it does what it is asked. */
export function replies(operation: Operation): OpenApi {
  const {
    replies: bodies,
    list,
    whole,
    endsEarly,
    searches,
    headers: headerNames = [],
    alternatives = [],
    envelope,
  } = operation;
  const headers = {
    ...((list || whole) && LIST_HEADERS),
    ...(endsEarly && LINK_HEADER),
    ...(searches && SEARCHED_HEADERS),
    ...(converges(operation) && SNAPSHOT_HEADERS),
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

const LINK_HEADER = {
  Link: {
    schema: { type: "string" },
    description:
      'Where X-Has-More is true: the rest of the list, rel="next". An answer ends before it is longer than 8 MiB.',
  },
};

const SEARCHED_HEADERS = {
  [SEARCH_HEADERS.exact]: {
    schema: { type: "boolean" },
    description: "`false` where more was found than X-Total-Count says; absent where that is exact",
  },
  [SEARCH_HEADERS.corrected]: {
    schema: { type: "string" },
    description:
      "The query as it was understood, percent-encoded UTF-8, where nothing was found as it was written; else absent",
  },
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
export function errors(operation: Operation): OpenApi {
  const { method, scope, params, body, file, awaitsChild, headers = [], encodings = [] } = operation;
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
    ...(file === undefined && !awaitsChild ? [] : [503]),
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
