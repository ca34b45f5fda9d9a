import {
  ALLOCATION_STATUSES,
  BANK_DIRECTIONS,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  paymentListing,
} from "@cartulary/rental/money";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { amount, day, instant, integer, listOf, money, text, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord } from "../../record.ts";

const listed = {
  id: uuid<"Payment">(),
  reference: text().nullable(),
  amountCents: integer(),
  currency: text(),
  amount: money(),
  paymentDate: day(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  direction: z.enum(BANK_DIRECTIONS),
  status: z.enum(PAYMENT_STATUSES),
  leaseReference: text().nullable(),
  leaseId: uuid<"Lease">().nullable(),
  bankAccountId: uuid<"BankAccount">().nullable(),
  tenantName: text().nullable(),
  /** The payer, if other than the tenant. */
  payerId: uuid<"TenantActor">().nullable(),
  payerName: text().nullable(),
  updatedAt: instant(),
};

/** A payment in lists. */
export const ListedPaymentRecord = camelRecord("ListedPayment", listed);

const PaymentBankTransaction = camelRecord("PaymentBankTransaction", {
  id: uuid<"BankTransaction">(),
  label: text().nullable(),
  amount: money(),
  transactionDate: day(),
});

const PaymentAllocation = camelRecord("PaymentAllocation", {
  id: uuid<"PaymentAllocation">(),
  allocatedAmountCents: integer(),
  allocatedAmount: money(),
  billingLineId: uuid<"BillingRunLine">().nullable(),
  billingLinePeriod: text().nullable(),
  billingLineComputedAmount: amount().nullable(),
  allocationDate: day(),
  status: z.enum(ALLOCATION_STATUSES),
});

export const PaymentRecord = camelRecord("Payment", {
  ...listed,
  bankTransaction: PaymentBankTransaction.nullable(),
  allocations: listOf(PaymentAllocation),
  allocatedAmount: money(),
  remainingAmount: money(),
});

const ALL = { path: `${RENTAL_BASE}/payments`, tag: "payments", mandataire: true } as const;

export const paymentOperations = operations({
  listPayments: {
    ...ALL,
    method: "get",
    summary: "List payments",
    scope: "read",
    list: paymentListing,
    replies: { 200: listOf(ListedPaymentRecord) },
  },
  getPayment: {
    ...ALL,
    path: `${RENTAL_BASE}/payments/{id}`,
    params: snakeObject({ id: uuid<"Payment">() }),
    method: "get",
    summary: "Get a payment with its bank transaction and allocations",
    scope: "read",
    replies: { 200: PaymentRecord },
  },
});
