import {
  BYTES,
  HTML,
  type JsonSchema,
  jsonSchemaOf,
  namedJsonSchema,
  type Operation,
  type RefusalForm,
  type ReplyBody,
  refusalFormOf,
  refusalsOf,
  TEXT,
} from "@cartulary/wire";
import { LETTER_HEADERS } from "../operations/pdf-download.ts";
import { hasUpdatedSince, SEARCH_HEADERS, SNAPSHOT_HEADER } from "../requests/listing.ts";
import { EXAMPLES } from "./examples.ts";
import { type OpenApi, wrapSchema } from "./openapi-requests.ts";

const TEXTS: Readonly<Record<number, string>> = {
  200: "Done",
  201: "Created",
  202: "Accepted; the rest is done later",
  204: "Done; there is nothing to return",
  206: "The requested bytes",
  302: "Sign in first, at the address in Location",
  303: "Go on at the address in Location",
  304: "Your copy is still the content",
  400: "The request cannot be read, or a parameter is invalid",
  401: "The token or key is missing, invalid or expired",
  403: "The scope of the token, the role of the user or the permission is missing",
  404: "There is nothing here that you may see",
  408: "The body came too slowly",
  409: "The state changed meanwhile, or the same request is running",
  410: "It was here, and is gone for good",
  413: "The body is too long",
  414: "The query is longer than this server reads",
  415: "The body has a media type that this operation does not read",
  416: "The range is outside the content",
  422: "A field is refused, or the request does not fit the state",
  429: "Too many requests, or too much of your work waits; Retry-After says when to come again",
  503: "Not now, or not in time; Retry-After says when to try again",
  507: "The storage is full; nothing was saved",
};

/** Returns the successful replies of an operation. */
export function replies(operation: Operation): OpenApi {
  const { replies: bodies, alternatives = [], envelope } = operation;
  return Object.fromEntries(
    Object.entries(bodies).map(([status, body]) => [
      status,
      {
        description: TEXTS[Number(status)],
        ...nonEmpty({ ...headersOf(operation), ...contentHeaders(Number(status), body) }),
        ...contentOf(body, { alternatives, envelope, ...answerExample(operation, Number(status)) }),
      },
    ]),
  );
}

const nonEmpty = (headers: OpenApi): OpenApi => (Object.keys(headers).length > 0 ? { headers } : {});

function headersOf(operation: Operation): OpenApi {
  const { list, isUnpaged, endsEarly, searches, headers = [] } = operation;
  return {
    ...((list || isUnpaged) && LIST_HEADERS),
    ...(endsEarly && LINK_HEADER),
    ...(searches && SEARCHED_HEADERS),
    ...(hasUpdatedSince(operation) && SNAPSHOT_HEADERS),
    ...(headers.includes("Idempotency-Key") && REPLAY_HEADERS),
    ...(isLetter(operation) && LETTERS_HEADERS),
  };
}

/** True for a letter of an agency, or many in one PDF. */
const isLetter = ({ id, awaitsChild, mandataire }: Operation): boolean =>
  mandataire === true && (awaitsChild === true || id === "downloadLetters");

function contentHeaders(status: number, body: ReplyBody): OpenApi {
  if (status === 302 || status === 303) return LOCATION_HEADER;
  return body === BYTES ? BYTES_HEADERS : {};
}

/** The demonstration's reply with this status. */
function answerExample({ id }: Operation, status: number): { readonly example?: unknown } {
  const { answer, status: answered } = EXAMPLES[id] ?? {};
  return answered === status && answer !== undefined ? { example: answer } : {};
}

interface ContentOptions {
  readonly alternatives?: readonly string[];
  readonly envelope?: string | undefined;
  readonly example?: unknown;
}

function contentOf(body: ReplyBody, { alternatives = [], envelope, ...example }: ContentOptions = {}): OpenApi {
  if (body === null) return {};
  if (body === BYTES) return { content: { "application/octet-stream": { schema: BINARY } } };
  if (body === HTML) return { content: { "text/html": { schema: PAGE } } };
  if (body === TEXT) return { content: { "text/plain": { schema: { type: "string" } } } };
  const others = alternatives.map((type) => [type, { schema: { type: "string", description: `The same as ${type}` } }]);
  const schema = envelope === undefined ? jsonSchemaOf(body) : wrapSchema(envelope, jsonSchemaOf(body));
  return { content: { "application/json": { schema, ...example }, ...Object.fromEntries(others) } };
}

const BINARY: JsonSchema = { type: "string", format: "binary", description: "The content, byte for byte" };
const PAGE: JsonSchema = { type: "string", description: "A page for browsers" };

const header = (schema: OpenApi, description: string): OpenApi => ({ schema, description });
const COUNT = { type: "integer", minimum: 0 };
const STRING = { type: "string" };

const LIST_HEADERS = {
  "X-Total-Count": header(COUNT, "Number of records in all pages together"),
  "X-Total-Pages": header(COUNT, "Number of pages; 0 for an empty list"),
  "X-Page": header({ type: "integer", minimum: 1 }, "Number of this page, from 1"),
  "X-Per-Page": header({ type: "integer", minimum: 1 }, "Greatest number of records of a page"),
  "X-Has-More": header({ type: "boolean" }, "True when there are records after this page"),
};

