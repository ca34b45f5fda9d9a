import type { EntrySummary } from "@cartulary/ledger";
import type { FecExport } from "../accounting/fec/fec-export.ts";
import type { Mandataire } from "../agency/mandataire.ts";
import type { ChargeStatement } from "../billing/charges/charge-statement.ts";
import type { SupplierInvoice } from "../billing/charges/supplier-invoice.ts";
import type { SecurityDepositView } from "../billing/deposits/deposit-view.ts";
import type { OwnerPayout } from "../billing/payouts/owner-payout.ts";
import type { Reminder } from "../billing/reminders/reminder.ts";
import type { RentCallView } from "../billing/rent-calls/rent-call.ts";
import type { BillingRun } from "../billing/runs/run.ts";
import type { ServiceEvent } from "../billing/service-events/service-event.ts";
import type { ListedIncident } from "../incidents/incident-view.ts";
import type { LetterBatch } from "../letters/letter-batch.ts";
import type { BankStatement } from "../money/bank-statements/bank-statement.ts";
import type { BankTransactionView } from "../money/payments/bank-assignment.ts";
import type { ListedPayment } from "../money/payments/payment.ts";
import type { PayoutExportDetail } from "../money/payout-exports/payout-export.ts";
import type { ListedLease } from "../property/leases/lease-detail.ts";
import type { LeasePartyView } from "../property/leases/party.ts";
import type { LeaseTermDetail } from "../property/leases/term.ts";
import type { ListedMandate } from "../property/mandates/mandate-detail.ts";
import type { Ownership } from "../property/ownerships/ownership.ts";
import type { RentalContact } from "../property/people/contact.ts";
import type { ListedOwner } from "../property/people/owner.ts";
import type { ListedTenant } from "../property/people/tenant.ts";
import type { ListedProperty } from "../property/properties/property.ts";
import type { ListedUnit } from "../property/units/unit.ts";

/** The list record of each synced collection of a mandataire: every collection whose records have ids. */
export interface SyncedRecords {
  readonly accounting_entries: EntrySummary;
  readonly fec_exports: FecExport;
  readonly rent_calls: RentCallView;
  readonly reminders: Reminder;
  readonly owner_payouts: OwnerPayout;
  readonly payout_exports: PayoutExportDetail;
  readonly security_deposits: SecurityDepositView;
  readonly charge_statements: ChargeStatement;
  readonly supplier_invoices: SupplierInvoice;
  readonly service_events: ServiceEvent;
  readonly payments: ListedPayment;
  readonly bank_transactions: BankTransactionView;
  readonly bank_statements: BankStatement;
  readonly letters: LetterBatch;
  readonly properties: ListedProperty;
  readonly units: ListedUnit;
  readonly ownerships: Ownership;
  readonly owners: ListedOwner;
  readonly tenants: ListedTenant;
  readonly contacts: RentalContact;
  readonly service_providers: RentalContact;
  readonly mandates: ListedMandate;
  readonly leases: ListedLease;
  readonly lease_terms: LeaseTermDetail;
  readonly lease_parties: LeasePartyView;
  readonly billing_runs: BillingRun;
  readonly incidents: ListedIncident;
}

/** The name of a synced collection of a mandataire. */
export type SyncedCollection = keyof SyncedRecords;

/** The list record of each synced collection, including mandataires. */
export interface AllSyncedRecords extends SyncedRecords {
  readonly mandataires: Mandataire;
}
