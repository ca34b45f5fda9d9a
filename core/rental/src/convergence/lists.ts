import type { Day, HasId, ListQuery, Page } from "@cartulary/kernel";
import type { SecurityDepositField } from "../billing/deposits/security-deposit.ts";
import type { ReminderField } from "../billing/reminders/reminder.ts";
import type { ServiceEventField } from "../billing/service-events/service-event.ts";
import { listDeposits } from "../money/deposits/security-deposits.ts";
import type { BankTransactionField } from "../money/payments/bank-transaction.ts";
import { bankTransactionViews } from "../money/payments/bank-transaction-views.ts";
import type { ConvergenceStores } from "./ports.ts";
import type { SyncedCollection, SyncedRecords } from "./synced-collections.ts";

/** The list of a synced collection, as of a day. */
interface SyncedList<Listed extends HasId> {
  list(query: ListQuery<string>, today: Day): Promise<Page<Listed>>;
}

/** The list of each synced collection. */
export const syncedLists: {
  readonly [Collection in SyncedCollection]: (stores: ConvergenceStores) => SyncedList<SyncedRecords[Collection]>;
} = {
  accounting_entries: ({ entries }) => entries,
  fec_exports: ({ fecExports }) => fecExports,
  rent_calls: ({ rentCalls }) => rentCalls,
  reminders: ({ reminders }) => ({ list: (query) => reminders.list(null, query as ListQuery<ReminderField>) }),
  owner_payouts: ({ ownerPayouts }) => ownerPayouts,
  payout_exports: ({ payoutExports }) => payoutExports,
  charge_statements: ({ chargeStatements }) => chargeStatements,
  supplier_invoices: ({ supplierInvoices }) => supplierInvoices,
  service_events: ({ serviceEvents }) => ({
    list: (query) => serviceEvents.list(null, query as ListQuery<ServiceEventField>),
  }),
  security_deposits: (stores) => ({
    list: (query, today) => listDeposits(stores, query as ListQuery<SecurityDepositField>, today),
  }),
  payments: ({ payments }) => payments,
  bank_transactions: (stores) => ({
    list: (query) => bankTransactionViews(stores, query as ListQuery<BankTransactionField>),
  }),
  bank_statements: ({ bankStatements }) => bankStatements,
  letters: ({ letterBatches }) => letterBatches,
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
