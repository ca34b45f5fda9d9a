import type { RequestOrigin } from "@cartulary/kernel";

/** An unauthenticated client: the origin of a request, for limits and the audit trail. */
export interface RequestSource extends RequestOrigin {
  /** Key of limits: an IPv4 address, or the first 64 bits of an IPv6 address. */
  readonly network: string;
}

/** Used where the source is unknown; all such requests share their limits. */
export const UNKNOWN_REQUEST_SOURCE: RequestSource = { requestId: "", address: "unknown", network: "unknown" };
