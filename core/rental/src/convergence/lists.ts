import type { Day, Identified, ListQuery, Page } from "@cartulary/kernel";
import type { BankTransactionField } from "../payments/bank-transaction.ts";
import { bankTransactionViews } from "../payments/bank-transaction-views.ts";
import type { RentalStores } from "../ports.ts";
import type { FollowedCollection, FollowedRecords } from "./collections.ts";

/** Where a followed collection's list records are found, as of a day. */
interface FollowedList<Listed extends Identified> {
  list(query: ListQuery<string>, today: Day): Promise<Page<Listed>>;
}

/** The list of each. Whoever adds a family adds a line. */
export const followedLists: {
  readonly [Collection in FollowedCollection]: (stores: RentalStores) => FollowedList<FollowedRecords[Collection]>;
} = {
  accounting_entries: ({ entries }) => entries,
  fec_exports: ({ fecExports }) => fecExports,
  rent_calls: ({ rentCalls }) => rentCalls,
  owner_payouts: ({ ownerPayouts }) => ownerPayouts,
  payments: ({ payments }) => payments,
  bank_transactions: (stores) => ({
    list: (query) => bankTransactionViews(stores, query as ListQuery<BankTransactionField>),
  }),
  properties: ({ properties }) => properties,
  units: ({ units }) => units,
  ownerships: ({ ownerships }) => ownerships,
  owners: ({ owners }) => owners,
  tenants: ({ tenants }) => tenants,
  contacts: ({ rentalContacts }) => rentalContacts,
  service_providers: ({ serviceProviders }) => serviceProviders,
  mandates: ({ mandates }) => mandates,
  leases: ({ leases }) => leases,
  lease_terms: ({ leaseTerms }) => leaseTerms,
  lease_parties: ({ leaseParties }) => leaseParties,
  billing_runs: ({ billingRuns }) => billingRuns,
  incidents: ({ incidents }) => incidents,
};
