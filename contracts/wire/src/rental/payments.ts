import {
  ALLOCATION_STATUSES,
  BANK_DIRECTIONS,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  paymentListing,
} from "@cartulary/rental";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { amount, day, instant, integer, listOf, money, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord } from "../record.ts";

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
  /** Who paid, where that was somebody else than the tenant. */
  payerId: uuid<"TenantActor">().nullable(),
  payerName: text().nullable(),
  updatedAt: instant(),
};

/** A payment as lists answer it. */
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

/** A payment whole. */
export const PaymentRecord = camelRecord("Payment", {
  ...listed,
  bankTransaction: PaymentBankTransaction.nullable(),
  allocations: listOf(PaymentAllocation),
  allocatedAmount: money(),
  remainingAmount: money(),
});

const ALL = { path: `${RENTAL_BASE}/payments`, tag: "payments", mandataire: true } as const;

/** What tenants paid. */
export const paymentOperations = operations({
  listPayments: {
    ...ALL,
    method: "get",
    summary: "What tenants paid",
    scope: "read",
    list: paymentListing,
    replies: { 200: listOf(ListedPaymentRecord) },
  },
  getPayment: {
    ...ALL,
    path: `${RENTAL_BASE}/payments/{id}`,
    params: snakeObject({ id: uuid<"Payment">() }),
    method: "get",
    summary: "One payment, with what the bank says of it and what it pays",
    scope: "read",
    replies: { 200: PaymentRecord },
  },
});
