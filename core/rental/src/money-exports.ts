/** Money that comes in: bank transactions, what tenants paid, and what that pays. */

export { creditsOnApplication } from "./money-in/crediting.ts";
export { inOrderOfDue } from "./money-in/dues.ts";
export { createPaymentIngestion, type IngestionResult, type PaymentIngestion } from "./money-in/ingestion.ts";
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
export {
  type BankTransactions,
  createBankTransactions,
  createPayments,
  type Payments,
} from "./payments/payments.ts";
export type {
  BankTransactionStore,
  CallLine,
  MoneyInSource,
  MoneyInStores,
  MovedBefore,
  NamedTenant,
  PaymentAllocationStore,
  PaymentStore,
  Refund,
  TenantOfCaf,
  TenantOfIban,
} from "./payments/ports.ts";
export { MONEY_FAULTS, type MoneyFault, type MoneyInspection } from "./verification/money-faults.ts";
