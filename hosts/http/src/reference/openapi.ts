import { namedJsonSchema, type Operation, TAG_TEXTS } from "@cartulary/wire";
import type { MountedOperation } from "../requests/mounted-operations.ts";
import { cookieName, SESSION_COOKIE, siteOf } from "../sessions/cookies.ts";
import { operationDescription } from "./openapi-operation.ts";
import { type ErrorNames, errorNames, errorSchema, errors, replies } from "./openapi-replies.ts";
import { type OpenApi, parameters, requestBody } from "./openapi-requests.ts";

export type { OpenApi } from "./openapi-requests.ts";

const VERSION = "1.0.0";

const DESCRIPTION = `Document management and rental management.

Every GET also answers HEAD, every PATCH also answers PUT. Identifiers are UUIDs, timestamps ISO 8601 in UTC, days
YYYY-MM-DD; amounts are whole cents (\`…Cents\`, \`cents\`) or decimal texts in euros. Lists say in headers where a page
stands; their filters are written \`q[field_predicate]=value\`. Every error has a stable code in \`error\`; a path answers
405 to methods that are not listed, and 500 \`internal_error\` is a fault of ours.`;

/** Describes all operations of an application, from the schemas that parse its requests and write its replies. */
export function openApi(mounted: readonly MountedOperation[], publicUrl?: string): OpenApi {
  return JSON.parse([...openApiPieces(mounted, publicUrl)].join("")) as OpenApi;
}

/**
 * Writes the description like {@link openApi} as JSON, piece by piece. It yields after each small part of the work, also
 * where nothing is written yet, so that a host can serve other requests meanwhile.
 */
export function* openApiPieces(
  mounted: readonly MountedOperation[],
  publicUrl?: string,
): Generator<string | undefined, void, undefined> {
  const operations = mounted.map(({ operation }) => operation);
  const names = yield* errorNames(operations);
  const head = JSON.stringify({
    openapi: "3.1.1",
    info: INFO,
    ...(publicUrl !== undefined && { servers: [{ url: publicUrl, description: "This server" }] }),
    tags: tagsOf(operations),
  });
  yield `${head.slice(0, -1)},"paths":{`;
  const found = new Set<string>();
  for (const [at, [path, bound]] of [...byPath(mounted)].entries()) {
    yield `${at === 0 ? "" : ","}${JSON.stringify(path)}:{`;
    for (const [index, operation] of bound.entries()) {
      const written = JSON.stringify(described(operation, names));
      noteSchemas(written, found);
      yield `${index === 0 ? "" : ","}"${operation.method}":${written}`;
    }
    yield "}";
  }
  yield '},"components":{"schemas":{';
  yield* schemaPieces(found, names);
  yield `},"securitySchemes":${JSON.stringify(securitySchemes(publicUrl ?? ""))}}}`;
}

const INFO = {
  title: "Cartulary",
  version: VERSION,
  summary: "Document management and rental management",
  description: DESCRIPTION,
  contact: { name: "The operator of this server" },
  license: { name: "MIT", identifier: "MIT" },
};

function byPath(mounted: readonly MountedOperation[]): ReadonlyMap<string, readonly Operation[]> {
  const paths = new Map<string, Operation[]>();
  for (const { operation, path } of mounted) paths.set(path, [...(paths.get(path) ?? []), operation]);
  return paths;
}

/** Writes the found schemas, and those that they refer to in turn. */
function* schemaPieces(found: Set<string>, names: ErrorNames): Generator<string | undefined, void, undefined> {
  const errorsByName = new Map([...names.values()].map((each) => [each.name, each]));
  let isFirst = true;
  // A set yields what is added to it during the iteration as well.
  for (const name of found) {
    const error = errorsByName.get(name);
    const schema = error ? errorSchema(error) : namedJsonSchema(name);
    const written = JSON.stringify(schema);
    noteSchemas(written, found);
    yield `${isFirst ? "" : ","}"${name}":${written}`;
    isFirst = false;
  }
}

function noteSchemas(written: string, found: Set<string>): void {
  for (const [, name = ""] of written.matchAll(/"#\/components\/schemas\/(\w+)"/g)) found.add(name);
}

/** The sections that have operations, in the order of the reference. */
function tagsOf(operations: readonly Operation[]): readonly OpenApi[] {
  const used = new Set(operations.map(({ tag }) => tag));
  return Object.entries(TAG_TEXTS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}

const SCOPES = {
  read: "Read what the user may read",
  write: "Change what the user may change",
  admin: "Administer; for users with the role admin",
};

function securitySchemes(publicUrl: string): OpenApi {
  const tokenUrl = `${publicUrl}/oauth/token`;
  const flow = { tokenUrl, refreshUrl: tokenUrl, scopes: SCOPES };
  return {
    oauth2: {
      type: "oauth2",
      description: "Tokens of an application, for a user. Public applications send a code challenge (PKCE, S256).",
      flows: {
        authorizationCode: {
          authorizationUrl: `${publicUrl}/oauth/authorize`,
          ...flow,
        },
        password: flow,
      },
    },
    bearer: { type: "http", scheme: "bearer", description: "An access token, or a personal token" },
    connectorKey: { type: "apiKey", in: "header", name: "X-Connector-Key", description: "The key of a connector" },
    session: {
      type: "apiKey",
      in: "cookie",
      name: cookieName(SESSION_COOKIE, siteOf(publicUrl === "" ? undefined : publicUrl)),
      description: "The session that /login gives a browser",
    },
  };
}

function described(operation: Operation, names: ErrorNames): OpenApi {
  const { id, tag, summary, deprecated } = operation;
  const body = requestBody(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: operationDescription(operation),
    ...(deprecated && { deprecated }),
    security: securityOf(operation),
    parameters: parameters(operation),
    ...(body && { requestBody: body }),
    responses: { ...replies(operation), ...errors(operation, names) },
  };
}

function securityOf({ scope }: Operation): readonly OpenApi[] {
  if (scope === "none") return [];
  if (scope === "connector") return [{ connectorKey: [] }];
  return scope === "session" ? [{ session: [] }] : [{ oauth2: [scope] }, { bearer: [] }];
}
