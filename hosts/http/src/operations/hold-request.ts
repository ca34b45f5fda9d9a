import type { HoldRequest, ResourceType } from "@cartulary/documents";

/** Returns the request of a legal hold operation on a resource. */
export const holdOn = (
  type: ResourceType,
  { id }: { readonly id: string },
  { reason = null }: { readonly reason?: string | null },
): HoldRequest => ({ resource: { type, id }, reason });
