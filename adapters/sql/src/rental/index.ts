import type { Id } from "@cartulary/kernel";
import type { RegistryStores, RentalStores } from "@cartulary/rental";
import type { MembershipFinder } from "@cartulary/rental/agency";
import type {
  ApplicationStores,
  ChargeStores,
  LetterStores,
  ReminderStores,
  RunStores,
  ServiceEventStores,
} from "@cartulary/rental/billing";
import type { LetterBatchStores } from "@cartulary/rental/letters";
import type {
  BankAssignmentStores,
  BankStatementStores,
  FeeWithdrawalStores,
  MoneyInStores,
  PayoutExportStores,
} from "@cartulary/rental/money";
import type { OwnEstateStores } from "@cartulary/rental/property";
import { userRows } from "../directory/tables.ts";
import type { Database } from "../engine/columns.ts";
import { type SqlModule, type SqlTransaction, type StoreFactories, sqlModule } from "../engine/module.ts";
import { createFecExportStore, createFecFileStore } from "./accounting/fec-export-store.ts";
import { createOwnerActivitySource } from "./accounting/owner-activity-source.ts";
import { fecExportRows, fecFileRows } from "./accounting/tables.ts";
import { convergenceMigrations } from "./agency/convergence-migrations.ts";
import { membershipTombstoneRows, openWriteRows } from "./agency/convergence-tables.ts";
import { createMandataireMemberStore, createMembershipFinder } from "./agency/mandataire-member-store.ts";
import { createMandataireStore } from "./agency/mandataire-store.ts";
import { createMembershipTombstoneStore } from "./agency/membership-tombstones.ts";
import { accountingRetentionMigration, letterMigrations, rentalMigrations } from "./agency/migrations.ts";
import { createOpenWriteStore } from "./agency/open-write-store.ts";
import { mandataireMemberRows, mandataireRows } from "./agency/tables.ts";
import { createChargeSource } from "./billing/charges/charge-source.ts";
import { createChargeStatementStore } from "./billing/charges/charge-statement-store.ts";
import { chargeMigrations } from "./billing/charges/migrations.ts";
import { createSupplierInvoiceStore } from "./billing/charges/supplier-invoice-store.ts";
import {
  chargeAdjustmentRows,
  chargeStatementRows,
  supplierInvoicePartRows,
  supplierInvoiceRows,
} from "./billing/charges/tables.ts";
import { createApplicationSource } from "./billing/rent-calls/application-source.ts";
import { createLetterSource } from "./billing/rent-calls/letter-source.ts";
import { callMigrations, partyMigrations, reminderMigrations } from "./billing/rent-calls/migrations.ts";
import { createOwnerPayoutStore } from "./billing/rent-calls/owner-payout-store.ts";
import { createReminderStore } from "./billing/rent-calls/reminder-store.ts";
import { createRentCallStore } from "./billing/rent-calls/rent-call-store.ts";
import { createSecurityDepositStore } from "./billing/rent-calls/security-deposit-store.ts";
import { ownerPayoutRows, reminderRows, rentCallRows, securityDepositRows } from "./billing/rent-calls/tables.ts";
import { backBillingMigration } from "./billing/runs/back-billing-migration.ts";
import { createRunInputStore } from "./billing/runs/input-store.ts";
import { createBillingRunLineStore } from "./billing/runs/line-store.ts";
import { billingMigrations } from "./billing/runs/migrations.ts";
import { createBillingRunCounts } from "./billing/runs/run-counts.ts";
import { createBillingRunStore } from "./billing/runs/run-store.ts";
import { createBillingSource } from "./billing/runs/source.ts";
import { billingEntities } from "./billing/runs/tables.ts";
import { serviceEventMigrations } from "./billing/service-events/migrations.ts";
import { createServiceEventStore } from "./billing/service-events/service-event-store.ts";
import { serviceEventRows } from "./billing/service-events/tables.ts";
import { createChangeStore } from "./convergence/changes.ts";
import { createDayStore } from "./daily/day-store.ts";
import { createBulkStore } from "./imports/bulk-store.ts";
import { createIncidentAttachmentStore, createIncidentFileStore } from "./incidents/attachment-store.ts";
import { createIncidentStore } from "./incidents/incident-store.ts";
import { incidentMigrations } from "./incidents/migrations.ts";
import { incidentAttachmentRows, incidentFileRows, incidentRows } from "./incidents/tables.ts";
import { createBatchedLetterStore, createLetterBatchStore } from "./letters/letter-batch-store.ts";
import { createLetterFileStore } from "./letters/letter-file-store.ts";
import { createLetterSubjectSource } from "./letters/letter-subject-source.ts";
import { letterBatchMigrations } from "./letters/migrations.ts";
import { batchedLetterRows, letterBatchRows, letterFileRows } from "./letters/tables.ts";
import { createPaymentAllocationStore } from "./money/money-in/allocation-store.ts";
import { createBankAssignmentStore } from "./money/money-in/bank-assignment-store.ts";
import { createBankStatementStore } from "./money/money-in/bank-statement-store.ts";
import { createBankTransactionStore } from "./money/money-in/bank-transaction-store.ts";
import { createCollectionStore } from "./money/money-in/collection-store.ts";
import { moneyInMigrations } from "./money/money-in/migrations.ts";
import { createPaymentStore } from "./money/money-in/payment-store.ts";
import { createMoneyInSource } from "./money/money-in/source.ts";
import { moneyInEntities } from "./money/money-in/tables.ts";
import { createFeeWithdrawalStore } from "./money/money-out/fee-withdrawal-store.ts";
import { moneyOutMigrations } from "./money/money-out/migrations.ts";
import { createPayoutExportStore } from "./money/money-out/payout-export-store.ts";
import { exportedPayoutRows, feeWithdrawalRows, payoutExportRows } from "./money/money-out/tables.ts";
import { takeoverMigrations } from "./money/takeover-migrations.ts";
import { createIndexValueStore } from "./property/index-value-store.ts";
import { estateMigrations } from "./property/migrations.ts";
import { revisionLetterMigration, revisionTermMigration } from "./property/revision-migration.ts";
import { estateStores } from "./property/stores.ts";
import { indexValueRows } from "./property/tables/index-values.ts";
import { estateEntities } from "./property/tables.ts";
import { createEstateInspection } from "./verification/estate-inspection.ts";
import { createMoneyInspection } from "./verification/money-inspection.ts";

