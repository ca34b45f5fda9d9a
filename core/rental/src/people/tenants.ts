import type { EstateFamily, EstateRecords } from "../estate/family.ts";
import type { EstateStores } from "../ports.ts";
import { accountHolders } from "./account-holders.ts";
import {
  blankTenant,
  type ListedTenant,
  type NewTenantInput,
  namedTenant,
  type Tenant,
  type TenantDetail,
  type TenantField,
  type TenantInput,
  tenantRules,
} from "./tenant.ts";

/** Tenants, each with an account in the book. One who is a party of a lease, or has lines in the book, stays. */
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
  rules: tenantRules,
  blank: blankTenant,
  named: namedTenant,
});
