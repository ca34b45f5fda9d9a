import { SANDBOXED_POLICY } from "../transport/page.ts";
import type { Terms } from "./exchange.ts";

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
