import type { Day } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { PaymentAllocationView } from "./allocation.ts";
import type { BankTransaction, BankTransactionId } from "./bank-transaction.ts";
import { type ListedPayment, listedPayment, type Payment } from "./payment.ts";

export interface PaymentDetail extends ListedPayment {
  readonly bankTransaction: PaymentTransaction | null;
  readonly allocations: readonly PaymentAllocationView[];
  readonly allocatedAmount: Cents;
  readonly remainingAmount: Cents;
}

/** The bank's data of a payment. */
interface PaymentTransaction {
  readonly id: BankTransactionId;
  readonly label: string | null;
  readonly amount: Cents;
  readonly transactionDate: Day;
}

export function paymentDetail(
  payment: Payment,
  transaction: BankTransaction | null,
  allocations: readonly PaymentAllocationView[],
): PaymentDetail {
  return {
    ...listedPayment(payment),
    bankTransaction: transaction && {
      id: transaction.id,
      label: transaction.label,
      amount: transaction.amountCents,
      transactionDate: transaction.bookedOn,
    },
    allocations,
    allocatedAmount: payment.allocatedCents,
    remainingAmount: payment.remainingCents,
  };
}
