import type {
  ApplicationStores,
  BankAssignmentStores,
  BankStatementStores,
  FeeWithdrawalStores,
  MembershipFinder,
  MoneyInStores,
  PayoutExportStores,
  RegistryStores,
  RentalStores,
  RunStores,
} from "@cartulary/rental";
import { userRows } from "../directory/tables.ts";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { createCollectionStore } from "./billing/collection-store.ts";
import { createRunInputStore } from "./billing/input-store.ts";
import { createBillingRunLineStore } from "./billing/line-store.ts";
import { billingMigrations } from "./billing/migrations.ts";
import { createBillingRunStore } from "./billing/run-store.ts";
import { createBillingSource } from "./billing/source.ts";
import { billingEntities } from "./billing/tables.ts";
import { createApplicationSource } from "./calls/application-source.ts";
import { callMigrations } from "./calls/migrations.ts";
import { createOwnerPayoutStore } from "./calls/owner-payout-store.ts";
import { createRentCallStore } from "./calls/rent-call-store.ts";
import { ownerPayoutRows, rentCallRows } from "./calls/tables.ts";
import { createChangeStore } from "./convergence/changes.ts";
import { createMembershipTombstoneStore } from "./convergence/membership-tombstones.ts";
import { convergenceMigrations } from "./convergence/migrations.ts";
import { createOpenWriteStore } from "./convergence/open-write-store.ts";
import { membershipTombstoneRows, openWriteRows } from "./convergence/tables.ts";
import { createBulkStore } from "./estate/bulk-store.ts";
import { estateMigrations } from "./estate/migrations.ts";
import { estateStores, type OwnEstateStores } from "./estate/stores.ts";
import { estateEntities } from "./estate/tables.ts";
import { createFecExportStore, createFecFileStore } from "./fec-export-store.ts";
import { createIncidentAttachmentStore, createIncidentFileStore } from "./incidents/attachment-store.ts";
import { createIncidentStore } from "./incidents/incident-store.ts";
import { incidentMigrations } from "./incidents/migrations.ts";
import { incidentFileRows } from "./incidents/tables.ts";
import { createIndexValueStore } from "./index-value-store.ts";
import { createMandataireMemberStore, createMembershipFinder } from "./mandataire-member-store.ts";
import { createMandataireStore } from "./mandataire-store.ts";
import { rentalMigrations } from "./migrations.ts";
import { createPaymentAllocationStore } from "./money-in/allocation-store.ts";
import { createBankAssignmentStore } from "./money-in/bank-assignment-store.ts";
import { createBankStatementStore } from "./money-in/bank-statement-store.ts";
import { createBankTransactionStore } from "./money-in/bank-transaction-store.ts";
import { createMoneyInspection } from "./money-in/inspection.ts";
import { moneyInMigrations } from "./money-in/migrations.ts";
import { createPaymentStore } from "./money-in/payment-store.ts";
import { createMoneyInSource } from "./money-in/source.ts";
import { moneyInEntities } from "./money-in/tables.ts";
import { createFeeWithdrawalStore } from "./money-out/fee-withdrawal-store.ts";
import { moneyOutMigrations } from "./money-out/migrations.ts";
import { createPayoutExportStore } from "./money-out/payout-export-store.ts";
import { exportedPayoutRows, feeWithdrawalRows, payoutExportRows } from "./money-out/tables.ts";
import { fecExportRows, fecFileRows, indexValueRows, mandataireMemberRows, mandataireRows } from "./tables.ts";

/** The registry of mandataires, whosever they are. */
export type OwnRegistryStores = Pick<
  RegistryStores,
  | "mandataires"
  | "mandataireMembers"
  | "membershipTombstones"
  | "openWrites"
  | "fecFiles"
  | "incidentFiles"
  | "indexValues"
>;

/** What is kept for one mandataire, beside its book: accounting files, runs with what they wrote, and its estate. */
export type OwnRentalStores = Pick<
  RentalStores,
  | "fecExports"
  | "changes"
  | "bulk"
  | "incidents"
  | "incidentAttachments"
  | "moneyInspection"
  | keyof RunStores
  | keyof ApplicationStores
  | keyof FeeWithdrawalStores
  | keyof PayoutExportStores
  | keyof BankAssignmentStores
  | keyof MoneyInStores
  | keyof BankStatementStores
> &
  OwnEstateStores;

/** The tables of the agency, its own and those of each mandataire. */
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
  rentCallRows,
  ownerPayoutRows,
  feeWithdrawalRows,
  payoutExportRows,
  exportedPayoutRows,
  ...billingEntities,
  ...moneyInEntities,
] as const;

/** core/rental in SQL. The tenant is the mandataire; the registry stands before the wall. */
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
    { table: fecExportRows, columns: [] },
    { table: fecFileRows, columns: [] },
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
  ],
  stores: {
    mandataires: createMandataireStore,
    mandataireMembers: createMandataireMemberStore,
    membershipTombstones: createMembershipTombstoneStore,
    openWrites: createOpenWriteStore,
    fecFiles: createFecFileStore,
    incidentFiles: createIncidentFileStore,
    indexValues: createIndexValueStore,
  },
  tenantStores: {
    fecExports: createFecExportStore,
    rentCalls: createRentCallStore,
    ownerPayouts: createOwnerPayoutStore,
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
    moneyInspection: createMoneyInspection,
    incidents: createIncidentStore,
    incidentAttachments: createIncidentAttachmentStore,
    ...estateStores,
  },
  direct: (statements) => ({ membershipFinder: createMembershipFinder(statements) }),
});
