import type { Documents } from "@cartulary/documents";
import type { AnonymousReader } from "@cartulary/public-access";
import { anonymousReaderOperations, PUBLIC_BASE } from "@cartulary/wire";
import type { Hono } from "hono";
import type { RateLimit } from "./guards/rate-limit.ts";
import { anonymousReaderHandlers } from "./operations/anonymous-reader.ts";
import type { ApiDependencies } from "./requests/api-dependencies.ts";
import { implement } from "./requests/implement.ts";
import { PUBLIC_API_HEADERS } from "./requests/public-headers.ts";
import type { MountOptions } from "./requests/respond.ts";

export interface PublicApiDependencies extends ApiDependencies {
  readonly anonymousReader: AnonymousReader;
  readonly documents: Pick<Documents, "open">;
  /** Requests per address; unlimited by default. Shared with the public pages. */
  readonly anonymousRateLimit?: RateLimit;
}

/**
 * The public operations, for any mount path such as {@link PUBLIC_BASE}. Tokens are ignored, so a wrong one does no
 * harm; every resource that is not public returns the same 404.
 */
export function publicApi(dependencies: PublicApiDependencies): Hono {
  const { anonymousRateLimit } = dependencies;
  const terms: MountOptions = {
    headers: PUBLIC_API_HEADERS,
    ...(anonymousRateLimit && { addressLimit: anonymousRateLimit }),
  };
  return implement(anonymousReaderOperations, anonymousReaderHandlers, PUBLIC_BASE, dependencies, terms);
}