const LINK_HEADER = {
  Link: header(
    STRING,
    'Where X-Has-More is true: the rest of the list, rel="next". An answer ends before it is longer than 8 MiB.',
  ),
};

const SEARCHED_HEADERS = {
  [SEARCH_HEADERS.exact]: header(
    { type: "boolean" },
    "`false` where more was found than X-Total-Count says; absent where that is exact",
  ),
  [SEARCH_HEADERS.corrected]: header(
    STRING,
    "The query as it was understood, percent-encoded UTF-8, where nothing was found as it was written; else absent",
  ),
};

const LETTERS_HEADERS = {
  [LETTER_HEADERS.missing]: header(
    STRING,
    "Fields of the agency, or VAT numbers, that the letter lacks, separated by commas; absent when nothing is missing",
  ),
  [LETTER_HEADERS.warning]: header(STRING, "Why the agency's template or logo was not used; else absent"),
};

const SNAPSHOT_HEADERS = {
  [SNAPSHOT_HEADER]: header({ type: "string", format: "date-time" }, "Moment to send as updated_since next, in UTC"),
};

const REPLAY_HEADERS = {
  "Idempotency-Replayed": header({ type: "boolean" }, "True when this is the answer that was given the first time"),
};

const LOCATION_HEADER = { Location: header({ type: "string", format: "uri-reference" }, "Address to go on at") };

const BYTES_HEADERS = {
  ETag: header(STRING, "Version of the content, for If-None-Match and If-Range"),
  "Accept-Ranges": header(STRING, "bytes: parts of the content can be requested"),
  "Content-Disposition": header(STRING, "Whether a browser shows or saves the content, and its file name (RFC 6266)"),
};

const RETRY_HEADERS = {
  "Retry-After": header({ type: "integer", minimum: 0 }, "Time to wait before the next attempt, in seconds"),
};

/** Returns the error replies of an operation, each with the codes of its `error`. */
export function errors(operation: Operation, names: ErrorNames): OpenApi {
  const form = refusalFormOf(operation);
  const own = Object.fromEntries(
    errorsOf(operation).map(([status, codes]) => [
      status,
      {
        description: TEXTS[status],
        ...((status === 429 || status === 503) && { headers: RETRY_HEADERS }),
        ...(form === "page"
          ? contentOf(HTML)
          : { content: { "application/json": { schema: refTo(names.get(keyOf(form, status, codes))?.name ?? "") } } }),
      },
    ]),
  );
  const succeeds = Object.keys(operation.replies).some((status) => status.startsWith("2"));
  return succeeds ? own : { ...own, default: { description: "A page that tells another error", ...contentOf(HTML) } };
}

const errorsOf = (operation: Operation) =>
  [...refusalsOf(operation)].filter(([status]) => !(status in operation.replies));

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** An error schema with a closed list of codes. */
export interface ErrorName {
  readonly name: string;
  /** The name of the schema without that list. */
  readonly general: string;
  readonly codes: readonly string[];
}

/** The error schemas of a document by form, status and codes. */
export type ErrorNames = ReadonlyMap<string, ErrorName>;

const keyOf = (form: RefusalForm, status: number, codes: readonly string[]): string =>
  [form, status, ...codes].join(" ");

const GENERAL: Readonly<Record<Exclude<RefusalForm, "page">, string>> = {
  documents: "Error",
  rental: "RentalError",
  chunked_uploads: "ChunkedUploadError",
  oauth: "OAuthError",
};

/**
 * Names an error schema for each list of codes: by status where most operations have the list (`Error404`), else by the
 * first operation that has it (`ApplyBillingRunError409`). Yields between operations.
 */
export function* errorNames(operations: readonly Operation[]): Generator<undefined, ErrorNames, undefined> {
  const uses = new Map<string, ErrorUse>();
  for (const operation of operations) {
    const form = refusalFormOf(operation);
    if (form === "page") continue;
    yield;
    for (const [status, codes] of errorsOf(operation)) {
      const key = keyOf(form, status, codes);
      const { count, first } = uses.get(key) ?? { count: 0, first: operation.id };
      uses.set(key, { count: count + 1, first, short: `${GENERAL[form]}${status}`, general: GENERAL[form], codes });
    }
  }
  const usual = new Map<string, string>();
  for (const [key, { short, count }] of uses) {
    if (count > (uses.get(usual.get(short) ?? "")?.count ?? 0)) usual.set(short, key);
  }
  return new Map(
    [...uses].map(([key, { short, first, general, codes }]) => [
      key,
      { name: usual.get(short) === key ? short : capitalised(first) + short, general, codes },
    ]),
  );
}

interface ErrorUse {
  readonly count: number;
  readonly first: string;
  readonly short: string;
  readonly general: string;
  readonly codes: readonly string[];
}

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Returns the schema of an {@link ErrorName}. */
export function errorSchema({ general, codes }: ErrorName): JsonSchema {
  const { properties, ...rest } = namedJsonSchema(general) as {
    readonly properties: Readonly<Record<string, JsonSchema>>;
  };
  return { ...rest, properties: { ...properties, error: { ...properties.error, enum: codes } } };
}
