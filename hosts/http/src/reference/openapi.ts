import { type JsonSchema, namedJsonSchemas, type Operation } from "@cartulary/wire";
import type { Mounted } from "../exchange/mounted.ts";
import { cookieName, SESSION_COOKIE, siteOf } from "../sessions/cookies.ts";
import { errors, replies } from "./openapi-replies.ts";
import { type OpenApi, parameters, requestBody } from "./openapi-requests.ts";

export type { OpenApi } from "./openapi-requests.ts";

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
        connector: { type: "apiKey", in: "header", name: "X-Connector-Key", description: "A key of a connector" },
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
  if (scope === "connector") return [{ connector: [] }];
  return scope === "session" ? [{ session: [] }] : [{ bearer: [scope] }];
}
