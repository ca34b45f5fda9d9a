import { SANDBOXED_POLICY } from "../transport/page.ts";
import type { MountOptions } from "./respond.ts";

/**
 * Headers of every response to anonymous readers, errors included: revalidate before reuse, so that unpublishing applies to the
 * next request; do not index; do not run content (public-access.md 4.7).
 */
export const PUBLIC_HEADERS: NonNullable<MountOptions["headers"]> = {
  "Cache-Control": "no-cache",
  "X-Robots-Tag": "noindex",
  "X-Content-Type-Options": "nosniff",
};

/** Headers of responses to anonymous readers that are not our pages. */
export const PUBLIC_API_HEADERS: NonNullable<MountOptions["headers"]> = {
  ...PUBLIC_HEADERS,
  "Content-Security-Policy": SANDBOXED_POLICY,
};
