import type { HasId } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import type { ElementStore, LeaseId, OwnEstateStores } from "@cartulary/rental/property";
import type { Table } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { elementStore, usedElementStore } from "./array-element-store.ts";
import { createCodeStore } from "./codes.ts";
import { contactStoreOf, createServiceProviderStore } from "./contact-store.ts";
import { createHouseholdMemberStore, createLeasePartyStore } from "./lease-party-store.ts";
import { createLeaseStore, createLeaseUnitStore } from "./lease-store.ts";
import { createLeaseTermStore } from "./lease-term-store.ts";
import { createMandatePropertyStore, createMandateStore } from "./mandate-store.ts";
import { createOwnershipStore } from "./ownership-store.ts";
import { createOwnerStore, createTenantStore } from "./people-stores.ts";
import { createPropertyStore } from "./property-store.ts";
import { createLeaseRevisionStore } from "./revision-store.ts";
import {
  breakDateRows,
  cappingRuleRows,
  franchisePeriodRows,
  gliPolicyRows,
  supportMeasureRows,
} from "./tables/leases.ts";
import { mandateServiceRows } from "./tables/mandates.ts";
import { bankAccountRows } from "./tables/people.ts";
import { entranceRows, shareKeyRows } from "./tables/properties.ts";
import type { EstateTables } from "./tables.ts";
import { createTombstoneStore, createTouchStore } from "./tombstone-and-propagation-stores.ts";
import { createAllocationStore, createUnitStore } from "./unit-store.ts";

type Factories = {
  readonly [Name in keyof OwnEstateStores]: (
    transaction: SqlTransaction<EstateTables>,
    mandataireId: MandataireId,
  ) => OwnEstateStores[Name];
};

/** The store of one array of a lease. */
function elementsOfLease<Element extends HasId>(table: Table) {
  return (transaction: SqlTransaction<EstateTables>, mandataireId: MandataireId): ElementStore<LeaseId, Element> =>
    elementStore(transaction, mandataireId, { table, parent: "leaseId" });
}

/** The factory of each store of the estate. */
export const estateStores: Factories = {
  tombstones: createTombstoneStore,
  updatePropagation: createTouchStore,
  properties: createPropertyStore,
  entrances: (transaction, mandataireId) =>
    usedElementStore(transaction, mandataireId, {
      table: entranceRows,
      parent: "propertyId",
      users: ["units", "incidents"],
      column: "entrance_id",
    }),
  shareKeys: (transaction, mandataireId) =>
    usedElementStore(transaction, mandataireId, {
      table: shareKeyRows,
      parent: "propertyId",
      users: ["unit_allocations", "supplier_invoices"],
      column: "share_key_id",
    }),
  owners: createOwnerStore,
  ownerBankAccounts: (transaction, mandataireId) =>
    elementStore(transaction, mandataireId, { table: bankAccountRows, parent: "ownerId" }),
  tenants: createTenantStore,
  tenantBankAccounts: (transaction, mandataireId) =>
    elementStore(transaction, mandataireId, { table: bankAccountRows, parent: "tenantId" }),
  rentalContacts: contactStoreOf("contacts"),
  serviceProviders: createServiceProviderStore,
  providerBankAccounts: (transaction, mandataireId) =>
    elementStore(transaction, mandataireId, { table: bankAccountRows, parent: "contactId" }),
  ownerships: createOwnershipStore,
  codes: createCodeStore,
  units: createUnitStore,
  allocations: createAllocationStore,
  leaseTerms: createLeaseTermStore,
  leaseParties: createLeasePartyStore,
  householdMembers: createHouseholdMemberStore,
  mandates: createMandateStore,
  mandateProperties: createMandatePropertyStore,
  mandateServices: (transaction, mandataireId) =>
    usedElementStore(transaction, mandataireId, {
      ...{ table: mandateServiceRows, parent: "mandateId", order: "place" },
      ...{ users: ["service_events"], column: "mandate_service_id" },
    }),
  leaseRevisions: createLeaseRevisionStore,
  leases: createLeaseStore,
  leaseUnits: createLeaseUnitStore,
  gliPolicies: elementsOfLease(gliPolicyRows),
  breakDates: elementsOfLease(breakDateRows),
  franchisePeriods: elementsOfLease(franchisePeriodRows),
  cappingRules: elementsOfLease(cappingRuleRows),
  supportMeasures: elementsOfLease(supportMeasureRows),
};