/** The stores of the registry, for all mandataires. */
export type OwnRegistryStores = Pick<
  RegistryStores,
  | "mandataires"
  | "mandataireMembers"
  | "membershipTombstones"
  | "openWrites"
  | "fecFiles"
  | "incidentFiles"
  | "letterFiles"
  | "indexValues"
  | "billingRunCounts"
>;

/** The stores of one mandataire, except its book: accounting files, billing and estate. */
export type OwnRentalStores = Pick<
  RentalStores,
  | "fecExports"
  | "ownerActivity"
  | "changes"
  | "bulk"
  | "incidents"
  | "incidentAttachments"
  | "days"
  | "estateInspection"
  | "moneyInspection"
  | keyof RunStores
  | keyof ApplicationStores
  | keyof ReminderStores
  | keyof LetterStores
  | keyof ChargeStores
  | keyof ServiceEventStores
  | keyof FeeWithdrawalStores
  | keyof PayoutExportStores
  | keyof BankAssignmentStores
  | keyof MoneyInStores
  | keyof BankStatementStores
  | keyof LetterBatchStores
> &
  OwnEstateStores;

/** The tables of the registry and of each mandataire. */
const rentalEntities = [
  mandataireRows,
  mandataireMemberRows,
  membershipTombstoneRows,
  openWriteRows,
  fecExportRows,
  fecFileRows,
  incidentFileRows,
  indexValueRows,
  ...estateEntities,
  incidentRows,
  incidentAttachmentRows,
  rentCallRows,
  reminderRows,
  ownerPayoutRows,
  securityDepositRows,
  supplierInvoiceRows,
  supplierInvoicePartRows,
  chargeStatementRows,
  chargeAdjustmentRows,
  serviceEventRows,
  feeWithdrawalRows,
  payoutExportRows,
  exportedPayoutRows,
  letterBatchRows,
  batchedLetterRows,
  letterFileRows,
  ...billingEntities,
  ...moneyInEntities,
] as const;

