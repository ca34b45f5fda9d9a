export type { AssignmentInput, AssignmentLineInput } from "./assignments/assignment-input.ts";
export { type BankTransactions, createBankTransactions } from "./assignments/bank-transactions.ts";
export type { BankAssignmentStore, BankAssignmentStores } from "./assignments/ports.ts";
export {
  type BankStatement,
  type BankStatementField,
  type BankStatementId,
  bankStatementListing,
} from "./bank-statements/bank-statement.ts";
export { type BankStatements, createBankStatements } from "./bank-statements/bank-statements.ts";
export type { BankStatementStore, BankStatementStores, StatementBefore } from "./bank-statements/ports.ts";
export {
  type BankAndBook,
  type Reconciliation,
  reconcile,
  UNEXPLAINED_MAX,
  type Unexplained,
} from "./bank-statements/reconciliation.ts";
export { type ChargeStatements, createChargeStatements } from "./charge-statements/charge-statements.ts";
export type { DeductionInput, DepositReturnInput } from "./deposits/return-input.ts";
export { createSecurityDeposits, type SecurityDeposits } from "./deposits/security-deposits.ts";
export type { FeeWithdrawal, FeeWithdrawalInput } from "./fee-withdrawals/fee-withdrawal.ts";
export { createFeeWithdrawals, type FeeWithdrawals } from "./fee-withdrawals/fee-withdrawals.ts";
export type { FeeWithdrawalStore, FeeWithdrawalStores } from "./fee-withdrawals/ports.ts";
export { byDueDate } from "./money-in/amounts-due.ts";
export { applyCreditsToRun } from "./money-in/apply-credits.ts";
export {
  BANK_FILE_BYTES_MAX,
  type BankFileContent,
  type BankFileForm,
  type BankFileImport,
  type BankFileProblem,
  type BankFileReader,
  createBankFileImport,
  type ErrorInFile,
  errorsInFile,
  FILE_TRANSACTIONS_MAX,
} from "./money-in/bank-file-import.ts";
export type { BankFileInput, FileStatementInput, FileTransactionInput } from "./money-in/file-input.ts";
export {
  createPaymentIngestion,
  type FileIngestion,
  type IngestionResult,
  type PaymentIngestion,
} from "./money-in/ingestion.ts";
export { ownersOfRefund } from "./money-in/refunded-credits.ts";
export type { StatementWarning } from "./money-in/save-statements.ts";
export type { BankTransactionInput } from "./money-in/transaction-input.ts";
export {
  ALLOCATION_STATUSES,
  type AllocationStatus,
  type CollectedPart,
  type DueLine,
  type DueShare,
  type Instalment,
  instalments,
  lineAfter,
  type PaymentAllocation,
  type PaymentAllocationId,
  type PaymentAllocationView,
} from "./payments/allocation.ts";
export type {
  AssignmentCredit,
  AssignmentLine,
  BankAssignment,
  BankAssignmentId,
  BankAssignmentView,
  BankTransactionView,
} from "./payments/bank-assignment.ts";
export {
  BANK_DIRECTIONS,
  BANK_TRANSACTION_STATUSES,
  type BankDirection,
  type BankMethod,
  type BankTransaction,
  type BankTransactionField,
  type BankTransactionId,
  type BankTransactionStatus,
  bankTransactionListing,
} from "./payments/bank-transaction.ts";
export {
  type ListedPayment,
  listedPayment,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  type Payment,
  type PaymentField,
  type PaymentId,
  type PaymentMethod,
  type PaymentStatus,
  paymentListing,
} from "./payments/payment.ts";
export type { PaymentDetail } from "./payments/payment-detail.ts";
export { createPayments, type Payments } from "./payments/payments.ts";
export type {
  BankTransactionStore,
  CallLine,
  CreditNoteLine,
  LeaseOfCaf,
  MoneyInSource,
  MoneyInStores,
  NamedTenant,
  OriginalsQuery,
  PayingParty,
  PaymentAllocationStore,
  PaymentStore,
  Refund,
  ReversedReferences,
  TenantOfIban,
  TenantOfLease,
  TransactionFacts,
} from "./payments/ports.ts";
export { receiptsOfCall } from "./payments/receipts-of-call.ts";
export { bankDayFrom, isBankOpen } from "./payout-exports/bank-days.ts";
export { type CreditTransfers, messageIdOf, payableIban, transferOf } from "./payout-exports/credit-transfer.ts";
export { pain001 } from "./payout-exports/pain-001.ts";
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
export type { PayoutExportListener } from "./payout-exports/payout-export-listener.ts";
export { createPayoutExports, type PayoutExports, type TransferFile } from "./payout-exports/payout-exports.ts";
export type { PayoutExportStore, PayoutExportStores } from "./payout-exports/ports.ts";
export { sepaText } from "./payout-exports/sepa-text.ts";
export {
  createPayoutMatching,
  type MatchedPayment,
  type PayoutMatching,
} from "./payout-matching/match-payouts.ts";
export {
  availableToOwner,
  type BankMovement,
  type OwnersAccounts,
  payoutLines,
  payoutReferencesIn,
  payoutsByAmount,
  payoutsByReference,
  returnedPayoutsOf,
} from "./payout-matching/payout-matching-rules.ts";
export type { MoneyStores } from "./ports.ts";
export {
  createSupplierInvoices,
  type DocumentReadable,
  type SupplierInvoices,
} from "./supplier-invoices/supplier-invoices.ts";
export { takeOverDeposits } from "./takeover/deposits.ts";
export { callInitialBalances } from "./takeover/initial-balance.ts";
