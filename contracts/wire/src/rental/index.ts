import { accountingOperations } from "./accounting/accounting.ts";
import { accountingEntryOperations } from "./accounting/accounting-entries.ts";
import { fecExportOperations } from "./accounting/fec-exports.ts";
import { ownerStatementOperations } from "./accounting/owner-statements.ts";
import { mandataireOperations } from "./agency/mandataires.ts";
import { mandataireMemberOperations } from "./agency/members.ts";
import { billingRunOperations } from "./billing/billing-runs.ts";
import { ownerPayoutOperations } from "./billing/owner-payouts.ts";
import { rentCallOperations } from "./billing/rent-calls.ts";
import { runApplicationOperations } from "./billing/run-application.ts";
import { serviceEventOperations } from "./billing/service-events.ts";
import { incidentOperations } from "./incidents/incidents.ts";
import { letterOperations } from "./letters/letters.ts";
import { bankStatementOperations } from "./money/bank-statements.ts";
import { bankTransactionOperations } from "./money/bank-transactions.ts";
import { chargeStatementOperations } from "./money/charge-statements.ts";
import { feeWithdrawalOperations } from "./money/fee-withdrawals.ts";
import { paymentOperations } from "./money/payments.ts";
import { payoutExportOperations } from "./money/payout-exports.ts";
import { securityDepositOperations } from "./money/security-deposits.ts";
import { supplierInvoiceOperations } from "./money/supplier-invoices.ts";
import { indexValueOperations } from "./property/index-values.ts";
import { leasePartyOperations } from "./property/lease-parties.ts";
import { leaseTermOperations } from "./property/lease-terms.ts";
import { leaseOperations } from "./property/leases.ts";
import { mandateOperations } from "./property/mandates.ts";
import { ownerOperations } from "./property/owners.ts";
import { ownershipOperations } from "./property/ownerships.ts";
import { propertyOperations } from "./property/properties.ts";
import { rentalContactOperations } from "./property/rental-contacts.ts";
import { tenantOperations } from "./property/tenants.ts";
import { unitOperations } from "./property/units.ts";
import { snapshotOperations } from "./snapshots.ts";

export * from "./accounting/accounting.ts";
export * from "./accounting/accounting-entries.ts";
export * from "./accounting/fec-exports.ts";
export * from "./accounting/owner-statements.ts";
export * from "./agency/mandataires.ts";
export * from "./agency/members.ts";
export * from "./billing/billing-runs.ts";
export * from "./billing/owner-payouts.ts";
export * from "./billing/rent-calls.ts";
export * from "./billing/run-application.ts";
export * from "./billing/service-events.ts";
export * from "./imports.ts";
export * from "./incidents/incidents.ts";
export * from "./letters/letters.ts";
export * from "./money/bank-statements.ts";
export * from "./money/bank-transactions.ts";
export * from "./money/charge-statements.ts";
export * from "./money/fee-withdrawals.ts";
export * from "./money/payments.ts";
export * from "./money/payout-exports.ts";
export * from "./money/security-deposits.ts";
export * from "./money/supplier-invoices.ts";
export * from "./property/index-values.ts";
export * from "./property/lease-parties.ts";
export * from "./property/lease-records.ts";
export * from "./property/lease-terms.ts";
export * from "./property/leases.ts";
export * from "./property/mandates.ts";
export * from "./property/owners.ts";
export * from "./property/ownerships.ts";
export * from "./property/properties.ts";
export * from "./property/rental-contacts.ts";
export * from "./property/tenants.ts";
export * from "./property/units.ts";
export * from "./snapshots.ts";

export const rentalOperations: typeof mandataireOperations &
  typeof mandataireMemberOperations &
  typeof accountingEntryOperations &
  typeof accountingOperations &
  typeof fecExportOperations &
  typeof propertyOperations &
  typeof unitOperations &
  typeof ownershipOperations &
  typeof ownerOperations &
  typeof tenantOperations &
  typeof rentalContactOperations &
  typeof snapshotOperations &
  typeof indexValueOperations &
  typeof leaseOperations &
  typeof leaseTermOperations &
  typeof leasePartyOperations &
  typeof rentCallOperations &
  typeof ownerPayoutOperations &
  typeof payoutExportOperations &
  typeof securityDepositOperations &
  typeof supplierInvoiceOperations &
  typeof serviceEventOperations &
  typeof chargeStatementOperations &
  typeof ownerStatementOperations &
  typeof feeWithdrawalOperations &
  typeof paymentOperations &
  typeof bankStatementOperations &
  typeof bankTransactionOperations &
  typeof runApplicationOperations &
  typeof billingRunOperations &
  typeof mandateOperations &
  typeof letterOperations &
  typeof incidentOperations = {
  ...mandataireOperations,
  ...mandataireMemberOperations,
  ...accountingEntryOperations,
  ...accountingOperations,
  ...fecExportOperations,
  ...rentCallOperations,
  ...payoutExportOperations,
  ...securityDepositOperations,
  ...supplierInvoiceOperations,
  ...serviceEventOperations,
  ...chargeStatementOperations,
  ...ownerPayoutOperations,
  ...ownerStatementOperations,
  ...feeWithdrawalOperations,
  ...paymentOperations,
  ...bankStatementOperations,
  ...bankTransactionOperations,
  ...propertyOperations,
  ...unitOperations,
  ...ownershipOperations,
  ...ownerOperations,
  ...tenantOperations,
  ...rentalContactOperations,
  ...snapshotOperations,
  ...mandateOperations,
  ...indexValueOperations,
  ...leaseOperations,
  ...leaseTermOperations,
  ...leasePartyOperations,
  ...billingRunOperations,
  ...incidentOperations,
  ...letterOperations,
  ...runApplicationOperations,
};
