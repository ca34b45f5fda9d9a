import type { Documents } from "@cartulary/documents";
import type { Visitors } from "@cartulary/public-access";
import { PUBLIC_BASE, visitorOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import type { Terms } from "./exchange/exchange.ts";
import { implement } from "./exchange/implement.ts";
import type { ApiDependencies } from "./exchange/perform.ts";
import { VISITOR_API_HEADERS } from "./exchange/visitor-headers.ts";
import type { RateLimit } from "./guards/rate-limit.ts";
import { visitorHandlers } from "./operations/visitors.ts";

/** What public reading needs. */
export interface PublicApiDependencies extends ApiDependencies {
  readonly visitors: Visitors;
  readonly documents: Pick<Documents, "open">;
  /** What each address may read; as much as it likes when absent. Shared with the pages of what is public. */
  readonly visitorRateLimit?: RateLimit;
}

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
