import type { Hono, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { MANDATAIRE_HEADER } from "../guards/mandataire.ts";
import { LIST_HEADERS, SEARCH_HEADERS, SNAPSHOT_HEADER } from "./listing.ts";
import { type MountedOperation, mountedOperations } from "./mounted-operations.ts";
import { METHODS } from "./parse-request.ts";
import { type RequestDependencies, respond } from "./respond.ts";

/** Allowed origins as sent by browsers: `https://app.example.org`; `*` for all. */
export type Origins = "*" | readonly string[];

/** How long a browser may cache a preflight; browsers cap it at a day or at two hours. */
const PREFLIGHT_SECONDS_MAX = 7200;

/** Request headers of every operation. */
const REQUEST_HEADERS = ["Authorization", "Content-Type", "If-Range"];

const ANSWER_HEADERS = [
  ...LIST_HEADERS,
  ...Object.values(SEARCH_HEADERS),
  SNAPSHOT_HEADER,
  "Accept-Ranges",
  "Content-Disposition",
  "Content-Range",
  "ETag",
  "Idempotency-Replayed",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "WWW-Authenticate",
  "X-Api-Version",
  "X-Request-Id",
];

/**
 * Lets pages of other origins send requests with a bearer token (spec/host.md). Adds the CORS headers to every
 * response, errors included, and answers preflight requests with the methods and headers of the operations in `app`.
 * Never allows credentials, because cookies are of no use to these pages. Other requests are unaffected.
 */
export function crossOrigin(
  origins: Origins,
  dependencies: RequestDependencies,
  app: Pick<Hono, "routes">,
): MiddlewareHandler {
  let middleware: MiddlewareHandler | undefined;
  return async (context, next) => {
    const { raw } = context.req;
    // Not before the first request, so that operations mounted after this middleware are included.
    middleware ??= corsFor(origins, mountedOperations(app));
    const allowOrigin = middleware;
    if (raw.method !== "OPTIONS") return allowOrigin(context, next);
    if (!isPreflight(raw, origins)) return next();
    return respond(context, dependencies, { path: null }, async () => {
      const { status, headers } = (await allowOrigin(context, next)) as Response;
      return { status, headers: Object.fromEntries(headers) };
    });
  };
}

function corsFor(origins: Origins, mounted: readonly MountedOperation[]): MiddlewareHandler {
  const operations = mounted.map(({ operation }) => operation);
  return cors({
    origin: origins === "*" ? origins : [...origins],
    allowMethods: unique(operations.flatMap(({ method }) => METHODS[method])),
    allowHeaders: unique([
      ...REQUEST_HEADERS,
      ...operations.flatMap(({ mandataire, headers = [] }) => [...(mandataire ? [MANDATAIRE_HEADER] : []), ...headers]),
    ]),
    exposeHeaders: ANSWER_HEADERS,
    maxAge: PREFLIGHT_SECONDS_MAX,
  });
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** True for a preflight request of an allowed origin (Fetch, CORS-preflight fetch). */
function isPreflight({ headers }: Request, origins: Origins): boolean {
  const origin = headers.get("origin");
  if (origin === null || !headers.has("access-control-request-method")) return false;
  return origins === "*" || origins.includes(origin);
}
