import type { EntrySummary } from "@cartulary/ledger";
import type { RentCallView } from "../calls/rent-call.ts";
import type { FecExport } from "../fec-export.ts";
import type { ListedIncident } from "../incidents/incident-view.ts";
import type { ListedLease } from "../leases/lease-detail.ts";
import type { LeasePartyView } from "../leases/party.ts";
import type { LeaseTermDetail } from "../leases/term.ts";
import type { Mandataire } from "../mandataire.ts";
import type { ListedMandate } from "../mandates/mandate-detail.ts";
import type { Ownership } from "../ownerships/ownership.ts";
import type { BankTransactionView } from "../payments/bank-assignment.ts";
import type { ListedPayment } from "../payments/payment.ts";
import type { OwnerPayout } from "../payouts/owner-payout.ts";
import type { RentalContact } from "../people/contact.ts";
import type { ListedOwner } from "../people/owner.ts";
import type { ListedTenant } from "../people/tenant.ts";
import type { ListedProperty } from "../properties/property.ts";
import type { BillingRun } from "../runs/run.ts";
import type { ListedUnit } from "../units/unit.ts";

/** What lists of a mandataire answer of each collection that can be followed: every one whose records have ids. */
export interface FollowedRecords {
  readonly accounting_entries: EntrySummary;
  readonly fec_exports: FecExport;
  readonly rent_calls: RentCallView;
  readonly owner_payouts: OwnerPayout;
  readonly payments: ListedPayment;
  readonly bank_transactions: BankTransactionView;
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

/** A collection of a mandataire's records that can be followed. */
export type FollowedCollection = keyof FollowedRecords;

/** The same of every collection, mandataires themselves included. */
export interface AllFollowedRecords extends FollowedRecords {
  readonly mandataires: Mandataire;
}
