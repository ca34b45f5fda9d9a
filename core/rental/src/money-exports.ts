/** Money that comes in: bank transactions, what tenants paid, and what that pays. */

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
export type {
  BankStatementStore,
  BankStatementStores,
  Reconciliation,
  StatementBefore,
  Unexplained,
} from "./bank-statements/ports.ts";
export { creditsOnApplication } from "./money-in/crediting.ts";
export { inOrderOfDue } from "./money-in/dues.ts";
export type { BankFileInput, FileStatementInput, FileTransactionInput } from "./money-in/file-input.ts";
export {
  createPaymentIngestion,
  type FileIngestion,
  type IngestionResult,
  type PaymentIngestion,
} from "./money-in/ingestion.ts";
export type { StatementWarning } from "./money-in/keeping-statements.ts";
export type { AllocationInput, BankTransactionInput } from "./money-in/transaction-input.ts";
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
  LeaseOfCaf,
  MoneyInSource,
  MoneyInStores,
  MovedBefore,
  NamedTenant,
  OriginalsSought,
  PayingParty,
  PaymentAllocationStore,
  PaymentStore,
  Refund,
  SaidTransaction,
  TenantOfIban,
  TenantOfLease,
} from "./payments/ports.ts";
export { MONEY_FAULTS, type MoneyFault, type MoneyInspection } from "./verification/money-faults.ts";
