import { allOperations, type Operation } from "@cartulary/wire";
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { type ExchangeDependencies, exchange } from "./exchange.ts";
import { LIST_HEADERS, SNAPSHOT_HEADER } from "./listing.ts";
import { MANDATAIRE_HEADER } from "./mandataire.ts";

/** The origins whose pages may ask, each as a browser sends it: `https://app.example.org`; `*` for all. */
export type Origins = "*" | readonly string[];

const METHODS = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"];
/** How long a browser may remember what it may ask; the longest that any keeps is a day, some cut at two hours. */
const PREFLIGHT_SECONDS_MAX = 7200;

const operations: readonly Operation[] = Object.values(allOperations);
const REQUEST_HEADERS = new Set([
  "Authorization",
  "Content-Type",
  "If-Range",
  MANDATAIRE_HEADER,
  ...operations.flatMap(({ headers = [] }) => headers),
]);

const ANSWER_HEADERS = [
  ...LIST_HEADERS,
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
 * errors included, and beforehand when they ask. Never with credentials: a cookie or a password that a browser keeps is
 * of no use to these pages. Whoever else asks is answered as if this were not here.
 */
export function crossOrigin(origins: Origins, dependencies: ExchangeDependencies): MiddlewareHandler {
  const tell = cors({
    origin: origins === "*" ? origins : [...origins],
    allowMethods: METHODS,
    allowHeaders: [...REQUEST_HEADERS],
    exposeHeaders: ANSWER_HEADERS,
    maxAge: PREFLIGHT_SECONDS_MAX,
  });
  return async (context, next) => {
    const { raw } = context.req;
    if (raw.method !== "OPTIONS") return tell(context, next);
    if (!isPreflight(raw, origins)) return next();
    return exchange(context, dependencies, { path: null }, async () => {
      const { status, headers } = (await tell(context, next)) as Response;
      return { status, headers: Object.fromEntries(headers) };
    });
  };
}

/** A browser that asks whether a page of an allowed origin may ask (Fetch, CORS-preflight fetch). */
function isPreflight({ headers }: Request, origins: Origins): boolean {
  const origin = headers.get("origin");
  if (origin === null || !headers.has("access-control-request-method")) return false;
  return origins === "*" || origins.includes(origin);
}
