import type { Hono, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { MANDATAIRE_HEADER } from "../guards/mandataire.ts";
import { METHODS } from "./asked.ts";
import { type ExchangeDependencies, exchange } from "./exchange.ts";
import { LIST_HEADERS, SEARCH_HEADERS, SNAPSHOT_HEADER } from "./listing.ts";
import { type Mounted, mountedIn } from "./mounted.ts";

/** The origins whose pages may ask, each as a browser sends it: `https://app.example.org`; `*` for all. */
export type Origins = "*" | readonly string[];

/** How long a browser may remember what it may ask; the longest that any keeps is a day, some cut at two hours. */
const PREFLIGHT_SECONDS_MAX = 7200;

/** What any operation may be sent with. */
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
 * Lets pages of other origins ask with a bearer token (spec/host.md): their browsers are told so in every answer,
 * errors included, and beforehand when they ask: by which methods, and with which headers, what `app` serves can be asked. Never with credentials: a cookie or a password that a browser keeps is
 * of no use to these pages. Whoever else asks is answered as if this were not here.
 */
export function crossOrigin(
  origins: Origins,
  dependencies: ExchangeDependencies,
  app: Pick<Hono, "routes">,
): MiddlewareHandler {
  let middleware: MiddlewareHandler | undefined;
  return async (context, next) => {
    const { raw } = context.req;
    // Not before the first request: what is mounted after this middleware counts too.
    middleware ??= corsFor(origins, mountedIn(app));
    const allowOrigin = middleware;
    if (raw.method !== "OPTIONS") return allowOrigin(context, next);
    if (!isPreflight(raw, origins)) return next();
    return exchange(context, dependencies, { path: null }, async () => {
      const { status, headers } = (await allowOrigin(context, next)) as Response;
      return { status, headers: Object.fromEntries(headers) };
    });
  };
}

function corsFor(origins: Origins, mounted: readonly Mounted[]): MiddlewareHandler {
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

/** A browser that asks whether a page of an allowed origin may ask (Fetch, CORS-preflight fetch). */
function isPreflight({ headers }: Request, origins: Origins): boolean {
  const origin = headers.get("origin");
  if (origin === null || !headers.has("access-control-request-method")) return false;
  return origins === "*" || origins.includes(origin);
}
