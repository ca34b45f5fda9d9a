import type { Instant } from "@cartulary/kernel";
import type { TenantId } from "./tenant.ts";

/** Called inside the transaction that writes a tenant, with its stores. An exception rolls it back. */
export interface TenantListener<Stores> {
  /** Called after the bank accounts of an existing tenant were replaced. */
  bankAccountsReplaced(stores: Stores, tenantId: TenantId, now: Instant): Promise<void>;
}
