export {
  CHARGE_STATEMENT_STATUSES,
  type ChargeAdjustment,
  type ChargeLine,
  type ChargeStatement,
  type ChargeStatementField,
  type ChargeStatementId,
  type ChargeStatementInput,
  type ChargeStatementStatus,
  chargeStatementListing,
  type StatementLineInput,
  type TenantCharges,
  type TenantShare,
} from "./charges/charge-statement.ts";
export type { AllocatedKey, ChargedUnit } from "./charges/distribution.ts";
export { requireCompleteShares, unitWeights } from "./charges/distribution.ts";
export type {
  AdjustmentKey,
  CalledProvision,
  ChargedLetting,
  ChargeSource,
  ChargeStatementStore,
  ChargeStores,
  DaySpan,
  PayableInvoice,
  SupplierInvoiceStore,
  SupplierPayment,
  UnitOccupant,
} from "./charges/ports.ts";
export { keysIn, longestOf, type NamedKey, referenceKey } from "./charges/reference-key.ts";
export { type LineToShare, type SharedCharges, type StatementBasis, shareCharges } from "./charges/statement-shares.ts";
export {
  CHARGE_NATURES,
  type ChargeNature,
  SUPPLIER_INVOICE_STATUSES,
  type SupplierInvoice,
  type SupplierInvoiceField,
  type SupplierInvoiceId,
  type SupplierInvoiceInput,
  type SupplierInvoicePart,
  supplierInvoiceListing,
  supplierInvoiceRecord,
} from "./charges/supplier-invoice.ts";
export {
  ANOMALY_LEVELS,
  ANOMALY_TYPES,
  type Anomaly,
  type AnomalyLevel,
  type AnomalyType,
} from "./computation/anomalies.ts";
export type { AdjustedDays, BilledDays, PriceBasis } from "./computation/billed-days.ts";
export {
  type ComputedRun,
  computeRun,
  type LineKey,
  type RunLine,
  type RunSnapshot,
  type RunTotals,
  type VatOfRate,
} from "./computation/compute-run.ts";
export {
  type BilledMandate,
  type BilledService,
  type OwnerCategory,
  type OwnerCredit,
  type OwnerLine,
  type OwnerPremium,
  type OwnerSnapshot,
  ownerLines,
} from "./computation/owner-lines.ts";
export type { MandateFinding, OwnerShare } from "./computation/owner-parts.ts";
export {
  type BillingPeriod,
  type BillingSchedule,
  type Block,
  type Days,
  periodsAnchoredIn,
} from "./computation/period.ts";
export {
  amountsOf,
  monthOfYearCents,
  type Tariff,
  type TaxedAmount,
  vatOf,
  wholePeriodCents,
} from "./computation/proration.ts";
export type { RunScope } from "./computation/run-scope.ts";
export type {
  BilledLease,
  BilledPeriodOfCategory,
  BilledTenant,
  BilledUnit,
  Franchise,
  OwnershipPart,
  RentOfTerm,
  UnitMandate,
} from "./computation/snapshot.ts";
export {
  amountKindOf,
  categoriesOf,
  TENANT_CATEGORIES,
  type TenantCategory,
} from "./computation/tenant-category.ts";
export type { OwnerPart, TenantLine } from "./computation/tenant-line.ts";
export { tenantLines } from "./computation/tenant-lines.ts";
export type { SecurityDepositView } from "./deposits/deposit-view.ts";
export type { SecurityDepositStore, SecurityDepositStores } from "./deposits/ports.ts";
export { LATE_INCREASE_LEASES } from "./deposits/return-due.ts";
export {
  DEPOSIT_KEEPERS,
  DEPOSIT_STATUSES,
  type DepositDeduction,
  type DepositKeeper,
  type DepositStatus,
  type SecurityDeposit,
  type SecurityDepositField,
  type SecurityDepositId,
  securityDepositListing,
} from "./deposits/security-deposit.ts";
export { type Distribution, dueDay } from "./payouts/due-day.ts";
export { depositRedirection, payoutRedirection } from "./payouts/owner-bank-accounts.ts";
export {
  type OwnerPayout,
  type OwnerPayoutField,
  type OwnerPayoutId,
  ownerPayoutListing,
  PAYOUT_KINDS,
  PAYOUT_STATUSES,
  type PayoutExportId,
  type PayoutKind,
  type PayoutStatus,
  type PayoutWithAccount,
} from "./payouts/owner-payout.ts";
export { createOwnerPayouts, type OwnerPayouts } from "./payouts/owner-payouts.ts";
export {
  AWAITING_BANK,
  executedPayout,
  orderedAgain,
  redirectPayout,
  refusedPayout,
  returnedPayout,
  transmittedPayout,
  withdrawPayout,
} from "./payouts/payout-transitions.ts";
export type { OwnerPayoutStore, Payee, PayoutDistribution, TenantPayee } from "./payouts/ports.ts";
export type { BillingStores } from "./ports.ts";
export type { ReminderStore, ReminderStores } from "./reminders/ports.ts";
export {
  REMINDER_LEVELS,
  type Reminder,
  type ReminderField,
  type ReminderId,
  type ReminderLetter,
  type ReminderLevel,
  type ReminderWithLetter,
  reminderListing,
} from "./reminders/reminder.ts";
export { createReminders, type ReminderInput, type Reminders } from "./reminders/reminders.ts";
export type { AccountMovement } from "./rent-calls/account-before.ts";
export {
  type AmountToDivide,
  type Contribution,
  type ContributionView,
  type Contributor,
  divideBetweenParties,
  type RentOfPeriod,
  rentMonthsOf,
} from "./rent-calls/contribution.ts";
export type { LetterSource, LetterStores } from "./rent-calls/letter-source.ts";
export { type SentCallsInput, sentCall, sentCallsErrors, unsendableErrors } from "./rent-calls/mark-sent.ts";
export { type PaymentOfCall, paidContributions } from "./rent-calls/paid-contributions.ts";
export type { RentCallStore } from "./rent-calls/ports.ts";
export {
  type CallOnDay,
  isDivided,
  RENT_CALL_KINDS,
  type RentCall,
  type RentCallField,
  type RentCallId,
  type RentCallKind,
  type RentCallView,
  rentCallListing,
  rentCallOn,
  withPaidAmount,
  withRemaining,
} from "./rent-calls/rent-call.ts";
export { createRentCalls, type RentCalls } from "./rent-calls/rent-calls.ts";
export type { ApplicationListener, AppliedRun } from "./run-application/application-listener.ts";
export { callEntries, type OwnedLine } from "./run-application/call-entries.ts";
export { addToCalls, type CallSum, callsToIssue, depositCallKey } from "./run-application/call-sums.ts";
export { type EntryHeader, UNKNOWN_TENANT, type UnnumberedEntry } from "./run-application/entry-lines.ts";
export type { OwnerLineToBook, OwnerPartOfLine, RentCallLine } from "./run-application/lines-to-book.ts";
export { feeEntries, type PlannedPayout, payoutEntry, payoutsOf } from "./run-application/owner-entries.ts";
export type { ApplicationSource, ApplicationStores } from "./run-application/ports.ts";
export { APPLICATION_QUEUES, applicationJobs } from "./run-application/resume-jobs.ts";
export { createRunApplication, type RunApplication } from "./run-application/run-application.ts";
export { setOffEntries } from "./run-application/set-offs.ts";
export type { Attempt, ComputingStores } from "./runs/attempt.ts";
export type { LineChange, RunDifference } from "./runs/difference.ts";
export type {
  BilledByOtherRun,
  BillingRunCounts,
  BillingRunLineStore,
  BillingRunStore,
  BillingSource,
  CalledCredit,
  ChargedByOtherRun,
  CollectionStore,
  LinesPage,
  MandateToBill,
  OwnerBasis,
  OwnerToBill,
  RunInput,
  RunInputStore,
  RunStores,
  TenantFeeByOtherRun,
  UnitLetting,
  UnremittedCollection,
} from "./runs/ports.ts";
export {
  type BillingRun,
  type BillingRunDetail,
  type BillingRunField,
  type BillingRunId,
  billingRunListing,
  EMPTY_TOTALS,
  GROUPING_MODES,
  type GroupingMode,
  RUN_STATUSES,
  type RunAmounts,
  type RunNotice,
  type RunStatus,
  type RunSummary,
  withAllowedActions,
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
  createBillingRuns,
  type RunLinesQuery,
  type RunValidation,
} from "./runs/runs.ts";
export type { ServiceEventStore, ServiceEventStores } from "./service-events/ports.ts";
export {
  type ServiceEvent,
  type ServiceEventField,
  type ServiceEventId,
  type ServiceEventInput,
  serviceEventListing,
  serviceEventRecord,
} from "./service-events/service-event.ts";
export { createServiceEvents, type ServiceEventCreation, type ServiceEvents } from "./service-events/service-events.ts";
