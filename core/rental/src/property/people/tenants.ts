import type { EstateFamily, EstateRecords } from "../estate/estate-use-cases.ts";
import type { EstateStores } from "../ports.ts";
import { accountHolders } from "./account-holders.ts";
import {
  type ListedTenant,
  type NewTenantInput,
  type Tenant,
  type TenantDetail,
  type TenantField,
  type TenantInput,
  tenantRecord,
  withTenantName,
} from "./tenant.ts";
import type { TenantListener } from "./tenant-listener.ts";

/**
 * Tenants, each with an account in the book. A tenant who is a party of a lease or has lines in the book cannot be
 * removed.
 */
export type Tenants = EstateRecords<Tenant, TenantField, ListedTenant, TenantDetail, TenantInput, NewTenantInput>;

export const tenants: EstateFamily<
  EstateStores,
  Tenant,
  TenantField,
  ListedTenant,
  TenantDetail,
  TenantInput,
  NewTenantInput
> = accountHolders({
  collection: "tenants",
  kind: "LOC",
  storeOf: ({ tenants }) => tenants,
  bankAccountsOf: ({ tenantBankAccounts }) => tenantBankAccounts,
  declared: tenantRecord,
  named: withTenantName,
});

/** Returns {@link tenants} with listeners. */
export function notifyingTenants<Stores extends EstateStores>(
  listeners: readonly TenantListener<Stores>[],
): EstateFamily<Stores, Tenant, TenantField, ListedTenant, TenantDetail, TenantInput, NewTenantInput> {
  return {
    ...tenants,
    async writeRelated(stores, written, context) {
      const changed = (await tenants.writeRelated?.(stores, written, context)) ?? [];
      if (written.before && written.input.bankAccounts)
        for (const listener of listeners) await listener.bankAccountsReplaced(stores, written.record.id, context.now);
      return changed;
    },
  };
}
