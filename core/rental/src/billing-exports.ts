/** What a month's billing is made of: runs, their lines, what applying them writes, rent calls and payouts. */

export { type BookedEntry, type Booking, UNKNOWN_TENANT } from "./applying/accounts.ts";
export type { ApplicationListener, AppliedRun } from "./applying/application-listener.ts";
export { callEntries, type OwnedLine } from "./applying/call-entries.ts";
export { addToCalls, type CallSum, callsToIssue } from "./applying/call-sums.ts";
export type { AccountLine, CalledLine, CalledPart } from "./applying/called-line.ts";
export { feeEntries, type PlannedPayout, payoutEntry, payoutsOf } from "./applying/owner-entries.ts";
export type { ApplicationSource, ApplicationStores, Payee } from "./applying/ports.ts";
export { APPLICATION_QUEUES, applicationJobs } from "./applying/resuming.ts";
export { createRunApplication, type RunApplication } from "./applying/run-application.ts";
export type { Anomaly, AnomalyLevel, AnomalyType } from "./billing/anomalies.ts";
export {
  type ComputedRun,
  computeRun,
  type LineKey,
  type RunLine,
  type RunSnapshot,
  type RunTotals,
  type VatOfRate,
} from "./billing/compute-run.ts";
export {
  type BilledMandate,
  type BilledOwner,
  type BilledService,
  type OwnerCategory,
  type OwnerCredit,
  type OwnerLine,
  type OwnerPremium,
  ownerLines,
} from "./billing/owner-lines.ts";
export type { MandateFinding, OwnerShare } from "./billing/owner-parts.ts";
export {
  type BillingPeriod,
  type BillingSchedule,
  type Block,
  type Days,
  periodsAnchoredIn,
} from "./billing/period.ts";
export {
  amountsOf,
  monthOfYearCents,
  type Tariff,
  type Taxed,
  vatOf,
  wholePeriodCents,
} from "./billing/proration.ts";
export type { RunScope } from "./billing/run-scope.ts";
export type {
  BilledDays,
  BilledLease,
  BilledTenant,
  BilledUnit,
  Franchise,
  OwnedPart,
  RentOfTerm,
  TenantCategory,
  UnitMandate,
} from "./billing/snapshot.ts";
export { type OwnerPart, type TenantLine, tenantLines } from "./billing/tenant-lines.ts";
export type { RentCallStore } from "./calls/ports.ts";
export {
  paidCall,
  RENT_CALL_KINDS,
  RENT_CALL_STATUSES,
  type RentCall,
  type RentCallField,
  type RentCallId,
  type RentCallKind,
  type RentCallStatus,
  type RentCallView,
  rentCallListing,
  rentCallOn,
  withRemaining,
} from "./calls/rent-call.ts";
export { createRentCalls, type RentCalls } from "./calls/rent-calls.ts";
export type { FeeWithdrawal, FeeWithdrawalInput } from "./fee-withdrawals/fee-withdrawal.ts";
export { createFeeWithdrawals, type FeeWithdrawals } from "./fee-withdrawals/fee-withdrawals.ts";
export type { FeeWithdrawalStore, FeeWithdrawalStores } from "./fee-withdrawals/ports.ts";
export {
  EXPORTED_PAYOUTS_MAX,
  type ExportedPayout,
  PAYOUT_EXPORT_FORMATS,
  type PayoutExport,
  type PayoutExportDetail,
  type PayoutExportField,
  type PayoutExportInput,
  payoutExportListing,
  requireTakeBack,
  unpayableErrors,
} from "./payout-exports/payout-export.ts";
export { createPayoutExports, type PayoutExports, type TransferFile } from "./payout-exports/payout-exports.ts";
export type { PayoutExportStore, PayoutExportStores } from "./payout-exports/ports.ts";
export { bankDayFrom, isBankOpen } from "./payouts/bank-days.ts";
export {
  type BankMovement,
  movedAsNamed,
  namedPayouts,
  type OwnersAccounts,
  ownMoney,
  paidByAmount,
  payoutLines,
  returnedOf,
} from "./payouts/bank-matching.ts";
export {
  type CreditTransfers,
  messageIdOf,
  type PayableOut,
  payableIban,
  transferOf,
} from "./payouts/credit-transfer.ts";
export { type Distribution, dueDay } from "./payouts/due-day.ts";
export { createPayoutMatching, type PaidOut, type PayoutMatching } from "./payouts/execution.ts";
export {
  type OwnerPayout,
  type OwnerPayoutField,
  type OwnerPayoutId,
  ownerPayoutListing,
  PAYOUT_STATUSES,
  type PayoutExportId,
  type PayoutStatus,
} from "./payouts/owner-payout.ts";
export { createOwnerPayouts, type OwnerPayouts } from "./payouts/owner-payouts.ts";
export { pain001 } from "./payouts/pain-001.ts";
export type { OwnerPayoutStore, PayoutDistribution } from "./payouts/ports.ts";
export { sepaText } from "./payouts/sepa-text.ts";
export {
  AWAITING_BANK,
  executedPayout,
  orderedAgain,
  PAYOUT_WAYS,
  payoutTo,
  refusedPayout,
  returnedPayout,
  takenBackPayout,
  transmittedPayout,
} from "./payouts/standing.ts";
export type { DocumentTypesetter, PrintedDocument } from "./printing/printed.ts";
export type { Attempt, ComputingStores } from "./runs/attempt.ts";
export type { LineChange, RunDifference } from "./runs/difference.ts";
export type {
  BillingRunLineStore,
  BillingRunStore,
  BillingSource,
  CalledCredit,
  ChargedElsewhere,
  Collected,
  CollectionStore,
  LettingOfUnit,
  LinesPage,
  MandateToBill,
  OtherBilling,
  OwnerBasis,
  OwnerToBill,
  RunInput,
  RunInputStore,
  RunStores,
} from "./runs/ports.ts";
export {
  type BillingRun,
  type BillingRunDetail,
  type BillingRunField,
  type BillingRunId,
  billingRunListing,
  GROUPING_MODES,
  type GroupingMode,
  NOTHING_COMPUTED,
  RUN_STATUSES,
  type RunAmounts,
  type RunNotice,
  type RunStatus,
  type RunSummary,
  withDoors,
} from "./runs/run.ts";
export type { BillingRunInput, LineReview } from "./runs/run-input.ts";
export { RUN_QUEUES, runJobs } from "./runs/run-jobs.ts";
export {
  type AnomalyDetails,
  type BilledPart,
  type BillingRunLine,
  type BillingRunLineField,
  type BillingRunLineView,
  billingRunLineListing,
  type Computation,
  LINE_TYPES,
  type LineType,
  REVIEW_STATUSES,
  type ReviewStatus,
  type RunLineId,
} from "./runs/run-line.ts";
export type { RunListener } from "./runs/run-listener.ts";
export {
  type BillingRuns,
  type BillingStores,
  createBillingRuns,
  type RunLinesQuery,
  type RunValidation,
} from "./runs/runs.ts";
export type { OwnerStatement, StatementLine, StatementQuery } from "./statements/owner-statement.ts";
export { createOwnerStatements, type OwnerStatements, type ReadStatement } from "./statements/owner-statements.ts";