type Factories<Stores> = StoreFactories<
  Stores,
  [transaction: SqlTransaction<Database<(typeof rentalEntities)[number] | typeof userRows>>, tenant: Id<never>]
>;

/** Declared apart: the compiler checks the factories of one expression only up to a limit. */
const chargeStores: Factories<ChargeStores> = {
  supplierInvoices: createSupplierInvoiceStore,
  chargeSource: createChargeSource,
  chargeStatements: createChargeStatementStore,
};

const serviceEventStores: Factories<ServiceEventStores> = { serviceEvents: createServiceEventStore };

/** Declared apart for the same reason. */
const letterStores: Factories<LetterBatchStores> = {
  letterBatches: createLetterBatchStore,
  batchedLetters: createBatchedLetterStore,
  letterSubjects: createLetterSubjectSource,
};

/** core/rental in SQL. The tenant is the mandataire; the registry has no row-level security. */
export const rentalModule: SqlModule<
  OwnRegistryStores,
  { readonly membershipFinder: MembershipFinder },
  OwnRentalStores
> = sqlModule<
  (typeof rentalEntities)[number],
  typeof userRows,
  OwnRegistryStores,
  { readonly membershipFinder: MembershipFinder },
  OwnRentalStores
>({
  name: "rental",
  entities: rentalEntities,
  joins: [userRows],
  sealed: [
    { table: fecExportRows, columns: [], isRemovable: true },
    { table: fecFileRows, columns: [], isRemovable: true },
  ],
  migrations: [
    ...rentalMigrations,
    ...estateMigrations,
    ...convergenceMigrations,
    ...billingMigrations,
    ...callMigrations,
    ...moneyOutMigrations,
    ...incidentMigrations,
    ...moneyInMigrations,
    ...takeoverMigrations,
    ...reminderMigrations,
    ...letterMigrations,
    ...partyMigrations,
    revisionLetterMigration,
    ...chargeMigrations,
    backBillingMigration,
    ...serviceEventMigrations,
    ...letterBatchMigrations,
    accountingRetentionMigration,
    revisionTermMigration,
  ],
  stores: {
    mandataires: createMandataireStore,
    mandataireMembers: createMandataireMemberStore,
    membershipTombstones: createMembershipTombstoneStore,
    openWrites: createOpenWriteStore,
    fecFiles: createFecFileStore,
    incidentFiles: createIncidentFileStore,
    letterFiles: createLetterFileStore,
    indexValues: createIndexValueStore,
    billingRunCounts: createBillingRunCounts,
  },
  tenantStores: {
    fecExports: createFecExportStore,
    ownerActivity: createOwnerActivitySource,
    rentCalls: createRentCallStore,
    reminders: createReminderStore,
    letterSource: createLetterSource,
    ownerPayouts: createOwnerPayoutStore,
    securityDeposits: createSecurityDepositStore,
    feeWithdrawals: createFeeWithdrawalStore,
    payoutExports: createPayoutExportStore,
    applicationSource: createApplicationSource,
    changes: createChangeStore,
    bulk: createBulkStore,
    billingRuns: createBillingRunStore,
    billingRunLines: createBillingRunLineStore,
    billingRunInputs: createRunInputStore,
    billingSource: createBillingSource,
    collections: createCollectionStore,
    bankTransactions: createBankTransactionStore,
    bankAssignments: createBankAssignmentStore,
    bankStatements: createBankStatementStore,
    payments: createPaymentStore,
    paymentAllocations: createPaymentAllocationStore,
    moneyInSource: createMoneyInSource,
    days: createDayStore,
    estateInspection: createEstateInspection,
    moneyInspection: createMoneyInspection,
    incidents: createIncidentStore,
    incidentAttachments: createIncidentAttachmentStore,
    ...estateStores,
    ...chargeStores,
    ...serviceEventStores,
    ...letterStores,
  },
  direct: (statements) => ({ membershipFinder: createMembershipFinder(statements) }),
});
