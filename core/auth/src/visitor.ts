import type { RequestOrigin } from "@cartulary/kernel";

/** Somebody who asks and is not known yet: where the request came from, for limits and for the trail. */
export interface Visitor extends RequestOrigin {
  /** What limits go by: an address of version 4, the first 64 bits of one of version 6. */
  readonly network: string;
}

/** Where nothing can be told of a request: all of these share their limits. */
export const UNKNOWN_VISITOR: Visitor = { requestId: "", address: "unknown", network: "unknown" };
