import type { Documents } from "@cartulary/documents";
import type { Visitors } from "@cartulary/public-access";
import { PUBLIC_BASE, visitorOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import type { Terms } from "./exchange.ts";
import { type ApiDependencies, implement } from "./implement.ts";
import { visitorHandlers } from "./operations/visitors.ts";
import { SANDBOXED_POLICY } from "./page.ts";
import type { RateLimit } from "./rate-limit.ts";

/** What public reading needs. */
export interface PublicApiDependencies extends ApiDependencies {
  readonly visitors: Visitors;
  readonly documents: Pick<Documents, "open">;
  /** What each address may read; as much as it likes when absent. Shared with the pages of what is public. */
  readonly visitorRateLimit?: RateLimit;
}

/**
 * What every answer to a visitor says, refusals too: ask again before you show it again, so that a cut holds from the
 * next request on; keep it out of search engines; and run nothing of it (public-access.md 4.7).
 */
export const VISITOR_HEADERS: NonNullable<Terms["headers"]> = {
  "Cache-Control": "no-cache",
  "X-Robots-Tag": "noindex",
  "X-Content-Type-Options": "nosniff",
};

/** The same where no page of ours is answered. */
export const VISITOR_API_HEADERS: NonNullable<Terms["headers"]> = {
  ...VISITOR_HEADERS,
  "Content-Security-Policy": SANDBOXED_POLICY,
};

/**
 * What anybody may read, to be mounted at {@link PUBLIC_BASE} or anywhere else. No token is looked at, so a wrong one
 * does no harm; whatever is not public is one and the same 404.
 */
export function publicApi(dependencies: PublicApiDependencies): Hono {
  const { visitors, documents, visitorRateLimit } = dependencies;
  const handlers = visitorHandlers(visitors, documents);
  const terms: Terms = { headers: VISITOR_API_HEADERS, ...(visitorRateLimit && { addressLimit: visitorRateLimit }) };
  return implement(visitorOperations, handlers, PUBLIC_BASE, dependencies, terms);
}
