import { accountingOperations } from "./accounting.ts";
import { accountingEntryOperations } from "./accounting-entries.ts";
import { bankStatementOperations } from "./bank-statements.ts";
import { bankTransactionOperations } from "./bank-transactions.ts";
import { billingRunOperations } from "./billing-runs.ts";
import { fecExportOperations } from "./fec-exports.ts";
import { feeWithdrawalOperations } from "./fee-withdrawals.ts";
import { incidentOperations } from "./incidents.ts";
import { indexValueOperations } from "./index-values.ts";
import { leasePartyOperations } from "./lease-parties.ts";
import { leaseTermOperations } from "./lease-terms.ts";
import { leaseOperations } from "./leases.ts";
import { mandataireOperations } from "./mandataires.ts";
import { mandateOperations } from "./mandates.ts";
import { mandataireMemberOperations } from "./members.ts";
import { ownerPayoutOperations } from "./owner-payouts.ts";
import { ownerStatementOperations } from "./owner-statements.ts";
import { ownerOperations } from "./owners.ts";
import { ownershipOperations } from "./ownerships.ts";
import { paymentOperations } from "./payments.ts";
import { payoutExportOperations } from "./payout-exports.ts";
import { propertyOperations } from "./properties.ts";
import { rentCallOperations } from "./rent-calls.ts";
import { rentalContactOperations } from "./rental-contacts.ts";
import { runApplicationOperations } from "./run-application.ts";
import { snapshotOperations } from "./snapshots.ts";
import { tenantOperations } from "./tenants.ts";
import { unitOperations } from "./units.ts";

export * from "./accounting.ts";
export * from "./accounting-entries.ts";
export * from "./bank-statements.ts";
export * from "./bank-transactions.ts";
export * from "./billing-runs.ts";
export * from "./fec-exports.ts";
export * from "./fee-withdrawals.ts";
export * from "./imports.ts";
export * from "./incidents.ts";
export * from "./index-values.ts";
export * from "./lease-parties.ts";
export * from "./lease-records.ts";
export * from "./lease-terms.ts";
export * from "./leases.ts";
export * from "./mandataires.ts";
export * from "./mandates.ts";
export * from "./members.ts";
export * from "./owner-payouts.ts";
export * from "./owner-statements.ts";
export * from "./owners.ts";
export * from "./ownerships.ts";
export * from "./payments.ts";
export * from "./payout-exports.ts";
export * from "./properties.ts";
export * from "./rent-calls.ts";
export * from "./rental-contacts.ts";
export * from "./run-application.ts";
export * from "./snapshots.ts";
export * from "./tenants.ts";
export * from "./units.ts";

/** Operations of the rental product. */
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
  typeof ownerStatementOperations &
  typeof feeWithdrawalOperations &
  typeof paymentOperations &
  typeof bankStatementOperations &
  typeof bankTransactionOperations &
  typeof runApplicationOperations &
  typeof billingRunOperations &
  typeof mandateOperations &
  typeof incidentOperations = {
  ...mandataireOperations,
  ...mandataireMemberOperations,
  ...accountingEntryOperations,
  ...accountingOperations,
  ...fecExportOperations,
  ...rentCallOperations,
  ...payoutExportOperations,
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
  ...runApplicationOperations,
};
